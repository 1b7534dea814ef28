import type { Database } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import type { PreparedArticle } from '../../articles/store/prepared-article.js';
import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import type { EscalationTimes } from '../../escalation/escalation-times.js';
import type { StoredTicket } from '../../ticket/read-tickets.js';
import type { TicketDraft } from '../../ticket/changes/ticket-draft.js';

/** All that an update writes, but attachments and dynamic fields. */
export interface UpdateWrite {
  /** The row that the update was worked out from. */
  readonly stored: StoredTicket;
  readonly draft: TicketDraft;
  readonly escalation: EscalationTimes;
  readonly article: ArticleWrite | undefined;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly time: string;
  readonly historyTypes: Entries<CatalogueEntry>;
}

/** The article that an update adds. */
export interface ArticleWrite {
  readonly draft: ArticleDraft;
  readonly prepared: PreparedArticle;
}

const CHANGED = `changed as (
  update ticket set title = $2, queue_id = $3, ticket_lock_id = $4, type_id = $5, service_id = $6, sla_id = $7, user_id = $8,
    responsible_user_id = $9, ticket_priority_id = $10, ticket_state_id = $11, customer_id = $12, customer_user_id = $13,
    timeout = $14, until_time = $15, archive_flag = $16, escalation_time = $17, escalation_response_time = $18,
    escalation_update_time = $19, escalation_solution_time = $20, change_time = $21, change_by = $22
  where id = $1 and xmin = $23::xid
  returning id
)`;

const ARTICLE = `added as (
  insert into article (ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer,
    search_index_needs_rebuild, create_time, create_by, change_time, change_by)
  select $1, $34, $35, $36, $37, $21, $33, $21, $33 from changed
  returning id
), mime as (
  insert into article_data_mime (article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
    a_references, a_content_type, a_body, incoming_time, create_time, create_by, change_time, change_by)
  select id, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $21, $33, $21, $33 from added
), indexed as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select $1, added.id, w.key, w.value from added, unnest($50::text[], $51::text[]) as w(key, value)
), accounted as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select $1, id, $52::numeric, $21, $33, $21, $33 from added where $52::numeric is not null
), seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select id, 'Seen', '1', $21, $33 from added
), unseen as (
  -- Other agents have something new to read.
  delete from ticket_flag using added where ticket_id = $1 and ticket_key = 'Seen' and create_by <> $33
)`;

function history(articleID: string): string {
  return `insert into ticket_history (name, history_type_id, ticket_id, article_id, queue_id, owner_id, priority_id, state_id,
    type_id, create_time, create_by, change_time, change_by)
  select h.name, h.history_type_id, $1, ${articleID}, h.queue_id, h.owner_id, h.priority_id, h.state_id, h.type_id,
    $21, h.user_id, $21, h.user_id
  from changed, unnest($24::text[], $25::int[], $26::boolean[], $27::int[], $28::int[], $29::int[], $30::int[], $31::int[],
    $32::int[]) with ordinality
    as h(name, history_type_id, has_article, queue_id, owner_id, priority_id, state_id, type_id, user_id, position)
  order by h.position`;
}

const WRITE = `
with ${CHANGED}, history as (
  ${history('null')}
)
select null as "articleID" from changed`;

const WRITE_WITH_ARTICLE = `
with ${CHANGED}, ${ARTICLE}, history as (
  ${history('case when h.has_article then (select id from added) end')}
)
select id as "articleID" from added`;

/** The trace of a write. */
export interface WrittenUpdate {
  /** The new article, if there is one. */
  readonly articleID: number | undefined;
}

interface WrittenRow {
  readonly articleID: number | null;
}

/**
 * Writes a ticket, its history in order, and its new article with one statement. Undefined, and nothing is written, when the ticket is
 * no longer the row that was read.
 */
export async function storeUpdate(database: Database, write: UpdateWrite): Promise<WrittenUpdate | undefined> {
  const values = [...ticketValues(write), ...historyValues(write)];
  const [row] =
    write.article === undefined
      ? await database.query<WrittenRow>(WRITE, values)
      : await database.query<WrittenRow>(WRITE_WITH_ARTICLE, [...values, ...articleValues(write.article, write.draft)]);
  return row && { articleID: row.articleID ?? undefined };
}

function ticketValues({ stored, draft, escalation, time }: UpdateWrite): readonly unknown[] {
  const { columns } = draft;
  return [
    stored.id,
    columns.title,
    columns.queueID,
    columns.lockID,
    columns.typeID,
    columns.serviceID,
    columns.slaID,
    columns.ownerID,
    columns.responsibleID,
    columns.priorityID,
    columns.stateID,
    columns.customerID,
    columns.customerUserID,
    columns.timeout,
    columns.untilTime,
    columns.archiveFlag,
    escalation.escalationTime,
    escalation.responseTime,
    escalation.updateTime,
    escalation.solutionTime,
    time,
    draft.changedBy ?? draft.userID,
    stored.version,
  ];
}

function historyValues({ draft, historyTypes }: UpdateWrite): readonly unknown[] {
  const rows = draft.history;
  return [
    rows.map((row) => row.name),
    rows.map((row) => historyTypes.byName(row.type)?.id ?? missingType(row.type)),
    rows.map((row) => row.isOfArticle),
    rows.map((row) => row.snapshot.queueID),
    rows.map((row) => row.snapshot.ownerID),
    rows.map((row) => row.snapshot.priorityID),
    rows.map((row) => row.snapshot.stateID),
    rows.map((row) => row.snapshot.typeID),
    rows.map((row) => row.userID),
  ];
}

function missingType(name: string): never {
  throw new Error(`The table ticket_history_type has no row named ${name}; add it as the family's systems have it.`);
}

function articleValues({ draft, prepared }: ArticleWrite, { userID, now }: TicketDraft): readonly unknown[] {
  return [
    userID,
    draft.senderTypeID,
    draft.channelID,
    draft.isVisible ? 1 : 0,
    prepared.needsIndexing ? 1 : 0,
    draft.from,
    draft.replyTo,
    draft.to,
    draft.cc,
    draft.bcc,
    draft.subject,
    draft.messageID,
    draft.inReplyTo,
    draft.references,
    prepared.contentType,
    prepared.body,
    now,
    prepared.searchIndex.map((entry) => entry.key),
    prepared.searchIndex.map((entry) => entry.value),
    draft.timeUnit ?? null,
  ];
}
