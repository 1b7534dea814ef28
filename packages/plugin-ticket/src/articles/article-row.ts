import type { Data, Database } from '@ticketgate/sdk';

import { anyInList } from '../sql/any-in-list.js';
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
  const isRanked = senderTypeIDs !== undefined || isReversed || limit !== undefined;
  const ranking = isRanked ? [senderTypeIDs ?? null, isReversed, limit ?? null] : [];
  return database.query<ArticleRow>(statementFor(tables, isRanked), [ticketIDs, isForCustomer, ...ranking]);
}

const CHATS = `(select jsonb_agg(jsonb_build_object('ID', h.id, 'ChatterID', h.chat_participant_id,
    'ChatterName', h.chat_participant_name, 'ChatterType', h.chat_participant_type, 'MessageText', h.message_text,
    'SystemGenerated', h.system_generated, 'CreateTime', h.create_time::text) order by h.id)
  from article_data_otobo_chat h where h.article_id = c.id)`;

// Deleted articles are not read, but count among the numbers of the others.
const WITH_VERSIONS = `
versions as (
  select ticket_id, source_article_id, max(article_delete) as is_deleted
  from article_version where ticket_id = ${anyInList('$1', 'bigint[]')} group by ticket_id, source_article_id
), numbered as (
  select a.*, v.source_article_id is not null as is_edited, coalesce(v.is_deleted, 0) = 1 as is_deleted,
    row_number() over (partition by coalesce(a.ticket_id, v.ticket_id) order by coalesce(a.id, v.source_article_id)) as position
  from (select * from article where ticket_id = ${anyInList('$1', 'bigint[]')}) a
  full join versions v on v.source_article_id = a.id
  where a.id is not null or v.is_deleted = 1
)`;

const WITHOUT_VERSIONS = `
numbered as (
  select a.*, false as is_edited, false as is_deleted,
    row_number() over (partition by a.ticket_id order by a.id) as position
  from article a where a.ticket_id = ${anyInList('$1', 'bigint[]')}
)`;

const CHOSEN = `
chosen as (
  select n.*, row_number() over (partition by n.ticket_id order by w.place, n.id) as rank,
    count(*) over (partition by n.ticket_id) as total
  from numbered n
  left join unnest($3::bigint[]) with ordinality as w(type_id, place) on w.type_id = n.article_sender_type_id
  where n.id is not null and not n.is_deleted and (n.is_visible_for_customer = 1 or not $2::boolean)
    and ($3::bigint[] is null or w.place is not null)
)`;

const statements = new Map<number, string>();

/** A statement is composed once: the driver knows it by its text. */
function statementFor(tables: SystemTables, isRanked: boolean): string {
  const kind = Number(tables.hasArticleVersions) + 2 * Number(tables.hasChats) + 4 * Number(isRanked);
  const text = statements.get(kind) ?? composeStatement(tables, isRanked);
  statements.set(kind, text);
  return text;
}

/** All articles take a simpler statement than some of them. */
function composeStatement({ hasArticleVersions, hasChats }: SystemTables, isRanked: boolean): string {
  const numbered = hasArticleVersions ? WITH_VERSIONS : WITHOUT_VERSIONS;
  return `
with ${isRanked ? `${numbered}, ${CHOSEN}` : numbered}
select c.id, c.ticket_id as "ticketID", c.article_sender_type_id as "senderTypeID", c.communication_channel_id as "channelID",
  c.is_visible_for_customer as "isVisible", c.create_time as created, c.create_by as "createBy", c.change_time as changed,
  c.change_by as "changeBy", c.position::integer,
  coalesce((select sum(time_unit) from time_accounting where ticket_id = c.ticket_id and article_id = c.id), 0)::float8 as "timeUnit",
  m.a_from as from, m.a_reply_to as "replyTo", m.a_to as to, m.a_cc as cc, m.a_bcc as bcc, m.a_subject as subject,
  m.a_message_id as "messageID", m.a_in_reply_to as "inReplyTo", m.a_references as references,
  m.a_content_type as "contentType", m.a_body as body, m.incoming_time as "incomingTime",
  c.is_edited as "isEdited", ${hasChats ? CHATS : 'null'} as chat
from ${isRanked ? 'chosen' : 'numbered'} c
left join article_data_mime m on m.article_id = c.id
${isRanked ? RANKED : ALL}`;
}

const RANKED = `where $5::bigint is null or (case when $4::boolean then c.total - c.rank + 1 else c.rank end) <= $5::bigint
order by c.ticket_id, case when $4::boolean then -c.rank else c.rank end`;

const ALL = `where c.id is not null and not c.is_deleted and (c.is_visible_for_customer = 1 or not $2::boolean)
order by c.ticket_id, c.id`;
