import {
  columnNames,
  insertEvents,
  KNOWN_VERSION_COLUMN,
  KNOWN_VERSION_IS_CURRENT,
  materialization,
  selectAwaited,
  sharedStatement,
  type InputColumns,
} from '@ticketgate/database/postgres';
import type { Database, SharedRow } from '@ticketgate/sdk';

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
  type WriteDetails,
} from './ticket-write.js';

/** A new ticket with its first article. */
export interface TicketInsert extends ArticleWrite {
  readonly number: string;
  readonly fieldWrites: WriteDetails['fieldWrites'];
}

export interface StoredIDs {
  readonly ticketID: number;
  readonly articleID: number;
  /** Events that the client waits for. */
  readonly awaited: readonly string[];
}

const NUMBER: InputColumns<TicketInsert> = { types: { tn: 'text' }, toRow: ({ number }) => ({ tn: number }) };

// A single statement for everything that all tickets have, which may serve several requests.
const insertWith = (hasEvents: boolean) =>
  sharedStatement<TicketInsert>(
    {
      input: [NUMBER, KNOWN_VERSION_COLUMN, ...TICKET_COLUMNS, STAMP_COLUMNS, ...ARTICLE_INPUT],
      lists: { word: WORDS, ...chooseLists(hasEvents) },
      sizeOf: weighArticle,
    },
    (inputs, count) => `
with ${inputs}, inserted as (
  insert into ticket (tn, ${columnNames(...TICKET_COLUMNS)}, create_time, create_by, change_time, change_by)
  select tn, ${columnNames(...TICKET_COLUMNS)}, written_at, written_by, written_at, written_by from input where ${KNOWN_VERSION_IS_CURRENT} order by position
  returning id, tn
), written ${materialization(count)} (
  select inserted.id as ticket_id, input.* from input join inserted using (tn)
), ${insertArticle(count)}, ticket_seen as (
  insert into ticket_flag (ticket_id, ticket_key, ticket_value, create_time, create_by)
  select ticket_id, 'Seen', '1', written_at, written_by from written
), ${insertHistory('new_article')}${hasEvents ? `, ${insertEvents('new_article', ['ticket_id', 'article_id'])}` : ''}
select position, ticket_id as "ticketID", article_id as "articleID", ${selectAwaited('new_article', hasEvents)}`,
  );
const INSERT = insertWith(false);
const INSERT_WITH_EVENTS = insertWith(true);

/** Writes a new ticket. Undefined, and nothing is written, if its events are planned for outdated listeners. */
export function storeNewTicket(database: Database, ticket: TicketInsert): Promise<StoredIDs | undefined> {
  const { fieldWrites, article } = ticket;
  const { attachments, mail } = article.prepared;
  if (fieldWrites.length + attachments.length === 0 && mail === undefined) return insertTicket(database, ticket);
  return database.withTransaction(async (transaction) => {
    const ids = await insertTicket(transaction, ticket);
    if (ids === undefined) return undefined;
    await storeDetails(transaction, ticket, { ...ids, time: ticket.time, userID: ticket.draft.userID });
    return ids;
  });
}

function insertTicket(database: Database, ticket: TicketInsert): Promise<StoredIDs | undefined> {
  const insert = ticket.events.rows.length === 0 ? INSERT : INSERT_WITH_EVENTS;
  return database.queryTogether<TicketInsert, StoredIDs & SharedRow>(insert, ticket);
}
