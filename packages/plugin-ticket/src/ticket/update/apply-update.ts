import { epochOf, OperationError, type Caller, type Database } from '@ticketgate/sdk';

import { earlierArticles } from '../../articles/earlier-articles.js';
import { draftArticle, type ArticleDraft } from '../../articles/store/article-draft.js';
import { indexOptions } from '../../articles/store/index-options.js';
import { prepareArticle } from '../../articles/store/prepare-article.js';
import type { CheckedArticle } from '../../articles/check-article.js';
import { planDynamicFieldWrites, type DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { loadEscalationFacts } from '../../escalation/load-facts.js';
import { addressOf } from '../../permission/customer-rights.js';
import { applyChanges, type RequestedChanges } from '../changes/apply-changes.js';
import { addArticle } from '../changes/record-article.js';
import { recordFields } from '../changes/record-fields.js';
import { changesEscalation, escalationOfChange } from '../changes/escalation-of-change.js';
import type { EscalationTimes } from '../../escalation/escalation-times.js';
import type { StoredTicket } from '../read-tickets.js';
import type { NewArticle } from '../storage/ticket-write.js';
import { storeUpdate } from '../storage/update-ticket.js';
import { TicketDraft } from '../ticket-draft.js';
import { tellWrite } from '../ticket-events.js';
import { matchesVersion, versionTag } from '../version-tag.js';
import type { WriteSources } from '../write-sources.js';
import { readPendingTime } from '../../request/pending-time.js';
import { isFalsy, textOf } from '../../request/family-values.js';
import { actingPermissions, type UpdateAccess } from './update-access.js';
import { checkPermissions } from './check-permissions.js';
import type { CheckedUpdate } from './check-update.js';

/** All that an update is made of. */
export interface UpdatePlan {
  readonly checked: CheckedUpdate;
  readonly caller: Caller;
  readonly access: UpdateAccess;
  readonly sources: WriteSources;
  /** `If-Match`: the states of the ticket that the caller knows; undefined for any. */
  readonly ifMatch: string | undefined;
}

/** A ticket after its update. */
export interface ChangedTicket {
  /** As it was before. */
  readonly stored: StoredTicket;
  /** Of the new article. */
  readonly articleID: number | undefined;
  readonly senderType: string | undefined;
}

/**
 * Works out all changes of a ticket from what it is, and writes them, asking nobody but the database meanwhile. Undefined, and nothing
 * is written, when the ticket is no longer `stored`. Attachments, dynamic fields and events have statements of their own:
 * updates with any run in a transaction.
 */
export async function applyUpdate(
  database: Database,
  plan: UpdatePlan,
  stored: StoredTicket,
): Promise<ChangedTicket | undefined> {
  const { checked, access, ifMatch, sources } = plan;
  requireVersion(ifMatch, stored);
  const { catalogue, directory, zone, context } = sources;
  const acting = actingPermissions(stored, access);
  checkPermissions(checked.parts, acting, catalogue);
  // Later than the row was written: histories of updates that waited for each other stay in order.
  const nowDate = context.now();
  const rules = { catalogue, directory, zone, settings: context.settings, nowDate, mayMoveInto: acting.mayMoveInto };
  const draft = new TicketDraft(stored, { now: epochOf(nowDate), userID: plan.caller.userID });
  const { isOwnerChanged } = applyChanges(draft, changesOf(plan, nowDate), rules);
  const article = checked.article && (await newArticle(checked.article, plan, draft));
  if (article !== undefined) {
    const earlier = await earlierArticles(database, stored.id, article.draft);
    addArticle(draft, { article: article.draft, earlier, isOwnerChanged }, rules);
  }
  // Histories of fields follow those of the article.
  const fieldWrites = await planFields(database, plan, stored.id);
  recordFields(draft, fieldWrites);
  const senderType = article?.draft.senderType.name;
  if (draft.changedBy === undefined) return { stored, senderType, articleID: undefined };
  const escalation = await escalationOf(database, { stored, draft, article: article?.draft }, sources);
  const write = { stored, draft, article, fieldWrites, escalation, historyTypes: catalogue.historyTypes };
  const written = await storeUpdate(database, { ...write, time: context.formatTime(nowDate) });
  if (written === undefined) return undefined;
  const { articleID } = written;
  const told = { name: 'ticket.updated', ticketID: stored.id, number: stored.number, articleID } as const;
  await tellWrite(database, sources.events, told);
  return { stored, senderType, articleID };
}

function requireVersion(ifMatch: string | undefined, stored: StoredTicket): void {
  if (matchesVersion(ifMatch, stored)) return;
  throw new OperationError(
    'TicketUpdate.PreconditionFailed',
    `TicketUpdate: The ticket has changed since: it is ${versionTag(stored)}, and If-Match is ${ifMatch ?? ''}. Read it again.`,
  );
}

function changesOf({ checked, sources: { zone } }: UpdatePlan, now: Date): RequestedChanges {
  const ticket = checked.parts.ticket ?? {};
  const pendingTime = isFalsy(ticket.PendingTime) ? undefined : readPendingTime(ticket.PendingTime, { now, zone });
  return { ticket, pendingTime, ownCustomerID: checked.customer?.customerID };
}

async function newArticle(article: CheckedArticle, plan: UpdatePlan, { before }: TicketDraft): Promise<NewArticle> {
  const { checked, sources } = plan;
  const { content, attachments } = checked;
  if (content === undefined) throw new TypeError('An update that adds an article has not prepared its body.');
  const { input } = article;
  const [cc, bcc] = [textOf(input.Cc), textOf(input.Bcc)];
  const to = textOf(input.To) || defaultTo(article, checked, before.customerUserID ?? '');
  const draft = draftArticle(article, { from: defaultFrom(plan), to, cc, bcc });
  const index = indexOptions(sources.context.settings, sources.isAttached);
  return { draft, prepared: await prepareArticle(draft, { content, attachments, index }) };
}

function defaultFrom({ caller, checked, sources }: UpdatePlan): string {
  if (caller.type === 'Customer') return customerAsked(checked);
  return sources.directory.agentByID(caller.userID)?.fullName ?? '';
}

/** Only where the channel is given by its name. */
function defaultTo({ input }: CheckedArticle, checked: CheckedUpdate, ticketCustomer: string): string {
  const isEmail = !isFalsy(input.CommunicationChannel) && textOf(input.CommunicationChannel) === 'Email';
  return isEmail ? customerAsked(checked) || ticketCustomer : '';
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
  const before = (field: (typeof fields)[number]) =>
    field.objectType === 'Ticket' ? values.of(field, ticketID) : null;
  return planDynamicFieldWrites(checked.fields, before).writes;
}

/** As stored when nothing changes that matters for it. */
async function escalationOf(
  database: Database,
  { stored, draft, article }: { stored: StoredTicket; draft: TicketDraft; article: ArticleDraft | undefined },
  sources: WriteSources,
): Promise<EscalationTimes> {
  if (!changesEscalation(draft, article)) return stored;
  const { catalogue, context } = sources;
  const isStateChanged = draft.columns.stateID !== stored.stateID;
  return escalationOfChange(
    { draft, article, isStateChanged },
    (stateType) => {
      const ticket = { id: stored.id, created: stored.created, stateType };
      return loadEscalationFacts(database, ticket, { catalogue, settings: context.settings });
    },
    sources,
  );
}
