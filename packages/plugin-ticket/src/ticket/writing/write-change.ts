import { toEpoch, later, type Database } from '@ticketgate/sdk';

import { loadPreviousArticles, type PreviousArticles } from '../../articles/previous-articles.js';
import type { ArticleDraft, ArticleHeaders } from '../../articles/check-article.js';
import { writeMail } from '../../articles/mail/write-mail.js';
import { prepareArticle, type CompleteArticle } from '../../articles/store/prepare-article.js';
import {
  planDynamicFieldWrites,
  type DynamicFieldWrite,
  type FieldAssignment,
} from '../../dynamic-fields/plan-writes.js';
import { readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { applyChanges, type RequestedChanges } from '../changes/apply-changes.js';
import {
  recordArticle,
  recordFields,
  recordTime,
  TicketDraft,
  unlock,
  type ChangeRules,
} from '../changes/ticket-draft.js';
import { computeEscalation } from '../changes/compute-escalation.js';
import type { AddedArticle } from '../reading/answer-write.js';
import type { StoredTicket } from '../reading/read-tickets.js';
import { storeUpdate } from '../storage/update-ticket.js';
import { storeWithEvents } from '../events/ticket-events.js';
import type { WriteSources } from '../rules/write-sources.js';

/** An article with what is set after it is added. */
export interface ChangeStep {
  readonly article?: CompleteArticle;
  readonly headers?: ArticleHeaders;
  readonly fields: readonly FieldAssignment[];
}

/** What is written with one statement. */
interface Change extends ChangeStep {
  readonly stored: StoredTicket;
  /** Absent for another article of the same request. */
  readonly requested?: RequestedChanges;
  readonly mayMoveInto?: (queueID: number) => boolean;
}

/** A ticket after a change. */
export interface WrittenChange {
  readonly ticketID: number;
  readonly number: string;
  /** Events that the client waits for. */
  readonly awaited: readonly string[];
  /** The new ones. */
  readonly articles: readonly AddedArticle[];
}

/** Drafts a change in memory and writes it. Undefined, and nothing is written, when the ticket is no longer `stored`. */
export async function writeChange(
  database: Database,
  change: Change,
  sources: WriteSources,
): Promise<WrittenChange | undefined> {
  const { stored } = change;
  const { caller, catalogue, context } = sources;
  // Later than the row was written: histories of updates that waited for each other stay in order.
  const now = context.now();
  const draft = new TicketDraft(stored, { now: toEpoch(now), userID: caller.userID });
  const { article, fieldWrites } = await draftChange(draft, { database, change }, { ...sources, now });
  const done = { ticketID: stored.id, number: stored.number, awaited: [], articles: [] };
  if (draft.changedBy === undefined) return done;
  const escalation = await computeEscalation(database, { stored, draft, article: article?.draft }, sources);
  const ids = { ticketID: stored.id, number: stored.number, articleID: article && later('article_id') };
  const { historyTypes } = catalogue;
  const write = { stored, draft, article, fieldWrites, escalation, historyTypes, isNew: false, ...ids };
  const written = await storeWithEvents({ ...context, database }, write, storeUpdate);
  if (written === undefined) return undefined;
  const { awaited, articleID } = written;
  if (article === undefined || articleID === undefined) return { ...done, awaited };
  return { ...done, awaited, articles: [{ id: articleID, senderType: article.draft.senderType }] };
}

async function draftChange(
  draft: TicketDraft,
  { database, change }: { readonly database: Database; readonly change: Change },
  sources: WriteSources,
) {
  const { stored, requested, mayMoveInto = () => false, ...step } = change;
  // Only the first article of a request unlocks.
  const mayUnlock =
    requested !== undefined && !applyChanges(draft, requested, { ...sources, mayMoveInto }).isOwnerChanged;
  const ticket = { number: stored.number, queueID: draft.columns.queueID };
  const article =
    step.article &&
    step.headers &&
    (await prepareArticle(await writeMail({ article: step.article, headers: step.headers }, ticket, sources), sources));
  if (article !== undefined) {
    const earlier = await loadPreviousArticles(database, stored.id, article.draft);
    addArticle(draft, { article: article.draft, earlier, mayUnlock }, sources);
  }
  // Histories of fields follow those of the article.
  const fieldWrites = await planFields(database, step.fields, { stored, sources });
  recordFields(draft, fieldWrites, sources);
  return { article, fieldWrites };
}

async function planFields(
  database: Database,
  assignments: readonly FieldAssignment[],
  { stored, sources: { catalogue } }: { readonly stored: StoredTicket; readonly sources: WriteSources },
): Promise<readonly DynamicFieldWrite[]> {
  if (assignments.length === 0) return [];
  const fields = assignments.map(({ field }) => field).filter((field) => field.objectType === 'Ticket');
  const values = await readDynamicFieldValues(database, { fields, objectIDs: [stored.id], catalogue });
  // Fields of the new article have no values yet.
  return planDynamicFieldWrites(assignments, (field) => values.of(field, stored.id));
}

/** Applies the effects of an article to its ticket: history, unlock time, an owner who is away, accounted time. */
function addArticle(
  draft: TicketDraft,
  { article, earlier, mayUnlock }: { article: ArticleDraft; earlier: PreviousArticles; mayUnlock: boolean },
  rules: ChangeRules & { readonly now: Date },
): void {
  recordArticle(draft, article, earlier);
  const isAway = rules.directory.agentByID(draft.columns.ownerID)?.isOutOfOffice(rules.now) === true;
  if (rules.settings.flag('Ticket::UnlockOnAway') && mayUnlock && isAway) unlock(draft, rules);
  if (article.timeUnit === undefined) return;
  const unit = Number(article.timeUnit);
  recordTime(draft, unit, Math.round((earlier.timeUnits + unit) * 100) / 100);
}
