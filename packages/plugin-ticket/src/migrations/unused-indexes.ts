import type { Database } from '@ticketgate/sdk';

/** Indexes of the family that no statement reads but every write maintains. ADR 12 lists their former users. */
const UNUSED = [
  'ticket_history_history_type_id',
  'ticket_history_queue_id',
  'ticket_history_type_id',
  'ticket_history_owner_id',
  'ticket_history_priority_id',
  'ticket_history_state_id',
  'article_article_sender_type_id',
  'article_communication_channel_id',
  'article_search_index_needs_rebuild',
  'article_data_mime_a_message_id_md5',
  // Other indexes that begin with the same columns stay.
  'article_flag_article_id',
  'ticket_flag_ticket_id',
  'ticket_flag_ticket_id_ticket_key',
  'ticket_flag_ticket_id_create_by',
  'ticket_ticket_state_id_ticket_lock_id',
  // Searches compare lower(customer_user_id).
  'ticket_customer_user_id',
  'ticket_timeout',
];

/** Partial indexes, since searches only look for the few tickets that have such a time. */
const RARE_TIMES = ['escalation_update_time', 'escalation_response_time', 'escalation_solution_time'];

export async function dropUnusedIndexes(database: Database): Promise<void> {
  await database.query(`drop index if exists ${UNUSED.join(', ')}`);
  for (const column of RARE_TIMES) {
    await database.query(`drop index if exists ticket_${column}`);
    await database.query(`create index ticket_${column} on ticket (${column}) where ${column} <> 0`);
  }
}
