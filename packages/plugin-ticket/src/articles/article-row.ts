import { anyInList, quickIfFew } from '@ticketgate/database/postgres';
import type { Database, Tables } from '@ticketgate/sdk';

import { ARTICLE, type ArticleRow } from '../columns/article-columns.js';
import { selectList } from '../columns/columns.js';

/** Which articles of each ticket are read, and in which order. */
export interface ArticleSelection {
  /** Only these sender types, in their order; articles of a type that is named twice are returned twice. */
  readonly senderTypeIDs?: readonly number[] | undefined;
  /** Only articles with these ids. */
  readonly ids?: readonly number[] | undefined;
  /** Only articles that customers see. */
  readonly isForCustomer?: boolean;
  readonly isReversed?: boolean;
  /** Most articles per ticket; undefined for all. */
  readonly limit?: number | undefined;
  readonly tables: OptionalTables;
}

/** Asks for `article_version`, with edited and deleted articles, and for chats. */
type OptionalTables = Pick<Tables, 'has'>;

/** Reads the articles of any number of tickets, by default all of them in the order of their ids. */
export async function loadArticles(
  database: Database,
  ticketIDs: readonly number[],
  selection: ArticleSelection,
): Promise<readonly ArticleRow[]> {
  const { tables, isForCustomer } = selection;
  if (isForCustomer !== true && !isRanked(selection)) {
    const rows = await database.query<WholeRow>(whole(tables), [ticketIDs], quickIfFew(ticketIDs));
    // Few tickets have edited or deleted articles; numbering that considers these takes a third of the time.
    if (rows[0]?.hasVersions !== true) return numbered(rows);
  }
  return loadChosen(database, ticketIDs, selection);
}

function isRanked({ senderTypeIDs, ids, isReversed, limit }: ArticleSelection): boolean {
  return senderTypeIDs !== undefined || ids !== undefined || isReversed === true || limit !== undefined;
}

function loadChosen(
  database: Database,
  ticketIDs: readonly number[],
  selection: ArticleSelection,
): Promise<readonly ArticleRow[]> {
  const { senderTypeIDs, ids, isForCustomer = false, isReversed = false, limit, tables } = selection;
  const hasRanks = isRanked(selection);
  const ranking = hasRanks ? [senderTypeIDs ?? null, isReversed, limit ?? null, ids ?? null] : [];
  const text = (hasRanks ? ranked : visible)(tables);
  return database.query<ArticleRow>(text, [ticketIDs, isForCustomer, ...ranking], quickIfFew(ticketIDs));
}

/** Numbers all articles of a ticket. */
interface WholeRow extends Omit<ArticleRow, 'position'> {
  position: number;
  /** Whether a ticket has an article that was edited or deleted. */
  readonly hasVersions: boolean;
}

function numbered(rows: readonly WholeRow[]): readonly ArticleRow[] {
  let previous: WholeRow | undefined;
  for (const row of rows) {
    row.position = previous?.ticketID === row.ticketID ? previous.position + 1 : 1;
    previous = row;
  }
  return rows;
}

const CHATS = `(select jsonb_agg(jsonb_build_object('ID', h.id, 'ChatterID', h.chat_participant_id,
    'ChatterName', h.chat_participant_name, 'ChatterType', h.chat_participant_type, 'MessageText', h.message_text,
    'SystemGenerated', h.system_generated, 'CreateTime', h.create_time::text) order by h.id)
  from article_data_otobo_chat h where h.article_id = c.id)`;

// Deleted articles are not returned, but are numbered.
const WITH_VERSIONS = `
versions as (
  select ticket_id, source_article_id, max(article_delete) as is_deleted
  from article_version where ticket_id = ${anyInList('$1')} group by ticket_id, source_article_id
), numbered as (
  select a.*, v.source_article_id is not null as is_edited, coalesce(v.is_deleted, 0) = 1 as is_deleted,
    row_number() over (partition by coalesce(a.ticket_id, v.ticket_id) order by coalesce(a.id, v.source_article_id)) as position
  from (select * from article where ticket_id = ${anyInList('$1')}) a
  full join versions v on v.source_article_id = a.id
  where a.id is not null or v.is_deleted = 1
)`;

