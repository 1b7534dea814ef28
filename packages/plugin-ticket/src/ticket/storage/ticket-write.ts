import {
  childRows,
  columnNames,
  materialization,
  sql,
  type InputColumns,
  type ItemCount,
  type Sql,
} from '@ticketgate/database/postgres';
import type { Database, PlannedEvents } from '@ticketgate/sdk';

import { storeAttachments } from '../../articles/store/store-attachments.js';
import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { storeDynamicFieldWrites } from '../../dynamic-fields/store-writes.js';
import { ARTICLE } from '../../columns/article-columns.js';
import { valuesOf, writtenColumns } from '../../columns/columns.js';
import { CHANGED, ESCALATION } from '../../columns/ticket-columns.js';
import type { EscalationTimes } from '../../escalation/escalation-times.js';
import type { DraftedHistory } from '../history.js';
import type { TicketDraft } from '../ticket-draft.js';
import type { NewArticle } from '../../articles/store/prepare-article.js';

/** The part of a write that is one statement. */
export interface TicketWrite {
  readonly draft: TicketDraft;
  readonly escalation: EscalationTimes;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly time: string;
  readonly historyTypes: Entries<CatalogueEntry>;
  /** The events of the write that are known in advance. */
  readonly events: PlannedEvents;
}

/** A write that adds an article. */
export interface ArticleWrite extends TicketWrite {
  readonly article: NewArticle;
}

/** Approximate characters of an article. */
export function sizeOfArticle({ article: { prepared } }: ArticleWrite): number {
  return prepared.searchIndex.reduce((size, { value }) => size + value.length, prepared.body.length);
}

/** The columns of `ticket` that every write sets. */
export const TICKET_COLUMNS: InputColumns<TicketWrite> = {
  ...writtenColumns(
    CHANGED,
    valuesOf(CHANGED, ({ draft }: TicketWrite) => draft.columns),
  ),
  ...writtenColumns(
    ESCALATION,
    valuesOf(ESCALATION, ({ escalation }: TicketWrite) => escalation),
  ),
};

/** Time and user of all rows of a write. */
export const STAMP_COLUMNS: InputColumns<TicketWrite> = {
  written_at: ['timestamp', ({ time }) => time],
  written_by: ['int', ({ draft }) => draft.userID],
};

/** The columns of `article`. */
const ARTICLE_COLUMNS: InputColumns<ArticleWrite> = {
  ...writtenColumns<ArticleWrite, typeof ARTICLE>(ARTICLE, {
    senderTypeID: ({ article }) => article.draft.senderType.id,
    channelID: ({ article }) => article.draft.channel.id,
    isVisible: ({ article }) => Number(article.draft.isVisible),
  }),
  search_index_needs_rebuild: ['int', ({ article }) => Number(article.prepared.needsIndexing)],
};

/** The columns of `article_data_mime`. */
const MIME_COLUMNS = writtenColumns<ArticleWrite, typeof ARTICLE>(ARTICLE, {
  from: ({ article }) => article.draft.from,
  to: ({ article }) => article.draft.to,
  cc: ({ article }) => article.draft.cc,
  bcc: ({ article }) => article.draft.bcc,
  subject: ({ article }) => article.draft.subject,
  contentType: ({ article }) => article.prepared.contentType,
  body: ({ article }) => article.prepared.body,
  incomingTime: ({ draft }) => draft.now,
});

/** The columns of the input that {@link insertArticle} reads. */
export const ARTICLE_INPUT: InputColumns<ArticleWrite> = {
  ...ARTICLE_COLUMNS,
  ...MIME_COLUMNS,
  // Null if no time is accounted.
  time_unit: ['decimal', ({ article }) => article.draft.timeUnit ?? null],
};

const words = childRows(({ article }: ArticleWrite) => article.prepared.searchIndex);

