import type { Caller, Database, Transaction } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import { indexOptions } from '../../articles/store/index-options.js';
import { prepareArticle } from '../../articles/store/prepare-article.js';
import type { PreparedArticle } from '../../articles/store/prepared-article.js';
import { storeAttachments } from '../../articles/store/store-attachments.js';
import { planDynamicFieldWrites, type DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { storeDynamicFieldWrites } from '../../dynamic-fields/store-writes.js';
import { isInvolvementAsked } from '../../permission/permission-settings.js';
import { epochOf, formatTimestamp } from '../../time/system-time-zone.js';
import { readPendingTime } from '../../validation/pending-time.js';
import { isFalsy, textOf } from '../../values.js';
import type { WriteSources } from '../write-sources.js';
import { actingPermissions, readableTicket, type UpdateAccess } from './access.js';
import { draftArticle } from './article/draft-article.js';
import { loadEarlierArticles, needsEarlierArticles, NO_ARTICLES } from './article/earlier-articles.js';
import { recordArticle } from './article/record-article.js';
import { applyChanges } from './changes/apply-changes.js';
import { requestedChanges } from './changes/requested-changes.js';
import { TicketDraft } from './changes/ticket-draft.js';
import { checkPermissions } from './check-permissions.js';
import type { CheckedUpdate } from './check-update.js';
import { escalationAfter } from './escalation-after.js';
import { lockTicket, type StoredTicket } from '../../tickets/stored-ticket.js';
import { storeUpdate } from './store-update.js';

/** All that an update is made of. */
export interface UpdatePlan {
  readonly ticketID: number;
  readonly checked: CheckedUpdate;
  readonly caller: Caller;
  readonly access: UpdateAccess;
  readonly sources: WriteSources;
}

/** What an update has done. */
export interface AppliedUpdate {
  readonly stored: StoredTicket;
  /** The new article, if there is one; known when the transaction has ended. */
  readonly added: Promise<readonly { readonly id: number }[]>;
  readonly senderType: string | undefined;
}

/**
 * Locks the ticket, works out all changes from what it is now, and writes them; to be run in a transaction. Nothing is asked of anybody
 * but the database while the lock is held.
 */
export async function applyUpdate(transaction: Transaction, plan: UpdatePlan): Promise<AppliedUpdate> {
  const { checked, access, sources } = plan;
  const hasInvolved = isInvolvementAsked(sources.context.settings);
  const stored = readableTicket(await lockTicket(transaction, plan.ticketID, { hasInvolved }), access);
  const acting = actingPermissions(stored, access);
  checkPermissions(checked.parts, acting, sources.catalogue);
  // The time at which the lock was got: histories of updates that waited for each other stay in order.
  const nowDate = sources.context.now();
  const rules = { ...sources, nowDate, settings: sources.context.settings, mayMoveInto: acting.mayMoveInto };
  const draft = new TicketDraft(stored, { now: epochOf(nowDate), userID: plan.caller.userID });
  const { isOwnerChanged } = applyChanges(draft, changesOf(plan, nowDate), rules);
  const article = checked.article === undefined ? undefined : draftOf(plan, draft);
  if (article !== undefined) {
    const earlier = needsEarlierArticles(article) ? await loadEarlierArticles(transaction, stored.id) : NO_ARTICLES;
    recordArticle(draft, { article, earlier, isOwnerChanged }, rules);
  }
  const fieldWrites = await planFields(transaction, plan, draft);
  const { added } = await writeAll(transaction, { plan, stored, draft, article, fieldWrites, nowDate });
  return { stored, added, senderType: article?.senderType };
}

function changesOf({ checked, sources }: UpdatePlan, now: Date): ReturnType<typeof requestedChanges> {
  const ticket = checked.parts.ticket ?? {};
  const pendingTime = isFalsy(ticket.PendingTime)
    ? undefined
    : readPendingTime(ticket.PendingTime, { ...sources, now });
  return requestedChanges(ticket, { pendingTime, ownCustomerID: checked.customer?.customerID });
}

function draftOf({ checked, caller, sources }: UpdatePlan, draft: TicketDraft): ArticleDraft | undefined {
  if (checked.article === undefined) return undefined;
  const parties = {
    caller,
    customer: checked.customer,
    customerText: textOf(checked.parts.ticket?.CustomerUser),
    ticketCustomer: draft.before.customer_user_id ?? '',
  };
  return draftArticle(checked.article, parties, sources);
}

/** Histories of fields follow those of the article. */
async function planFields(
  transaction: Database,
  { checked, ticketID, sources }: UpdatePlan,
  draft: TicketDraft,
): Promise<readonly DynamicFieldWrite[]> {
  if (checked.fields.length === 0) return [];
  const fields = checked.fields.map(({ field }) => field).filter((field) => field.objectType === 'Ticket');
  const values = await readDynamicFieldValues(transaction, {
    fields,
    objectIDs: [ticketID],
    catalogue: sources.catalogue,
  });
  const { writes } = planDynamicFieldWrites(checked.fields, (field) => {
    return field.objectType === 'Ticket' ? values.of(field, ticketID) : null;
  });
  for (const write of writes) {
    draft.change({});
    draft.record(write.historyType, write.historyName, { isOfArticle: write.field.objectType === 'Article' });
  }
  return writes;
}

interface Writing {
  readonly plan: UpdatePlan;
  readonly stored: StoredTicket;
  readonly draft: TicketDraft;
  readonly article: ArticleDraft | undefined;
  readonly fieldWrites: readonly DynamicFieldWrite[];
  readonly nowDate: Date;
}

/** Writes what has changed. Only what depends on the new article waits for it. */
async function writeAll(transaction: Transaction, writing: Writing): Promise<Pick<AppliedUpdate, 'added'>> {
  const { plan, stored, draft, article, fieldWrites, nowDate } = writing;
  if (draft.changedBy === undefined) return { added: Promise.resolve([]) };
  const { catalogue, zone } = plan.sources;
  const time = formatTimestamp(nowDate, zone);
  const escalation = await escalationAfter(transaction, { stored, draft, article }, plan.sources);
  const prepared = article && { draft: article, prepared: prepare(article, plan) };
  const historyTypes = catalogue.historyTypes;
  const write = { ticketID: stored.id, draft, escalation, article: prepared, time, historyTypes };
  const added = storeUpdate(transaction, write);
  const attachments = prepared?.prepared.attachments ?? [];
  if (attachments.length + fieldWrites.length > 0) {
    const [row] = await added;
    await storeDynamicFieldWrites(transaction, fieldWrites, { ticketID: stored.id, articleID: row?.id });
    if (row !== undefined) {
      await storeAttachments(transaction, attachments, { articleID: row.id, time, userID: draft.userID });
    }
  }
  return { added };
}

function prepare(article: ArticleDraft, { checked, sources }: UpdatePlan): PreparedArticle {
  return prepareArticle(article, checked.attachments, indexOptions(sources.context.settings, sources.isAttached));
}
