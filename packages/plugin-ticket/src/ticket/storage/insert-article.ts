import { sql } from '../../sql/sql.js';
import { time, userID, type ArticleWrite } from './ticket-write.js';

const articleTime = sql<ArticleWrite>`${time}::timestamp, ${userID}, ${time}::timestamp, ${userID}`;

/** Adds an article to the ticket of `written`, with all that belongs to it but attachments; its row is `added`. */
export const insertArticle = sql<ArticleWrite>`added as (
  insert into article (ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer,
    search_index_needs_rebuild, create_time, create_by, change_time, change_by)
  select id, ${({ article }) => article.draft.senderType.id}, ${({ article }) => article.draft.channel.id},
    ${({ article }) => Number(article.draft.isVisible)}, ${({ article }) => Number(article.prepared.needsIndexing)},
    ${articleTime}
  from written
  returning id, ticket_id
), mime as (
  insert into article_data_mime (article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
    a_references, a_content_type, a_body, incoming_time, create_time, create_by, change_time, change_by)
  select id, ${({ article }) => article.draft.from}, '', ${({ article }) => article.draft.to},
    ${({ article }) => article.draft.cc}, ${({ article }) => article.draft.bcc}, ${({ article }) => article.draft.subject},
    '', '', '', ${({ article }) => article.prepared.contentType}, ${({ article }) => article.prepared.body},
    ${({ draft }) => draft.now}, ${articleTime}
  from added
), indexed as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select added.ticket_id, added.id, word.key, word.value
  from added, unnest(${({ article }) => article.prepared.searchIndex.map(({ key }) => key)}::text[],
    ${({ article }) => article.prepared.searchIndex.map(({ value }) => value)}::text[]) as word (key, value)
), accounted as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select ticket_id, id, ${timeUnit}::decimal, ${articleTime} from added where ${timeUnit}::decimal is not null
), seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select id, 'Seen', '1', ${time}::timestamp, ${userID} from added
)`;

function timeUnit({ article }: ArticleWrite): string | null {
  return article.draft.timeUnit ?? null;
}
