import type { Database } from '@ticketgate/sdk';

import type { ArticleDraft } from './check-article.js';

/** Facts about the articles of a ticket before a new one. */
export interface PreviousArticles {
  /** Sender type of the newest article; undefined if there is none. */
  readonly lastSenderType: string | undefined;
  /** Time accounted on the ticket so far. */
  readonly timeUnits: number;
}

const LOAD = `
select
  (select s.name from article a join article_sender_type s on s.id = a.article_sender_type_id
   where a.ticket_id = $1 order by a.id desc limit 1) as "lastSenderType",
  (select coalesce(sum(time_unit), 0)::float8 from time_accounting where ticket_id = $1) as "timeUnits"`;

export const NO_PREVIOUS_ARTICLES: PreviousArticles = { lastSenderType: undefined, timeUnits: 0 };

/**
 * Reads the facts after the ticket was locked, so that nobody adds articles meanwhile. Only needed if the effects of the article
 * depend on previous ones: a customer may answer an agent, and accounted time adds up.
 */
export async function loadPreviousArticles(
  transaction: Database,
  ticketID: number,
  { senderType, timeUnit }: ArticleDraft,
): Promise<PreviousArticles> {
  if (senderType.name !== 'customer' && timeUnit === undefined) return NO_PREVIOUS_ARTICLES;
  const [row] = await transaction.query<PreviousArticles>(LOAD, [ticketID]);
  return row ?? NO_PREVIOUS_ARTICLES;
}
