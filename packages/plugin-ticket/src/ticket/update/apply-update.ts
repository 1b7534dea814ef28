import { epochOf, later, operationError, type CustomerUser, type Database } from '@ticketgate/sdk';

import { loadPreviousArticles, type PreviousArticles } from '../../articles/previous-articles.js';
import type { ArticleDraft, ArticleHeaders } from '../../articles/check-article.js';
import { prepareArticle } from '../../articles/store/prepare-article.js';
import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import { planDynamicFieldWrites, type DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { loadEscalationHistory } from '../../escalation/load-escalation-history.js';
import { addressOf } from '../../permission/customer-rights.js';
import { applyChanges, type RequestedChanges } from '../changes/apply-changes.js';
import { recordArticle, recordFields, recordTime, TicketDraft, unlock, type ChangeRules } from '../ticket-draft.js';
import type { CheckedContents } from '../checks/check-contents.js';
import type { TicketParts } from '../checks/read-parts.js';
import { changesEscalation, escalationOfChange } from '../changes/escalation-of-change.js';
import type { EscalationTimes } from '../../escalation/escalation-times.js';
import { type StoredTicket, matchesVersion, versionTag } from '../read-tickets.js';
import { storeUpdate } from '../storage/update-ticket.js';
import { storeWithEvents } from '../ticket-events.js';
import type { WriteSources } from '../write-sources.js';
import { readPendingTime } from '../../request/pending-time.js';
import type { Moment } from '../../time/moment.js';
import { isFalsy, textOf } from '../../request/family-values.js';
import { actingPermissions, type UpdateAccess } from './update-access.js';
import { checkPermissions } from './check-permissions.js';

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

/** A ticket after its update. */
export interface ChangedTicket {
  /** As it was before. */
  readonly stored: StoredTicket;
  /** Events that the client waits for. */
  readonly awaited?: readonly string[];
  /** The new one. */
  readonly article?: { readonly id: number; readonly senderType: CatalogueEntry } | undefined;
}

/**
 * Works out all changes of a ticket from what it is, and writes them, asking nobody but the database meanwhile. Undefined, and nothing
 * is written, when the ticket is no longer `stored`. Attachments and dynamic fields have statements of their
 * own: updates with any run in a transaction.
 */
export async function applyUpdate(
  database: Database,
  plan: UpdatePlan,
  stored: StoredTicket,
): Promise<ChangedTicket | undefined> {
  const { checked, access, ifMatch, sources } = plan;
  requireVersion(ifMatch, stored);
  const { caller, catalogue, context } = sources;
  const acting = actingPermissions(stored, access, sources);
  checkPermissions(checked.parts, acting, catalogue);
  // Later than the row was written: histories of updates that waited for each other stay in order.
  const now = context.now();
  const rules = { ...sources, now, mayMoveInto: acting.mayMoveInto };
  const draft = new TicketDraft(stored, { now: epochOf(now), userID: caller.userID });
  const { isOwnerChanged } = applyChanges(draft, changesOf(checked, rules), rules);
  const article =
    checked.article && (await prepareArticle(checked.article, headersOf(checked, stored, sources), sources));
  if (article !== undefined) {
    const earlier = await loadPreviousArticles(database, stored.id, article.draft);
    addArticle(draft, { article: article.draft, earlier, isOwnerChanged }, rules);
  }
  // Histories of fields follow those of the article.
  const fieldWrites = await planFields(database, plan, stored.id);
  recordFields(draft, fieldWrites, sources);
  if (draft.changedBy === undefined) return { stored };
  const escalation = await escalationOf(database, { stored, draft, article: article?.draft }, sources);
  const ids = { ticketID: stored.id, number: stored.number, articleID: article && later('article_id') };
  const { historyTypes } = catalogue;
  const write = { stored, draft, article, fieldWrites, escalation, historyTypes, isNew: false, ...ids };
  const written = await storeWithEvents({ ...context, database }, write, storeUpdate);
  if (written === undefined) return undefined;
  const { awaited } = written;
  if (article === undefined || written.articleID === undefined) return { stored, awaited };
  return { stored, awaited, article: { id: written.articleID, senderType: article.draft.senderType } };
}

function requireVersion(ifMatch: string | undefined, stored: StoredTicket): void {
  if (matchesVersion(ifMatch, stored)) return;
  const sentence = `The ticket has changed since: it is ${versionTag(stored)}, and If-Match is ${ifMatch ?? ''}. Read it again.`;
  throw operationError('TicketUpdate', 'PreconditionFailed', sentence);
}

function changesOf({ parts, customer }: CheckedUpdate, moment: Moment): RequestedChanges {
  const ticket = parts.ticket ?? {};
  const pendingTime = isFalsy(ticket.PendingTime) ? undefined : readPendingTime(ticket.PendingTime, moment);
  return { ticket, pendingTime, ownCustomerID: customer?.customerID };
}

function headersOf(checked: CheckedUpdate, stored: StoredTicket, { caller, directory }: WriteSources): ArticleHeaders {
  const input = checked.parts.article ?? {};
  const customer = customerAsked(checked);
  // Only where the channel is given by its name.
  const isEmail = !isFalsy(input.CommunicationChannel) && textOf(input.CommunicationChannel) === 'Email';
  return {
    from: caller.type === 'Customer' ? customer : (directory.agentByID(caller.userID)?.fullName ?? ''),
    to: textOf(input.To) || (isEmail ? customer || (stored.customerUserID ?? '') : ''),
    cc: textOf(input.Cc),
    bcc: textOf(input.Bcc),
  };
}

/** The customer of the request, `''` without. */
function customerAsked({ customer, parts }: CheckedUpdate): string {
  return customer === undefined ? textOf(parts.ticket?.CustomerUser) : addressOf(customer);
}

async function planFields(
  database: Database,
  { checked, sources: { catalogue } }: UpdatePlan,
  ticketID: number,
): Promise<readonly DynamicFieldWrite[]> {
  if (checked.fields.length === 0) return [];
  const fields = checked.fields.map(({ field }) => field).filter((field) => field.objectType === 'Ticket');
  const values = await readDynamicFieldValues(database, { fields, objectIDs: [ticketID], catalogue });
  // Fields of the new article have no values yet.
  return planDynamicFieldWrites(checked.fields, (field) => values.of(field, ticketID));
}

/** Applies the effects of an article to its ticket: history, unlock time, an owner who is away, accounted time. */
function addArticle(
  draft: TicketDraft,
  { article, earlier, isOwnerChanged }: { article: ArticleDraft; earlier: PreviousArticles; isOwnerChanged: boolean },
  rules: ChangeRules & { readonly now: Date },
): void {
  recordArticle(draft, article, earlier);
  const isAway = rules.directory.agentByID(draft.columns.ownerID)?.isOutOfOffice(rules.now) === true;
  if (rules.settings.flag('Ticket::UnlockOnAway') && !isOwnerChanged && isAway) unlock(draft, rules);
  if (article.timeUnit === undefined) return;
  const unit = Number(article.timeUnit);
  recordTime(draft, unit, Math.round((earlier.timeUnits + unit) * 100) / 100);
}

/** As stored when nothing changes that matters for it. */
async function escalationOf(
  database: Database,
  { stored, draft, article }: { stored: StoredTicket; draft: TicketDraft; article: ArticleDraft | undefined },
  sources: WriteSources,
): Promise<EscalationTimes> {
  if (!changesEscalation(draft, article)) return stored;
  const isStateChanged = draft.columns.stateID !== stored.stateID;
  return escalationOfChange(
    { draft, article, isStateChanged },
    (stateType) => {
      const ticket = { id: stored.id, created: stored.created, stateType };
      return loadEscalationHistory(database, ticket, sources);
    },
    sources,
  );
}
