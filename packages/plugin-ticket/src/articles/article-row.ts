import type { Data, Database } from '@ticketgate/sdk';

import type { SystemTables } from '../system-tables.js';

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
  readonly isEdited: boolean;
  /** The messages of a chat; null for all others. */
  readonly chat: readonly Data[] | null;
}

/** Which articles of each ticket are read, and in which order. */
export interface ArticleSelection {
  /** Of these sender types only, in the order of the types; a type that is named twice gives its articles twice. */
  readonly senderTypeIDs?: readonly number[] | undefined;
  /** Those that customers see. */
  readonly isForCustomer?: boolean;
  readonly isReversed?: boolean;
  /** The first ones per ticket; undefined for all. */
  readonly limit?: number | undefined;
  readonly tables?: SystemTables;
}

const NO_TABLES: SystemTables = { hasArticleVersions: false, hasChats: false };

/** Reads the articles of any number of tickets with one statement, by default all of them in the order of their ids. */
export function loadArticles(
  database: Database,
  ticketIDs: readonly number[],
  selection: ArticleSelection = {},
): Promise<ArticleRow[]> {
  const { senderTypeIDs, isForCustomer = false, isReversed = false, limit, tables = NO_TABLES } = selection;
  return database.query<ArticleRow>(statementFor(tables), [
    ticketIDs,
    senderTypeIDs ?? null,
    isForCustomer,
    isReversed,
    limit ?? null,
  ]);
}

// Deleted articles are not read, but count among the numbers of the others.
const DELETED = `
  union select source_article_id, ticket_id from article_version where ticket_id = any($1::bigint[]) and article_delete = 1`;
const NOT_DELETED = `
    and not exists (select 1 from article_version v
      where v.ticket_id = a.ticket_id and v.source_article_id = a.id and v.article_delete = 1)`;
const EDITED = `exists (select 1 from article_version v where v.ticket_id = c.ticket_id and v.source_article_id = c.id)`;
const CHATS = `(select jsonb_agg(jsonb_build_object('ID', h.id, 'ChatterID', h.chat_participant_id,
    'ChatterName', h.chat_participant_name, 'ChatterType', h.chat_participant_type, 'MessageText', h.message_text,
    'SystemGenerated', h.system_generated, 'CreateTime', h.create_time::text) order by h.id)
  from article_data_otobo_chat h where h.article_id = c.id)`;

function statementFor({ hasArticleVersions, hasChats }: SystemTables): string {
  return `
with known as (
  select id, ticket_id from article where ticket_id = any($1::bigint[])${hasArticleVersions ? DELETED : ''}
), numbered as (
  select id, row_number() over (partition by ticket_id order by id)::integer as position from known
), chosen as (
  select a.id, n.position, row_number() over (partition by a.ticket_id order by w.place, a.id) as rank,
    count(*) over (partition by a.ticket_id) as total
  from article a
  join numbered n on n.id = a.id
  left join unnest($2::bigint[]) with ordinality as w(type_id, place) on w.type_id = a.article_sender_type_id
  where a.ticket_id = any($1::bigint[]) and ($2::bigint[] is null or w.place is not null)
    and (a.is_visible_for_customer = 1 or not $3::boolean)${hasArticleVersions ? NOT_DELETED : ''}
)
select c.id, c.ticket_id as "ticketID", c.article_sender_type_id as "senderTypeID", c.communication_channel_id as "channelID",
  c.is_visible_for_customer as "isVisible", c.create_time as created, c.create_by as "createBy", c.change_time as changed,
  c.change_by as "changeBy", k.position,
  coalesce((select sum(time_unit) from time_accounting where ticket_id = c.ticket_id and article_id = c.id), 0)::float8 as "timeUnit",
  m.a_from as from, m.a_reply_to as "replyTo", m.a_to as to, m.a_cc as cc, m.a_bcc as bcc, m.a_subject as subject,
  m.a_message_id as "messageID", m.a_in_reply_to as "inReplyTo", m.a_references as references,
  m.a_content_type as "contentType", m.a_body as body, m.incoming_time as "incomingTime",
  ${hasArticleVersions ? EDITED : 'false'} as "isEdited", ${hasChats ? CHATS : 'null'} as chat
from chosen k
join article c on c.id = k.id
left join article_data_mime m on m.article_id = c.id
where $5::bigint is null or (case when $4::boolean then k.total - k.rank + 1 else k.rank end) <= $5::bigint
order by c.ticket_id, case when $4::boolean then -k.rank else k.rank end`;
}
