import type { Database } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../../articles/store/article-draft.js';
import type { PreparedArticle } from '../../../articles/store/prepared-article.js';
import { storeAttachments } from '../../../articles/store/store-attachments.js';

/** An article that is added to a ticket which exists. */
export interface ArticleWrite {
  readonly ticketID: number;
  readonly draft: ArticleDraft;
  readonly prepared: PreparedArticle;
  readonly userID: number;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly time: string;
  /** Seconds since 1970. */
  readonly now: number;
}

const WRITE = `
with added as (
  insert into article (ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer,
    search_index_needs_rebuild, create_time, create_by, change_time, change_by)
  values ($1, $2, $3, $4, $22::smallint, $5, $6, $5, $6)
  returning id
), mime as (
  insert into article_data_mime (article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
    a_references, a_content_type, a_body, incoming_time, create_time, create_by, change_time, change_by)
  select id, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $5, $6, $5, $6 from added
), indexed as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select $1, added.id, w.key, w.value from added, unnest($19::text[], $20::text[]) as w(key, value)
), accounted as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select $1, id, $21::numeric, $5, $6, $5, $6 from added where $21::numeric is not null
), seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select id, 'Seen', '1', $5, $6 from added
), unseen as (
  -- Other agents have something new to read.
  delete from ticket_flag where ticket_id = $1 and ticket_key = 'Seen' and create_by <> $6
)
select id from added`;

/** Writes an article with its text, search index and accounted time, with one statement; returns its id. */
export async function writeArticle(transaction: Database, write: ArticleWrite): Promise<number> {
  const { draft, prepared } = write;
  const [row] = await transaction.query<{ id: number }>(WRITE, [
    write.ticketID,
    draft.senderTypeID,
    draft.channelID,
    draft.isVisible ? 1 : 0,
    write.time,
    write.userID,
    draft.from,
    draft.replyTo,
    draft.to,
    draft.cc,
    draft.bcc,
    draft.subject,
    draft.messageID,
    draft.inReplyTo,
    draft.references,
    prepared.contentType,
    prepared.body,
    write.now,
    prepared.searchIndex.map((entry) => entry.key),
    prepared.searchIndex.map((entry) => entry.value),
    draft.timeUnit ?? null,
    prepared.needsIndexing ? 1 : 0,
  ]);
  if (row === undefined) throw new Error('The article was inserted, but its id did not come back.');
  await storeAttachments(transaction, prepared.attachments, { ...write, articleID: row.id });
  return row.id;
}
