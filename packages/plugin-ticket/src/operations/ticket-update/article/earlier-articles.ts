import type { Database } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../../articles/store/article-draft.js';
import type { EarlierArticles } from './record-article.js';

const LOAD = `
select
  (select s.name from article a join article_sender_type s on s.id = a.article_sender_type_id
   where a.ticket_id = $1 order by a.id desc limit 1) as last_sender_type,
  (select coalesce(sum(time_unit), 0)::text from time_accounting where ticket_id = $1) as time_units`;

export const NO_ARTICLES: EarlierArticles = { lastSenderType: undefined, timeUnits: 0 };

/** Whether an article's effects depend on those before it: customers answer agents, and accounted time adds up. */
export function needsEarlierArticles({ senderType, timeUnit }: ArticleDraft): boolean {
  return senderType === 'customer' || timeUnit !== undefined;
}

/** Read after the ticket was locked: nobody adds articles meanwhile. */
export async function loadEarlierArticles(transaction: Database, ticketID: number): Promise<EarlierArticles> {
  const [row] = await transaction.query<{ last_sender_type: string | null; time_units: string }>(LOAD, [ticketID]);
  return { lastSenderType: row?.last_sender_type ?? undefined, timeUnits: Number(row?.time_units ?? 0) };
}
