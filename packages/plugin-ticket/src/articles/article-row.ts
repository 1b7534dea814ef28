import type { Database } from '@ticketgate/sdk';

/** An article as it is stored. */
export interface ArticleRow {
  readonly id: number;
  readonly ticketID: number;
  readonly senderTypeID: number;
  readonly channelID: number;
  readonly isVisible: number;
  readonly created: string;
  readonly createBy: number;
  readonly changed: string;
  readonly changeBy: number;
  /** 1-based among all articles of the ticket. */
  readonly position: number;
  readonly timeUnit: number;
  readonly from: string | null;
  readonly replyTo: string | null;
  readonly to: string | null;
  readonly cc: string | null;
  readonly bcc: string | null;
  readonly subject: string | null;
  readonly messageID: string | null;
  readonly inReplyTo: string | null;
  readonly references: string | null;
  readonly contentType: string | null;
  readonly body: string | null;
  readonly incomingTime: number | null;
}

const COLUMNS = `
select a.id, a.ticket_id as "ticketID", a.article_sender_type_id as "senderTypeID", a.communication_channel_id as "channelID",
  a.is_visible_for_customer as "isVisible", a.create_time as created, a.create_by as "createBy", a.change_time as changed,
  a.change_by as "changeBy", row_number() over (partition by a.ticket_id order by a.id)::integer as position,
  coalesce((select sum(time_unit) from time_accounting where article_id = a.id), 0)::float8 as "timeUnit",
  m.a_from as from, m.a_reply_to as "replyTo", m.a_to as to, m.a_cc as cc, m.a_bcc as bcc, m.a_subject as subject,
  m.a_message_id as "messageID", m.a_in_reply_to as "inReplyTo", m.a_references as references,
  m.a_content_type as "contentType", m.a_body as body, m.incoming_time as "incomingTime"
from article a
left join article_data_mime m on m.article_id = a.id
where a.ticket_id = any($1::bigint[])
order by a.ticket_id, a.id`;

/** Reads the articles of any number of tickets with one statement, in the order of their ids. */
export function loadArticles(database: Database, ticketIDs: readonly number[]): Promise<ArticleRow[]> {
  return database.query<ArticleRow>(COLUMNS, [ticketIDs]);
}
