import { materialization, childRows, type ItemCount, columnNames, sql, type Sql } from '@ticketgate/postgres';

import { ARTICLE_COLUMNS, MIME_COLUMNS } from './ticket-columns.js';
import type { ArticleWrite } from './ticket-write.js';

const words = childRows(({ article }: ArticleWrite) => article.prepared.searchIndex);

/** Adds an article without attachments to each ticket of `written`; `added` has the ids. */
export function insertArticle(count: ItemCount): Sql<readonly ArticleWrite[]> {
  return sql`added as (
  insert into article (ticket_id, ${columnNames(ARTICLE_COLUMNS)}, create_time, create_by, change_time, change_by)
  select ticket_id, ${columnNames(ARTICLE_COLUMNS)}, written_at, written_by, written_at, written_by from written order by position
  returning id, ticket_id
), new_article ${materialization(count)} (
  select added.id as article_id, written.* from written join added using (ticket_id)
), mime as (
  insert into article_data_mime (article_id, ${columnNames(MIME_COLUMNS)}, a_reply_to, a_message_id, a_in_reply_to, a_references,
    create_time, create_by, change_time, change_by)
  select article_id, ${columnNames(MIME_COLUMNS)}, '', '', '', '', written_at, written_by, written_at, written_by from new_article
), indexed as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select ticket_id, article_id, key, value
  from new_article join unnest(${words.position}::int[], ${words.value(({ key }) => key)}::text[],
    ${words.value(({ value }) => value)}::text[]) as word (position, key, value) using (position)
), accounted as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select ticket_id, article_id, time_unit, written_at, written_by, written_at, written_by from new_article
  where time_unit is not null
), seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select article_id, 'Seen', '1', written_at, written_by from new_article
)`;
}
