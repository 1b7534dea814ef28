import {
  columnNames,
  materialization,
  PLANNED_EVENTS,
  type InputColumns,
  type InputList,
  type ItemCount,
} from '@ticketgate/database/postgres';
import type { Database, PlannedEvents } from '@ticketgate/sdk';

import { storeMail } from '../../articles/mail/store-mail.js';
import { FINGERPRINT } from '../../articles/store/fingerprint.js';
import { storeAttachments } from '../../articles/store/store-attachments.js';
import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { storeDynamicFieldWrites } from '../../dynamic-fields/store-writes.js';
import { ARTICLE } from '../../columns/article-columns.js';
import { writtenColumns } from '../../columns/columns.js';
import { CHANGED, ESCALATION } from '../../columns/ticket-columns.js';
import type { EscalationTimes } from '../../escalation/escalation-times.js';
import type { TicketDraft } from '../changes/ticket-draft.js';
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
export function weighArticle({ article: { prepared } }: ArticleWrite): number {
  return prepared.searchIndex.reduce((size, { value }) => size + value.length, prepared.body.length);
}

/** The columns of `ticket` that every write sets. */
export const TICKET_COLUMNS = [
  writtenColumns(CHANGED, ({ draft }: TicketWrite) => draft.columns),
  writtenColumns(ESCALATION, ({ escalation }: TicketWrite) => escalation),
];

/** Time and user of all rows of a write. */
export const STAMP_COLUMNS: InputColumns<TicketWrite> = {
  types: { written_at: 'timestamp', written_by: 'int' },
  toRow: ({ time, draft }) => ({ written_at: time, written_by: draft.userID }),
};

const { senderTypeID, channelID, isVisible, from, to, cc, bcc, subject, contentType, body, incomingTime } = ARTICLE;

/** The columns of `article`. */
const ARTICLE_COLUMNS = writtenColumns(
  { senderTypeID, channelID, isVisible },
  ({ article: { draft } }: ArticleWrite) => ({
    senderTypeID: draft.senderType.id,
    channelID: draft.channel.id,
    isVisible: Number(draft.isVisible),
  }),
);

/** The columns of `article_data_mime`. */
const MIME_COLUMNS = writtenColumns(
  { from, to, cc, bcc, subject, contentType, body, incomingTime },
  // A literal takes a tenth of the time of a copy.
  ({ article: { draft, prepared }, draft: { now } }: ArticleWrite) => ({
    from: draft.from,
    to: draft.to,
    cc: draft.cc,
    bcc: draft.bcc,
    subject: draft.subject,
    contentType: prepared.contentType,
    body: prepared.body,
    incomingTime: now,
  }),
);

/** Further columns of an article. */
const MORE_OF_ARTICLE: InputColumns<ArticleWrite> = {
  // Null if no time is accounted.
  types: { search_index_needs_rebuild: 'int', time_unit: 'decimal' },
  toRow: ({ article: { draft, prepared } }) => ({
    search_index_needs_rebuild: Number(prepared.needsIndexing),
    time_unit: draft.timeUnit ?? null,
  }),
};

/** The columns and the list of the input that {@link insertArticle} reads. */
export const ARTICLE_INPUT = [ARTICLE_COLUMNS, MIME_COLUMNS, MORE_OF_ARTICLE];
export const WORDS: InputList<ArticleWrite> = {
  types: { key: 'text', value: 'text' },
  toRows: ({ article }) => article.prepared.searchIndex,
};

/** Adds an article without attachments to each ticket of `written`; `added` has the ids. */
export function insertArticle(count: ItemCount): string {
  const ofArticle = `${columnNames(ARTICLE_COLUMNS)}, search_index_needs_rebuild`;
  return `added as (
  insert into article (ticket_id, ${ofArticle}, insert_fingerprint, create_time, create_by, change_time, change_by)
  select ticket_id, ${ofArticle}, ${FINGERPRINT}, written_at, written_by, written_at, written_by from written order by position
  returning id, ticket_id
), new_article ${materialization(count)} (
  select added.id as article_id, written.* from written join added using (ticket_id)
), mime as (
  insert into article_data_mime (article_id, ${columnNames(MIME_COLUMNS)}, a_reply_to, a_message_id, a_in_reply_to, a_references,
    content_path, create_time, create_by, change_time, change_by)
  select article_id, ${columnNames(MIME_COLUMNS)}, '', '', '', '', to_char(written_at, 'YYYY/MM/DD'), written_at, written_by, written_at, written_by from new_article
), indexed as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select ticket_id, article_id, key, value from new_article join word using (position)
), accounted as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select ticket_id, article_id, time_unit, written_at, written_by, written_at, written_by from new_article
  where time_unit is not null
), seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select article_id, 'Seen', '1', written_at, written_by from new_article
)`;
}

/** The list of the input that {@link insertHistory} reads. */
const HISTORY: InputList<TicketWrite> = {
  types: {
    name: 'text',
    history_type_id: 'int',
    is_of_article: 'boolean',
    queue_id: 'int',
    owner_id: 'int',
    priority_id: 'int',
    state_id: 'int',
    type_id: 'int',
    user_id: 'int',
    is_creation: 'boolean',
  },
  toRows: ({ draft, historyTypes }) =>
    draft.history
      .filter(({ isStored }) => isStored)
      .map((entry) => ({
        name: entry.name,
        history_type_id: typeID(entry.type, historyTypes),
        is_of_article: entry.isOfArticle,
        queue_id: entry.queueID,
        owner_id: entry.ownerID,
        priority_id: entry.priorityID,
        state_id: entry.stateID,
        type_id: entry.typeID,
        user_id: entry.userID,
        // The article of a new ticket has an entry of this type, too.
        is_creation: entry.type === 'NewTicket' && !entry.isOfArticle,
      })),
};

/** The lists of the input that {@link insertHistory} and `insertEvents` read. */
export const chooseLists = (hasEvents: boolean) => ({
  history_entry: HISTORY,
  ...(hasEvents ? { planned: PLANNED_EVENTS } : {}),
});

function typeID(name: string, types: Entries<CatalogueEntry>): number {
  const known = types.byName(name);
  if (known !== undefined) return known.id;
  throw new Error(`The table ticket_history_type has no row named ${name}; add it as the family's systems have it.`);
}

/**
 * Adds the history of tickets in its order. The entry of a creation ends with the id of the ticket.
 *
 * @param source the tickets, each with the `article_id` of the article that is written with it, or null
 */
export function insertHistory(source: string): string {
  return `history as (
  insert into ticket_history (name, history_type_id, ticket_id, article_id, queue_id, owner_id, priority_id, state_id, type_id,
    create_time, create_by, change_time, change_by)
  select h.name || case when h.is_creation then ticket_id::text else '' end, h.history_type_id, ticket_id,
    case when h.is_of_article then article_id end, h.queue_id, h.owner_id, h.priority_id, h.state_id, h.type_id,
    written_at, h.user_id, written_at, h.user_id
  from ${source} join history_entry h using (position)
  order by h.number
)`;
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
    const { attachments, mail } = article.prepared;
    await storeAttachments(database, attachments, { ...owner, articleID });
    if (mail !== undefined) await storeMail(database, mail, { ...owner, articleID });
  }
}
