import type { Caller, Database } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import { indexOptions } from '../../articles/store/index-options.js';
import { prepareArticle } from '../../articles/store/prepare-article.js';
import type { PreparedArticle } from '../../articles/store/prepared-article.js';
import { storeAttachments } from '../../articles/store/store-attachments.js';
import { planDynamicFieldWrites, type DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { storeDynamicFieldWrites } from '../../dynamic-fields/store-writes.js';
import { epochOf, formatTimestamp } from '../../time/system-time-zone.js';
import { readPendingTime } from '../../validation/pending-time.js';
import { isFalsy, textOf } from '../../values.js';
import type { WriteSources } from '../write-sources.js';
import { actingPermissions, type UpdateAccess } from './access.js';
import { draftArticle } from './article/draft-article.js';
import { loadEarlierArticles, needsEarlierArticles, NO_ARTICLES } from './article/earlier-articles.js';
import { recordArticle } from './article/record-article.js';
import { applyChanges } from '../../ticket/changes/apply-changes.js';
import { requestedChanges } from '../../ticket/changes/requested-changes.js';
import { TicketDraft } from '../../ticket/changes/ticket-draft.js';
import { checkPermissions } from './check-permissions.js';
import type { CheckedUpdate } from './check-update.js';
import { escalationAfter } from './escalation-after.js';
import type { StoredTicket } from '../../ticket/read-tickets.js';
import { storeUpdate, type WrittenUpdate } from './store-update.js';

/** For an update that changes nothing. */
const NOTHING: WrittenUpdate = { articleID: undefined };

/** All that an update is made of. */
export interface UpdatePlan {
  readonly checked: CheckedUpdate;
  readonly caller: Caller;
  readonly access: UpdateAccess;
  readonly sources: WriteSources;
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
 * is written, when the ticket is no longer `stored`. Attachments and dynamic fields have statements of their own: updates with any
 * run in a transaction.
 */
export async function applyUpdate(
  database: Database,
  plan: UpdatePlan,
  stored: StoredTicket,
): Promise<ChangedTicket | undefined> {
  const { checked, access, sources } = plan;
  const { catalogue, directory, zone, context } = sources;
  const acting = actingPermissions(stored, access);
  checkPermissions(checked.parts, acting, catalogue);
  // Later than the row was written: histories of updates that waited for each other stay in order.
  const nowDate = context.now();
  const rules = { catalogue, directory, zone, settings: context.settings, nowDate, mayMoveInto: acting.mayMoveInto };
  const draft = new TicketDraft(stored, { now: epochOf(nowDate), userID: plan.caller.userID });
  const { isOwnerChanged } = applyChanges(draft, changesOf(plan, nowDate), rules);
  const article = checked.article === undefined ? undefined : draftOf(plan, draft);
  if (article !== undefined) {
    const earlier = needsEarlierArticles(article) ? await loadEarlierArticles(database, stored.id) : NO_ARTICLES;
    recordArticle(draft, { article, earlier, isOwnerChanged }, rules);
  }
  const fieldWrites = await planFields(database, plan, { ticketID: stored.id, draft });
  const row = await writeAll(database, { plan, stored, draft, article, fieldWrites, nowDate });
  return row && { stored, senderType: article?.senderType, articleID: row.articleID };
}

function changesOf({ checked, sources }: UpdatePlan, now: Date): ReturnType<typeof requestedChanges> {
  const ticket = checked.parts.ticket ?? {};
  const pendingTime = isFalsy(ticket.PendingTime)
    ? undefined
    : readPendingTime(ticket.PendingTime, { now, zone: sources.zone });
  return requestedChanges(ticket, { pendingTime, ownCustomerID: checked.customer?.customerID });
}

function draftOf({ checked, caller, sources }: UpdatePlan, draft: TicketDraft): ArticleDraft | undefined {
  if (checked.article === undefined) return undefined;
  const parties = {
    caller,
    customer: checked.customer,
    customerText: textOf(checked.parts.ticket?.CustomerUser),
    ticketCustomer: draft.before.customerUserID ?? '',
  };
  return draftArticle(checked.article, parties, sources);
}

/** Histories of fields follow those of the article. */
async function planFields(
  database: Database,
  { checked, sources }: UpdatePlan,
  { ticketID, draft }: { readonly ticketID: number; readonly draft: TicketDraft },
): Promise<readonly DynamicFieldWrite[]> {
  if (checked.fields.length === 0) return [];
  const fields = checked.fields.map(({ field }) => field).filter((field) => field.objectType === 'Ticket');
  const values = await readDynamicFieldValues(database, {
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
async function writeAll(database: Database, writing: Writing): Promise<WrittenUpdate | undefined> {
  const { plan, stored, draft, article, fieldWrites, nowDate } = writing;
  if (draft.changedBy === undefined) return NOTHING;
  const { catalogue, zone } = plan.sources;
  const time = formatTimestamp(nowDate, zone);
  const escalation = await escalationAfter(database, { stored, draft, article }, plan.sources);
  const prepared = article && { draft: article, prepared: prepare(article, plan) };
  const { historyTypes } = catalogue;
  const row = await storeUpdate(database, { stored, draft, escalation, article: prepared, time, historyTypes });
  if (row === undefined) return undefined;
  const { articleID } = row;
  await storeDynamicFieldWrites(database, fieldWrites, { ticketID: stored.id, articleID });
  if (prepared !== undefined && articleID !== undefined) {
    await storeAttachments(database, prepared.prepared.attachments, { articleID, time, userID: draft.userID });
  }
  return row;
}

function prepare(article: ArticleDraft, { checked, sources }: UpdatePlan): PreparedArticle {
  const { content, attachments } = checked;
  if (content === undefined) throw new TypeError('An update that adds an article has not prepared its body.');
  return prepareArticle(article, {
    content,
    attachments,
    index: indexOptions(sources.context.settings, sources.isAttached),
  });
}
