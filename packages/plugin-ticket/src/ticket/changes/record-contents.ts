import type { ArticleDraft } from '../../articles/store/article-draft.js';
import type { PreviousArticles } from '../../articles/previous-articles.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { history } from '../history/history.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';
import { resetUnlockTime, unlock } from './change-lock.js';

/** Applies the effects of an article to its ticket: history, unlock time, an owner who is away, accounted time. */
export function addArticle(
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

/** Records an article. One of an agent, and a customer's answer to one, restarts the time until the lock expires. */
export function recordArticle(
  draft: TicketDraft,
  { historyType, historyComment, senderType }: ArticleDraft,
  { lastSenderType }: PreviousArticles,
): void {
  draft.change({});
  draft.record({ type: historyType, name: historyComment }, { isOfArticle: true });
  const isAnswer = senderType.name === 'customer' && lastSenderType === 'agent';
  if (senderType.name === 'agent' || isAnswer) resetUnlockTime(draft);
}

export function recordTime(draft: TicketDraft, unit: number, total: number): void {
  draft.record(history.timeAccounting(unit, total), { isOfArticle: true });
}

/** Records the changes of dynamic fields. */
export function recordFields(draft: TicketDraft, writes: readonly DynamicFieldWrite[]): void {
  for (const fieldWrite of writes) {
    const { historyType: type, historyName: name, field } = fieldWrite;
    draft.change({});
    draft.record({ type, name }, { isOfArticle: field.objectType === 'Article', fieldWrite });
  }
}
