import type { Database } from '@ticketgate/sdk';

/**
 * The columns that refer to a table, for tables that the rows of every request refer to. The rows of these tables
 * are few, never deleted, and the same for all tickets: a foreign key would lock them for each row that is written (ADR 12).
 */
const REFERENCES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  users: {
    ticket: ['user_id', 'responsible_user_id', 'create_by', 'change_by'],
    article: ['create_by', 'change_by'],
    article_data_mime: ['create_by', 'change_by'],
    article_data_mime_attachment: ['create_by', 'change_by'],
    time_accounting: ['create_by', 'change_by'],
    article_flag: ['create_by'],
    ticket_flag: ['create_by'],
    ticket_history: ['owner_id', 'create_by', 'change_by'],
  },
  queue: { ticket: ['queue_id'], ticket_history: ['queue_id'] },
  ticket_state: { ticket: ['ticket_state_id'], ticket_history: ['state_id'] },
  ticket_priority: { ticket: ['ticket_priority_id'], ticket_history: ['priority_id'] },
  ticket_type: { ticket: ['type_id'], ticket_history: ['type_id'] },
  ticket_lock_type: { ticket: ['ticket_lock_id'] },
  service: { ticket: ['service_id'] },
  sla: { ticket: ['sla_id'] },
  article_sender_type: { article: ['article_sender_type_id'] },
  communication_channel: { article: ['communication_channel_id'] },
  dynamic_field: { dynamic_field_value: ['field_id'] },
  ticket_history_type: { ticket_history: ['history_type_id'] },
};

// Arguments: a table, its columns, the next table, its columns …
const GUARD = `
create function refuse_to_lose_referenced() returns trigger language plpgsql set search_path = public as $$
declare
  is_referenced boolean;
begin
  -- An older snapshot would not show what others have written since.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception using errcode = 'invalid_transaction_state', message =
      format('Rows of "%s" are deleted or given another id in transactions of the isolation level "read committed" only.', tg_table_name);
  end if;
  -- Whoever writes there ends first, and nobody begins before this is done.
  for place in 0 .. tg_nargs - 1 by 2 loop
    execute format('lock table %I in share mode', tg_argv[place]);
  end loop;
  for place in 0 .. tg_nargs - 1 by 2 loop
    if tg_op = 'TRUNCATE' then
      execute format('select exists (select from %I where num_nonnulls(%s) > 0)', tg_argv[place], tg_argv[place + 1])
        into is_referenced;
    else
      execute format('select exists (select from %I where $1 in (%s))', tg_argv[place], tg_argv[place + 1])
        into is_referenced using old.id;
    end if;
    if is_referenced then
      raise exception using errcode = 'foreign_key_violation', table = tg_table_name, message =
        case tg_op
          when 'TRUNCATE' then format('"%s" cannot be emptied', tg_table_name)
          when 'DELETE' then format('Row %s of "%s" cannot be deleted', old.id, tg_table_name)
          else format('Row %s of "%s" cannot be given another id', old.id, tg_table_name)
        end || format(': rows of "%s" refer to it.', tg_argv[place]),
        hint = 'Make what is no longer used invalid: set its valid_id to 2.';
    end if;
  end loop;
  -- Servers keep these rows in memory.
  perform pg_notify('ticketgate_snapshot', '*');
  return null;
end $$`;

/** Replaces the foreign keys of {@link REFERENCES} by triggers. */
export async function guardReferences(database: Database): Promise<void> {
  await database.query(GUARD);
  for (const [referred, tables] of Object.entries(REFERENCES)) {
    for (const [table, columns] of Object.entries(tables)) {
      const drops = columns.map((column) => `drop constraint if exists ${table}_${column}_fkey`);
      await database.query(`alter table ${table} ${drops.join(', ')}`);
    }
    const words = Object.entries(tables).map(([table, columns]) => `'${table}', '${columns.join(', ')}'`);
    const guard = `execute function refuse_to_lose_referenced(${words.join(', ')})`;
    await database.query(`create trigger guard_delete after delete on ${referred} for each row ${guard}`);
    await database.query(
      `create trigger guard_id after update of id on ${referred} for each row when (old.id <> new.id) ${guard}`,
    );
    await database.query(`create trigger guard_truncate after truncate on ${referred} for each statement ${guard}`);
  }
}
