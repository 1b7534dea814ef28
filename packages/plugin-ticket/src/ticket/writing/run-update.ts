import type { Data } from '@ticketgate/sdk';

import { usesInvolvedCheck } from '../../permission/agent-checks.js';
import { restrictParts } from '../../permission/customer-rights.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { isFalsy } from '../../request/family-values.js';
import { checkContents } from '../rules/check-contents.js';
import { checkTicket } from '../rules/check-ticket.js';
import { readParts, type TicketParts } from '../rules/read-parts.js';
import { presentArticleID, type WrittenTicket } from '../reading/answer-write.js';
import { findTicket, lockTickets, type StoredTicket, type TicketReading } from '../reading/read-tickets.js';
import { writeSources, type WriteSources } from '../rules/write-sources.js';
import {
  accessibleTicket,
  updateAccess,
  ticketKey,
  requireSameTicket,
  requireTicketNamed,
} from '../rules/update-access.js';
import { applyUpdate, type UpdatePlan } from './apply-update.js';
import type { WrittenChange } from './write-change.js';

/**
 * Checks everything in the family's order, then changes the ticket.
 *
 * @param options.waits whether it waits for synchronous invokers
 */
export async function runUpdate(request: Data, context: TicketContext, { waits = true } = {}): Promise<WrittenTicket> {
  requireTicketNamed(request);
  const sources = await writeSources('TicketUpdate', context);
  const access = await updateAccess(sources);
  const ifMatch = context.headers['If-Match'];
  const reading = { hasInvolved: usesInvolvedCheck(context.settings), hasLastHistory: ifMatch !== undefined };
  const found = accessibleTicket(
    await findTicket(context.database, ticketKey(request), reading),
    access,
    sources.answers,
  );
  requireSameTicket(request, found, sources);
  const parts = readOwnParts(request, found, sources);
  const ticket = parts.ticket && (await checkTicket(parts.ticket, found, sources));
  const checked = { parts, customer: ticket?.customer, ...(await checkContents(parts, sources)) };
  const done = await changeTicket({ checked, access, sources, ifMatch }, found, reading);
  if (waits) await context.services.events.settled(done.awaited);
  const { ticketID, number, articles } = done;
  // As it was sent.
  const TicketID = isFalsy(request.TicketNumber) ? request.TicketID : ticketID;
  const [first, ...others] = articles.map(presentArticleID);
  const ids = others.length > 0 ? { ArticleIDs: [first, ...others] } : first === undefined ? {} : { ArticleID: first };
  return {
    ticketID,
    articleIDs: articles.map(({ id }) => id),
    hasAttachments: checked.articles.some(({ attachments }) => attachments.length > 0),
    answer: { TicketID, TicketNumber: number, ...ids },
  };
}

const NOTHING_OWN: ReadonlySet<string> = new Set();

/** If the service restricts a customer, only what it names can be changed. */
function readOwnParts(request: Data, found: StoredTicket, sources: WriteSources): TicketParts {
  const { answers, catalogue, rights, rules } = sources;
  const sent = readParts(request, sources, answers);
  const parts = { ...sent, ticket: sent.ticket && rules.readTicket(sent.ticket, sources, found) };
  return rights === undefined ? parts : restrictParts(parts, NOTHING_OWN, { rights, catalogue });
}

/**
 * Changes a ticket, as a whole or not at all. Nearly always nobody else is changing it, so it is changed if it still is what the checks have
 * read. Otherwise nothing was written, and the ticket is locked, checked and changed as it is now.
 */
async function changeTicket(plan: UpdatePlan, found: StoredTicket, reading: TicketReading): Promise<WrittenChange> {
  const { database } = plan.sources.context;
  const { articles, fields } = plan.checked;
  const hasDetails =
    fields.length > 0 ||
    articles.length > 1 ||
    articles.some((each) => each.checked.isSent || each.attachments.length + each.fields.length > 0);
  const changed = hasDetails
    ? await database.withTransaction((transaction) => applyUpdate(transaction, plan, found))
    : await applyUpdate(database, plan, found);
  if (changed !== undefined) return changed;
  return database.withTransaction(async (transaction) => {
    const [locked] = await lockTickets(transaction, [found.id], reading);
    const { access, sources } = plan;
    const again = await applyUpdate(transaction, plan, accessibleTicket(locked, access, sources.answers));
    if (again === undefined) throw new Error(`Ticket ${found.id} was changed although it was locked.`);
    return again;
  });
}
