import { asDerived, type GivenColumns, givenRows, type ItemCount, sharedStatement, sql } from '@ticketgate/postgres';
import type { Database, SharedRow } from '@ticketgate/sdk';

import type { StoredTicket } from '../read-tickets.js';
import { insertArticle } from './insert-article.js';
import { insertHistory } from './insert-history.js';
import { ARTICLE_COLUMNS, MIME_COLUMNS, STAMP_COLUMNS, TICKET_COLUMNS, TIME_COLUMNS } from './ticket-columns.js';
import { sizeOfArticle, storeDetails, type ArticleWrite, type TicketWrite, type WriteDetails } from './ticket-write.js';

/** A ticket that changes. */
export interface TicketUpdate extends TicketWrite {
  /** The row that the update was worked out from. */
  readonly stored: StoredTicket;
}

type ArticleUpdate = TicketUpdate & ArticleWrite;

const COLUMNS: GivenColumns<TicketUpdate> = {
  ticket_id: ['bigint', ({ stored }) => stored.id],
  version: ['xid', ({ stored }) => stored.version],
  changed_by: ['int', ({ draft }) => draft.changedBy ?? draft.userID],
  ...TICKET_COLUMNS,
  ...STAMP_COLUMNS,
};

const COLUMNS_WITH_ARTICLE: GivenColumns<ArticleUpdate> = {
  ...COLUMNS,
  ...ARTICLE_COLUMNS,
  ...MIME_COLUMNS,
  ...TIME_COLUMNS,
};

const assignments = Object.keys(TICKET_COLUMNS).map((name) => `${name} = given.${name}`);

/**
 * Those that are still what was read. Tickets that others have locked are left out rather than waited for, so that nobody waits for
 * another one's ticket, be it in the same statement or in one that was sent behind it, and nobody in a circle.
 */
const UPDATED = `ticket.id = given.ticket_id and ticket.xmin = given.version and ticket.id in (
    select ticket.id from ticket join given on ticket.id = given.ticket_id and ticket.xmin = given.version
    for no key update of ticket skip locked)`;

const updateTicket = (count: ItemCount) => `updated as (
  update ticket set ${assignments.join(', ')}, change_time = given.written_at, change_by = given.changed_by
  from given where ${UPDATED}
  returning given.position
), written ${asDerived(count)} (
  select given.* from given join updated using (position)
)`;

const UPDATE = sharedStatement<TicketUpdate>(
  (count) => sql`
with ${givenRows(COLUMNS, count)}, ${updateTicket(count)}, ${insertHistory('(select null::bigint as article_id, * from written) t')}
select position, null as "articleID" from written`,
);

const UPDATE_WITH_ARTICLE = sharedStatement<ArticleUpdate>(
  (count) => sql`
with ${givenRows(COLUMNS_WITH_ARTICLE, count)}, ${updateTicket(count)},
${insertArticle(count)}, unseen as (
  -- Other agents have something new to read.
  delete from ticket_flag flag using written
  where flag.ticket_id = written.ticket_id and ticket_key = 'Seen' and create_by <> written_by
), ${insertHistory('new_article')}
select position, article_id as "articleID" from new_article`,
  sizeOfArticle,
);

interface WrittenRow extends SharedRow {
  readonly articleID: number | null;
}

/** The trace of a write. */
export interface WrittenUpdate {
  /** The new article, if there is one. */
  readonly articleID: number | undefined;
}

/**
 * Writes a ticket, its history in order, and its new article with one statement; attachments and dynamic fields with one each.
 * Undefined, and nothing is written, when the ticket is no longer the row that was read, or somebody else is about to change it.
 */
export async function storeUpdate(
  database: Database,
  write: TicketUpdate & WriteDetails,
): Promise<WrittenUpdate | undefined> {
  const { article, draft, stored } = write;
  const row =
    article === undefined
      ? await database.queryTogether<TicketUpdate, WrittenRow>(UPDATE, write)
      : await database.queryTogether<ArticleUpdate, WrittenRow>(UPDATE_WITH_ARTICLE, { ...write, article });
  if (row === undefined) return undefined;
  const articleID = row.articleID ?? undefined;
  await storeDetails(database, write, { ticketID: stored.id, articleID, time: write.time, userID: draft.userID });
  return { articleID };
}
