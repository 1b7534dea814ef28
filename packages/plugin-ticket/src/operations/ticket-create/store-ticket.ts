import type { Database } from '@ticketgate/sdk';

import { storeAttachments } from '../../articles/store/store-attachments.js';
import { storeDynamicFieldWrites } from '../../dynamic-fields/store-writes.js';
import { epochOf, formatTimestamp } from '../../time/system-time-zone.js';
import type { TicketPlan } from './plan-ticket.js';

export interface StoredIDs {
  readonly ticketID: number;
  readonly articleID: number;
}

// One statement for everything that every ticket has: a create costs one round trip.
const CREATE = `
with new_ticket as (
  insert into ticket (tn, title, queue_id, ticket_lock_id, type_id, service_id, sla_id, user_id, responsible_user_id,
    ticket_priority_id, ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time,
    escalation_update_time, escalation_response_time, escalation_solution_time, archive_flag,
    create_time, create_by, change_time, change_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 0,
    $20::timestamp, $21, $20::timestamp, $21)
  returning id
), new_article as (
  insert into article (ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer,
    search_index_needs_rebuild, create_time, create_by, change_time, change_by)
  select id, $22, $23, $24, $38::smallint, $20::timestamp, $21, $20::timestamp, $21 from new_ticket
  returning id, ticket_id
), mime as (
  insert into article_data_mime (article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
    a_references, a_content_type, a_body, incoming_time, create_time, create_by, change_time, change_by)
  select id, $25, '', $26, '', '', $27, '', '', '', $28, $29, $30, $20::timestamp, $21, $20::timestamp, $21 from new_article
), index_rows as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select new_article.ticket_id, new_article.id, row.key, row.value
  from new_article, unnest($31::text[], $32::text[]) as row (key, value)
), booked as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select ticket_id, id, $33::decimal, $20::timestamp, $21, $20::timestamp, $21 from new_article where $33::decimal is not null
), seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select id, 'Seen', '1', $20::timestamp, $21 from new_article
), ticket_seen as (
  insert into ticket_flag (ticket_id, ticket_key, ticket_value, create_time, create_by)
  select id, 'Seen', '1', $20::timestamp, $21 from new_ticket
), history as (
  insert into ticket_history (name, history_type_id, ticket_id, article_id, type_id, queue_id, owner_id, priority_id, state_id,
    create_time, create_by, change_time, change_by)
  select row.name || case when row.position = 1 then new_article.ticket_id::text else '' end, row.type, new_article.ticket_id,
    case when row.has_article then new_article.id end, $5, $3, row.owner, $10, $11,
    $20::timestamp, $21, $20::timestamp, $21
  from new_article, unnest($34::text[], $35::smallint[], $36::boolean[], $37::integer[]) with ordinality
    as row (name, type, has_article, owner, position)
  order by row.position
)
select ticket_id as "ticketID", id as "articleID" from new_article`;

/** Writes a ticket: all of it or nothing. */
export async function storeTicket(
  database: Database,
  plan: TicketPlan,
  moment: { now: Date; zone: string },
): Promise<StoredIDs> {
  const { ticketFields, articleFields, article } = plan;
  const fields = [...ticketFields, ...articleFields];
  if (fields.length === 0 && article.attachments.length === 0) return insertTicket(database, plan, moment);
  return database.withTransaction(async (transaction) => {
    const ids = await insertTicket(transaction, plan, moment);
    await storeDynamicFieldWrites(transaction, fields, ids);
    const audit = { time: formatTimestamp(moment.now, moment.zone), userID: plan.checked.caller.userID };
    await storeAttachments(transaction, article.attachments, { articleID: ids.articleID, ...audit });
    return ids;
  });
}

async function insertTicket(
  database: Database,
  plan: TicketPlan,
  { now, zone }: { now: Date; zone: string },
): Promise<StoredIDs> {
  const time = formatTimestamp(now, zone);
  const { history, article, draft } = plan;
  const [ids] = await database.query<{ ticketID: number; articleID: number }>(CREATE, [
    ...ticketValues(plan),
    time,
    plan.checked.caller.userID,
    draft.senderTypeID,
    draft.channelID,
    draft.isVisible ? 1 : 0,
    draft.from,
    draft.to,
    draft.subject,
    article.contentType,
    article.body,
    epochOf(now),
    article.searchIndex.map(({ key }) => key),
    article.searchIndex.map(({ value }) => value),
    draft.timeUnit ?? null,
    history.map(({ name }) => name),
    history.map(({ historyTypeID }) => historyTypeID),
    history.map(({ hasArticle }) => hasArticle),
    history.map(({ ownerID }) => ownerID),
    article.needsIndexing ? 1 : 0,
  ]);
  if (ids === undefined) throw new Error('The database returned no ids for a new ticket.');
  return ids;
}

function ticketValues({
  checked,
  number,
  ownerID,
  responsibleID,
  lockID,
  timeout,
  escalation,
}: TicketPlan): readonly unknown[] {
  return [
    number,
    checked.title,
    checked.queue.id,
    lockID,
    checked.type?.id ?? 1,
    checked.service?.id ?? null,
    checked.agreement?.id ?? null,
    ownerID,
    responsibleID,
    checked.priority.id,
    checked.state.id,
    checked.customerID,
    checked.customerUserID,
    timeout,
    checked.untilTime,
    escalation.escalationTime,
    escalation.updateTime,
    escalation.responseTime,
    escalation.solutionTime,
  ];
}