const WITHOUT_VERSIONS = `
numbered as (
  select a.*, false as is_edited, false as is_deleted,
    row_number() over (partition by a.ticket_id order by a.id) as position
  from article a where a.ticket_id = ${anyInList('$1')}
)`;

const CHOSEN = `
chosen as (
  select n.*, row_number() over (partition by n.ticket_id order by w.place, n.id) as rank,
    count(*) over (partition by n.ticket_id) as total
  from numbered n
  left join unnest($3::bigint[]) with ordinality as w(type_id, place) on w.type_id = n.article_sender_type_id
  where n.id is not null and not n.is_deleted and (n.is_visible_for_customer = 1 or not $2::boolean)
    and ($3::bigint[] is null or w.place is not null) and ($6::bigint[] is null or n.id = any($6::bigint[]))
)`;

interface FoundTables {
  readonly hasArticleVersions: boolean;
  readonly hasChats: boolean;
}

/** Composed once for each kind of system, because the driver identifies a prepared statement by its text. */
function forTables(compose: (tables: FoundTables) => string): (tables: OptionalTables) => string {
  const texts = new Map<number, string>();
  return (tables) => {
    const hasArticleVersions = tables.has('article_version');
    const hasChats = tables.has('article_data_otobo_chat');
    const kind = Number(hasArticleVersions) + 2 * Number(hasChats);
    const text = texts.get(kind) ?? compose({ hasArticleVersions, hasChats });
    texts.set(kind, text);
    return text;
  };
}

/** The columns of rows `c` of `article` and `m` of their messages that all statements read. */
const COLUMNS = selectList(ARTICLE);
const TIME_UNIT = `coalesce((select sum(time_unit) from time_accounting
  where ticket_id = c.ticket_id and article_id = c.id), 0)::float8`;

/** Reads selected articles, or all if some were edited or deleted. */
function composeStatement({ hasArticleVersions, hasChats }: FoundTables, hasRanks: boolean): string {
  const all = hasArticleVersions ? WITH_VERSIONS : WITHOUT_VERSIONS;
  return `
with ${hasRanks ? `${all}, ${CHOSEN}` : all}
select ${COLUMNS}, c.position::integer, ${TIME_UNIT} as "timeUnit", c.is_edited as "isEdited", ${hasChats ? CHATS : 'null'} as chat
from ${hasRanks ? 'chosen' : 'numbered'} c
left join article_data_mime m on m.article_id = c.id
${hasRanks ? RANKED : ALL}`;
}

const OF_TICKETS = `ticket_id = ${anyInList('$1')}`;

/** Reads all articles of tickets without edited or deleted ones. Accounted time is only looked up for tickets that have any. */
function composeRows({ hasArticleVersions, hasChats }: FoundTables): string {
  return `
select ${COLUMNS}, 0 as position,
  case when (select exists (select from time_accounting where ${OF_TICKETS})) then ${TIME_UNIT} else 0 end as "timeUnit",
  false as "isEdited", ${hasChats ? CHATS : 'null'} as chat,
  ${hasArticleVersions ? `(select exists (select from article_version where ${OF_TICKETS}))` : 'false'} as "hasVersions"
from article c
left join article_data_mime m on m.article_id = c.id
where c.${OF_TICKETS}
order by c.ticket_id, c.id`;
}

const whole = forTables(composeRows);
const visible = forTables((tables) => composeStatement(tables, false));
const ranked = forTables((tables) => composeStatement(tables, true));

const RANKED = `where $5::bigint is null or (case when $4::boolean then c.total - c.rank + 1 else c.rank end) <= $5::bigint
order by c.ticket_id, case when $4::boolean then -c.rank else c.rank end`;

const ALL = `where c.id is not null and not c.is_deleted and (c.is_visible_for_customer = 1 or not $2::boolean)
order by c.ticket_id, c.id`;
