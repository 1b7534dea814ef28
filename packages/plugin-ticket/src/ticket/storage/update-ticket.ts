import {
  insertEvents,
  KNOWN_VERSION_COLUMN,
  KNOWN_VERSION_IS_CURRENT,
  materialization,
  selectAwaited,
  sharedStatement,
  type InputColumns,
  type ItemCount,
} from '@ticketgate/database/postgres';
import type { Database, SharedRow } from '@ticketgate/sdk';

import type { StoredTicket } from '../reading/read-tickets.js';
import {
  ARTICLE_INPUT,
  chooseLists,
  insertArticle,
  insertHistory,
  weighArticle,
  STAMP_COLUMNS,
  storeDetails,
  TICKET_COLUMNS,
  WORDS,
  type ArticleWrite,
  type TicketWrite,
  type WriteDetails,
} from './ticket-write.js';

/** An update of a ticket. */
export interface TicketUpdate extends TicketWrite {
  /** The row that the update is based on. */
  readonly stored: StoredTicket;
}

type ArticleUpdate = TicketUpdate & ArticleWrite;

const STORED: InputColumns<TicketUpdate> = {
  types: { ticket_id: 'bigint', version: 'xid', changed_by: 'int' },
  toRow: ({ stored, draft }) => ({
    ticket_id: stored.id,
    version: stored.version,
    changed_by: draft.changedBy ?? draft.userID,
  }),
};

const COLUMNS = [STORED, KNOWN_VERSION_COLUMN, ...TICKET_COLUMNS, STAMP_COLUMNS];

const assignments = TICKET_COLUMNS.flatMap(({ types }) => Object.keys(types)).map((name) => `${name} = input.${name}`);

/**
 * Selects tickets that are unchanged since they were read. Locked tickets are skipped, so that no request waits for the ticket of another
 * one in the same statement or pipeline, and deadlocks are impossible.
 */
const UPDATED = `ticket.id = input.ticket_id and ticket.xmin = input.version and ticket.id in (
    select ticket.id from ticket join input on ticket.id = input.ticket_id and ticket.xmin = input.version
    for no key update of ticket skip locked)`;

const updateTicket = (count: ItemCount) => `updated as (
  update ticket set ${assignments.join(', ')}, change_time = input.written_at, change_by = input.changed_by
  from input where ${KNOWN_VERSION_IS_CURRENT} and ${UPDATED}
  returning input.position
), written ${materialization(count)} (
  select input.* from input join updated using (position)
)`;

const updateWith = (hasEvents: boolean) =>
  sharedStatement<TicketUpdate>(
    { input: COLUMNS, lists: chooseLists(hasEvents) },
    (inputs, count) => `
with ${inputs}, ${updateTicket(count)},
${insertHistory('(select null::bigint as article_id, * from written) t')}${hasEvents ? `, ${insertEvents('written', [])}` : ''}
select position, null as "articleID", ${selectAwaited('written', hasEvents)}`,
  );

const updateWithArticle = (hasEvents: boolean) =>
  sharedStatement<ArticleUpdate>(
    { input: [...COLUMNS, ...ARTICLE_INPUT], lists: { word: WORDS, ...chooseLists(hasEvents) }, sizeOf: weighArticle },
    (inputs, count) => `
with ${inputs}, ${updateTicket(count)},
${insertArticle(count)}, unseen as (
  -- Other agents have something new to read.
  delete from ticket_flag flag using written
  where flag.ticket_id = written.ticket_id and ticket_key = 'Seen' and create_by <> written_by
), ${insertHistory('new_article')}${hasEvents ? `, ${insertEvents('new_article', ['article_id'])}` : ''}
select position, article_id as "articleID", ${selectAwaited('new_article', hasEvents)}`,
  );

const UPDATE = { plain: updateWith(false), withEvents: updateWith(true) };
const UPDATE_WITH_ARTICLE = { plain: updateWithArticle(false), withEvents: updateWithArticle(true) };

interface WrittenRow extends SharedRow {
  readonly articleID: number | null;
  readonly awaited: readonly string[];
}

/**
 * Writes a ticket, its history in order, and its new article with one statement; attachments and dynamic fields with one each.
 * Undefined, and nothing is written, when the ticket is no longer the row that was read, somebody else is about to change it, or its
 * events are planned for outdated listeners.
 */
export async function storeUpdate(database: Database, write: TicketUpdate & WriteDetails) {
  const { article, draft, stored, events } = write;
  const kind = events.rows.length === 0 ? 'plain' : 'withEvents';
  const row =
    article === undefined
      ? await database.queryTogether<TicketUpdate, WrittenRow>(UPDATE[kind], write)
      : await database.queryTogether<ArticleUpdate, WrittenRow>(UPDATE_WITH_ARTICLE[kind], { ...write, article });
  if (row === undefined) return undefined;
  const articleID = row.articleID ?? undefined;
  await storeDetails(database, write, { ticketID: stored.id, articleID, time: write.time, userID: draft.userID });
  return { articleID, awaited: row.awaited };
}
