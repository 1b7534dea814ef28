import { asDerived, type GivenColumns, givenRows, namesOf, sharedStatement, sql } from '@ticketgate/postgres';
import type { Database, SharedRow } from '@ticketgate/sdk';

import { insertArticle } from './insert-article.js';
import { insertHistory } from './insert-history.js';
import { ARTICLE_COLUMNS, MIME_COLUMNS, STAMP_COLUMNS, TICKET_COLUMNS, TIME_COLUMNS } from './ticket-columns.js';
import { sizeOfArticle, storeDetails, type ArticleWrite, type WriteDetails } from './ticket-write.js';

/** A ticket that does not exist yet, with its first article. */
export interface TicketInsert extends ArticleWrite {
  readonly number: string;
  readonly fieldWrites: WriteDetails['fieldWrites'];
}

export interface StoredIDs {
  readonly ticketID: number;
  readonly articleID: number;
}

const COLUMNS: GivenColumns<TicketInsert> = {
  tn: ['text', ({ number }) => number],
  ...TICKET_COLUMNS,
  ...STAMP_COLUMNS,
  ...ARTICLE_COLUMNS,
  ...MIME_COLUMNS,
  ...TIME_COLUMNS,
};

// One statement for everything that every ticket has: a create costs one round trip, or a share of one.
const INSERT = sharedStatement<TicketInsert>(
  (count) => sql`
with ${givenRows(COLUMNS, count)}, inserted as (
  insert into ticket (tn, ${namesOf(TICKET_COLUMNS)}, create_time, create_by, change_time, change_by)
  select tn, ${namesOf(TICKET_COLUMNS)}, written_at, written_by, written_at, written_by from given order by position
  returning id, tn
), written ${asDerived(count)} (
  select inserted.id as ticket_id, given.* from given join inserted using (tn)
), ${insertArticle(count)}, ticket_seen as (
  insert into ticket_flag (ticket_id, ticket_key, ticket_value, create_time, create_by)
  select ticket_id, 'Seen', '1', written_at, written_by from written
), ${insertHistory('new_article')}
select position, ticket_id as "ticketID", article_id as "articleID" from new_article`,
  sizeOfArticle,
);

/** Writes a new ticket: all of it or nothing. */
export async function storeNewTicket(database: Database, ticket: TicketInsert): Promise<StoredIDs> {
  const { fieldWrites, article } = ticket;
  if (fieldWrites.length === 0 && article.prepared.attachments.length === 0) return insertTicket(database, ticket);
  return database.withTransaction(async (transaction) => {
    const ids = await insertTicket(transaction, ticket);
    await storeDetails(transaction, ticket, { ...ids, time: ticket.time, userID: ticket.draft.userID });
    return ids;
  });
}

async function insertTicket(database: Database, ticket: TicketInsert): Promise<StoredIDs> {
  const row = await database.queryTogether<TicketInsert, StoredIDs & SharedRow>(INSERT, ticket);
  if (row === undefined) throw new Error('The database returned no ids for a new ticket.');
  const { ticketID, articleID } = row;
  return { ticketID, articleID };
}
