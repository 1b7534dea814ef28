/**
 * A step of a deletion: all tables that it uses, which systems of other versions may lack, and statements that take ticket ids (bigint[]) and
 * return numbers of rows by table.
 */
export type DeletionStep = Readonly<ReturnType<typeof step>>;

/** Deletes the rows of one table; `needs` are other tables that the condition uses. */
function step(table: string, condition: string, ...needs: readonly string[]) {
  return {
    tables: [table, ...needs],
    count: `select count(*)::int as ${table} from ${table} where ${condition}`,
    remove: `with gone as (delete from ${table} where ${condition} returning 1) select count(*)::int as ${table} from gone`,
  };
}

const BY_TICKET = 'ticket_id = any($1::bigint[])';
const BY_ARTICLE = `article_id in (select id from article where ${BY_TICKET})`;
const BY_VERSION = `article_id in (select id from article_version where ${BY_TICKET})`;
const TICKET_KEYS = 'any($1::bigint[]::text[])';
const TICKET_OBJECT = "(select id from link_object where name = 'Ticket')";

function fieldValues(objectType: string, objects: string): string {
  return `field_id in (select id from dynamic_field where object_type = '${objectType}') and object_id ${objects}`;
}

/** Appointments and the rows that name them refer to each other, so both are deleted at once. */
const APPOINTMENTS: DeletionStep = {
  tables: ['calendar_appointment', 'calendar_appointment_ticket'],
  count: `
select (select count(*) from calendar_appointment_ticket where ${BY_TICKET})::int as calendar_appointment_ticket,
  (select count(*) from calendar_appointment where id in (
    select appointment_id from calendar_appointment_ticket where ${BY_TICKET}))::int as calendar_appointment`,
  remove: `
with gone as (delete from calendar_appointment_ticket where ${BY_TICKET} returning appointment_id),
appointments as (delete from calendar_appointment where id in (select appointment_id from gone) returning id)
select (select count(*) from gone)::int as calendar_appointment_ticket,
  (select count(*) from appointments)::int as calendar_appointment`,
};

/**
 * The rows of a ticket, in the order in which they must be deleted (`docs/compatibility.md`). Beyond that list: chats, rows of
 * time accounting without an article, and the history of article versions, which would keep the rest from going.
 */
export const DELETION_STEPS: readonly DeletionStep[] = [
  APPOINTMENTS,
  step('dynamic_field_value', fieldValues('Ticket', '= any($1::bigint[])'), 'dynamic_field'),
  step(
    'link_relation',
    `(source_object_id = ${TICKET_OBJECT} and source_key = ${TICKET_KEYS})
      or (target_object_id = ${TICKET_OBJECT} and target_key = ${TICKET_KEYS})`,
    'link_object',
  ),
  step('ticket_index', BY_TICKET),
  step('ticket_lock_index', BY_TICKET),
  step('article_search_index', `${BY_TICKET} or ${BY_ARTICLE}`, 'article'),
  step('ticket_watcher', BY_TICKET),
  step('ticket_flag', BY_TICKET),
  step('article_version_history', `history_id in (select id from ticket_history where ${BY_TICKET})`),
  step('article_data_mime_att_version', BY_VERSION, 'article_version'),
  step('article_data_mime_version', BY_VERSION, 'article_version'),
  step('article_flag_version', BY_VERSION, 'article_version'),
  step('time_accounting_version', `${BY_TICKET} or ${BY_VERSION}`, 'article_version'),
  step('article_version', BY_TICKET),
  step('ticket_history', `${BY_TICKET} or ${BY_ARTICLE}`, 'article'),
  step('mention', `${BY_TICKET} or ${BY_ARTICLE}`, 'article'),
  step('article_data_mime_attachment', BY_ARTICLE),
  step('article_data_mime_plain', BY_ARTICLE),
  step('article_data_mime', BY_ARTICLE),
  step('article_data_mime_send_error', BY_ARTICLE),
  step('article_data_otobo_chat', BY_ARTICLE),
  step(
    'dynamic_field_value',
    fieldValues('Article', `in (select id from article where ${BY_TICKET})`),
    'dynamic_field',
  ),
  step('time_accounting', `${BY_TICKET} or ${BY_ARTICLE}`),
  step('article_flag', BY_ARTICLE),
  step('mail_queue', BY_ARTICLE),
  step('article', BY_TICKET),
  step('ticket', 'id = any($1::bigint[])'),
];
