import type { Database } from '@ticketgate/sdk';

/** Indexes for searches, which ignore case. */
const LOWERED = [
  'create index ticket_title_lower on ticket (lower(title))',
  'create index ticket_customer_user_id_lower on ticket (lower(customer_user_id))',
  'create index ticket_customer_id_lower on ticket (lower(customer_id))',
];

/** Indexes for `like '%…%'`, which would read whole tables. */
const TRIGRAMS = [
  'create extension if not exists pg_trgm',
  'create index ticket_title_trigrams on ticket using gin (lower(title) gin_trgm_ops)',
  'create index article_search_index_value_trigrams on article_search_index using gin (article_value gin_trgm_ops)',
];

/** The family's index of values, but ignoring case. */
const FIELD_VALUES = `create index dynamic_field_value_field_id_value_text_lower
  on dynamic_field_value (field_id, left(lower(value_text), 150))`;

const FIELD_VALUE_TRIGRAMS =
  'create index dynamic_field_value_value_text_trigrams on dynamic_field_value using gin (lower(value_text) gin_trgm_ops)';

const TRIGRAM_INDEXES = [
  'ticket_title_trigrams',
  'article_search_index_value_trigrams',
  'dynamic_field_value_value_text_trigrams',
];

// Some providers do not offer the extension, without which searches are slower.
const CAN_HAVE_TRIGRAMS = `
select exists (select 1 from pg_available_extensions where name = 'pg_trgm')
  and has_database_privilege(current_database(), 'create') as possible`;

export async function addSearchIndexes(database: Database): Promise<void> {
  for (const statement of LOWERED) await database.query(statement);
  if (!(await canHaveTrigrams(database))) return;
  for (const statement of TRIGRAMS) await database.query(statement);
}

export async function addFieldSearchIndexes(database: Database): Promise<void> {
  await database.query(FIELD_VALUES);
  if (await canHaveTrigrams(database)) await database.query(FIELD_VALUE_TRIGRAMS);
}

/** Kilobytes of pending entries of an index, all of which each search reads. */
const WAITING = 256;

export async function limitWaitingTrigrams(database: Database): Promise<void> {
  for (const index of TRIGRAM_INDEXES) {
    await database.query(`alter index if exists ${index} set (gin_pending_list_limit = ${WAITING})`);
  }
}

async function canHaveTrigrams(database: Database): Promise<boolean> {
  const [trigrams] = await database.query<{ possible: boolean }>(CAN_HAVE_TRIGRAMS);
  return trigrams?.possible === true;
}

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
