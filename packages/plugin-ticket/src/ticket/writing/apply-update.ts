import { operationError, type CustomerUser, type Data, type Database } from '@ticketgate/sdk';

import type { ArticleHeaders } from '../../articles/check-article.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import { writeAddress } from '../../permission/customer-rights.js';
import type { RequestedChanges } from '../changes/apply-changes.js';
import type { CheckedContents } from '../rules/check-contents.js';
import type { TicketParts } from '../rules/read-parts.js';
import { lockTickets, type StoredTicket, matchesVersion, versionTag } from '../reading/read-tickets.js';
import type { WriteSources } from '../rules/write-sources.js';
import { readPendingTime } from '../../request/pending-time.js';
import type { Moment } from '../../time/moment.js';
import { isFalsy, toText } from '../../request/family-values.js';
import { actingPermissions, type UpdateAccess } from '../rules/update-access.js';
import { checkPermissions } from '../rules/check-permissions.js';
import { writeChange, type ChangeStep, type WrittenChange } from './write-change.js';

/** A request whose parts are all right. */
export interface CheckedUpdate extends CheckedContents {
  readonly parts: TicketParts;
  /** The customer in `Ticket.CustomerUser`, when known. */
  readonly customer: CustomerUser | undefined;
}

/** All that an update is made of. */
export interface UpdatePlan {
  readonly checked: CheckedUpdate;
  readonly access: UpdateAccess;
  readonly sources: WriteSources;
  /** `If-Match`: the states of the ticket that the caller knows; undefined for any. */
  readonly ifMatch: string | undefined;
}

/**
 * Works out all changes of a ticket from what it is, and writes them, asking nobody but the database meanwhile. Undefined, and nothing
 * is written, when the ticket is no longer `stored`. Attachments and dynamic fields have statements of their
 * own: updates with any, or with several articles, run in a transaction.
 */
export async function applyUpdate(
  database: Database,
  plan: UpdatePlan,
  stored: StoredTicket,
): Promise<WrittenChange | undefined> {
  const { checked, access, ifMatch, sources } = plan;
  requireVersion(ifMatch, stored);
  const acting = actingPermissions(stored, access, sources);
  checkPermissions(checked, acting, sources.catalogue);
  const change = { stored, mayMoveInto: acting.mayMoveInto };
  const [first = { fields: [] }, ...others] = planSteps(checked, stored, sources);
  const requested = readChanges(checked, { now: sources.context.now(), zone: sources.zone });
  const done = await writeChange(database, { ...change, requested, ...first }, sources);
  return done && addTo(done, others, { database, sources });
}

/** Writes each further article, and what is set with it, as a change of its own. The ticket is locked. */
export async function addTo<Done extends WrittenChange>(
  done: Done,
  steps: readonly ChangeStep[],
  { database, sources }: { readonly database: Database; readonly sources: WriteSources },
): Promise<Done> {
  let { awaited, articles } = done;
  for (const step of steps) {
    const [stored] = await lockTickets(database, [done.ticketID], {});
    const added = stored && (await writeChange(database, { stored, ...step }, sources));
    if (added === undefined) throw new Error(`Ticket ${done.ticketID} was changed although it was locked.`);
    awaited = [...awaited, ...added.awaited];
    articles = [...articles, ...added.articles];
  }
  return { ...done, awaited, articles };
}

/** Fields outside the articles: those of articles are set on the first one, those of the ticket at the end. */
function planSteps(checked: CheckedUpdate, stored: StoredTicket, sources: WriteSources): readonly ChangeStep[] {
  const { articles, fields } = checked;
  if (articles.length === 0) return [{ fields }];
  return articles.map((article, index) => {
    const isHere = ({ field }: FieldAssignment) => index === (field.objectType === 'Article' ? 0 : articles.length - 1);
    const headers = chooseHeaders(article.checked.input, { checked, stored }, sources);
    return { article, headers, fields: [...article.fields, ...fields.filter(isHere)] };
  });
}

function requireVersion(ifMatch: string | undefined, stored: StoredTicket): void {
  if (matchesVersion(ifMatch, stored)) return;
  const sentence = `The ticket has changed since: it is ${versionTag(stored)}, and If-Match is ${ifMatch ?? ''}. Read it again.`;
  throw operationError('TicketUpdate', 'PreconditionFailed', sentence);
}

function readChanges({ parts, customer }: CheckedUpdate, moment: Moment): RequestedChanges {
  const ticket = parts.ticket ?? {};
  const pendingTime = isFalsy(ticket.PendingTime) ? undefined : readPendingTime(ticket.PendingTime, moment);
  return { ticket, pendingTime, ownCustomerID: customer?.customerID };
}

function chooseHeaders(
  input: Data,
  { checked, stored }: { readonly checked: CheckedUpdate; readonly stored: StoredTicket },
  { caller, directory }: WriteSources,
): ArticleHeaders {
  const customer = customerAsked(checked);
  // Only where the channel is given by its name.
  const isEmail = !isFalsy(input.CommunicationChannel) && toText(input.CommunicationChannel) === 'Email';
  return {
    from: caller.type === 'Customer' ? customer : (directory.agentByID(caller.userID)?.fullName ?? ''),
    to: toText(input.To) || (isEmail ? customer || (stored.customerUserID ?? '') : ''),
    cc: toText(input.Cc),
    bcc: toText(input.Bcc),
  };
}

/** The customer of the request, `''` without. */
function customerAsked({ customer, parts }: CheckedUpdate): string {
  return customer === undefined ? toText(parts.ticket?.CustomerUser) : writeAddress(customer);
}
