import type { Directory } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../../articles/store/article-draft.js';
import { unlock } from '../../../ticket/changes/change-lock.js';
import type { ChangeRules, TicketDraft } from '../../../ticket/changes/ticket-draft.js';
import { resetUnlockTime } from '../../../ticket/changes/unlock-time.js';

/** What was known of the ticket's articles before this one. */
export interface EarlierArticles {
  /** Sender type of the newest one; undefined without any. */
  readonly lastSenderType: string | undefined;
  /** Time accounted on the ticket so far. */
  readonly timeUnits: number;
}

/** Works out what an article does to its ticket: history, unlock time, an owner who is away, accounted time. */
export function recordArticle(
  draft: TicketDraft,
  { article, earlier, isOwnerChanged }: { article: ArticleDraft; earlier: EarlierArticles; isOwnerChanged: boolean },
  rules: ChangeRules & { readonly nowDate: Date },
): void {
  draft.change({});
  draft.record(article.historyType, article.historyComment, { isOfArticle: true });
  const isAnswer = article.senderType === 'customer' && earlier.lastSenderType === 'agent';
  if (article.senderType === 'agent' || isAnswer) resetUnlockTime(draft);
  const isAway = isOwnerAway(draft, rules.directory, rules.nowDate);
  if (rules.settings.flag('Ticket::UnlockOnAway') && !isOwnerChanged && isAway) unlock(draft, rules);
  if (article.timeUnit === undefined) return;
  const total = Math.round((earlier.timeUnits + Number(article.timeUnit)) * 100) / 100;
  draft.record('TimeAccounting', `%%${Number(article.timeUnit)}%%${total}`, { isOfArticle: true });
}

function isOwnerAway(draft: TicketDraft, directory: Directory, now: Date): boolean {
  return directory.agentByID(draft.columns.ownerID)?.isOutOfOffice(now) === true;
}