/** Adds an article without attachments to each ticket of `written`; `added` has the ids. */
export function insertArticle(count: ItemCount): Sql<readonly ArticleWrite[]> {
  return sql`added as (
  insert into article (ticket_id, ${columnNames(ARTICLE_COLUMNS)}, create_time, create_by, change_time, change_by)
  select ticket_id, ${columnNames(ARTICLE_COLUMNS)}, written_at, written_by, written_at, written_by from written order by position
  returning id, ticket_id
), new_article ${materialization(count)} (
  select added.id as article_id, written.* from written join added using (ticket_id)
), mime as (
  insert into article_data_mime (article_id, ${columnNames(MIME_COLUMNS)}, a_reply_to, a_message_id, a_in_reply_to, a_references,
    create_time, create_by, change_time, change_by)
  select article_id, ${columnNames(MIME_COLUMNS)}, '', '', '', '', written_at, written_by, written_at, written_by from new_article
), indexed as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select ticket_id, article_id, key, value
  from new_article join unnest(${words.position}::int[], ${words.value(({ key }) => key)}::text[],
    ${words.value(({ value }) => value)}::text[]) as word (position, key, value) using (position)
), accounted as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select ticket_id, article_id, time_unit, written_at, written_by, written_at, written_by from new_article
  where time_unit is not null
), seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select article_id, 'Seen', '1', written_at, written_by from new_article
)`;
}

const rows = childRows(({ draft }: TicketWrite) => draft.history);

const each = (read: (row: DraftedHistory) => unknown) => rows.value(read);

/**
 * Adds the history of tickets in its order. The entry of a creation ends with the id of the ticket.
 *
 * @param source the tickets, each with the `article_id` of the article that is written with it, or null
 */
export function insertHistory(source: string): Sql<readonly TicketWrite[]> {
  return sql<readonly TicketWrite[]>`history as (
  insert into ticket_history (name, history_type_id, ticket_id, article_id, queue_id, owner_id, priority_id, state_id, type_id,
    create_time, create_by, change_time, change_by)
  select h.name || case when h.is_creation then ticket_id::text else '' end, h.history_type_id, ticket_id,
    case when h.is_of_article then article_id end, h.queue_id, h.owner_id, h.priority_id, h.state_id, h.type_id,
    written_at, h.user_id, written_at, h.user_id
  from ${source} join unnest(${rows.position}::int[], ${each((row) => row.name)}::text[], ${rows.value(typeID)}::int[],
    ${each((row) => row.isOfArticle)}::boolean[], ${each((row) => row.queueID)}::int[], ${each((row) => row.ownerID)}::int[],
    ${each((row) => row.priorityID)}::int[], ${each((row) => row.stateID)}::int[], ${each((row) => row.typeID)}::int[],
    ${each((row) => row.userID)}::int[], ${each(isCreation)}::boolean[])
    with ordinality as h (position, name, history_type_id, is_of_article, queue_id, owner_id, priority_id, state_id, type_id,
    user_id, is_creation, number) using (position)
  order by h.number
)`;
}

/** The article of a new ticket has an entry of the type NewTicket, too. */
function isCreation({ type, isOfArticle }: DraftedHistory): boolean {
  return type === 'NewTicket' && !isOfArticle;
}

function typeID({ type }: DraftedHistory, { historyTypes }: TicketWrite): number {
  const known = historyTypes.byName(type);
  if (known !== undefined) return known.id;
  throw new Error(`The table ticket_history_type has no row named ${type}; add it as the family's systems have it.`);
}

/** The parts of a write that need their own statements, and therefore a transaction. */
export interface WriteDetails {
  readonly fieldWrites: readonly DynamicFieldWrite[];
  readonly article: NewArticle | undefined;
}

/** Writes the rows that depend on the ids of the ticket and its new article. */
export async function storeDetails(
  database: Database,
  { fieldWrites, article }: WriteDetails,
  owner: { readonly ticketID: number; readonly articleID: number | undefined; readonly time: string; userID: number },
): Promise<void> {
  const { articleID } = owner;
  await storeDynamicFieldWrites(database, fieldWrites, owner);
  if (article !== undefined && articleID !== undefined) {
    await storeAttachments(database, article.prepared.attachments, { ...owner, articleID });
  }
}
