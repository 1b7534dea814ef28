/** The product's statements, written out by hand for the bare peers: the same rows, read and written alike. */

export const CREATE = `
with ticket_row as (
  insert into ticket (tn, title, queue_id, ticket_lock_id, type_id, user_id, responsible_user_id, ticket_priority_id,
    ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time, escalation_update_time,
    escalation_response_time, escalation_solution_time, archive_flag, create_time, create_by, change_time, change_by)
  values ($1, $2, $3, 1, 1, $4, 1, $5, $6, $7, $8, $9, 0, 0, 0, 0, 0, 0, $10::timestamp, $4, $10::timestamp, $4)
  returning id
), article_row as (
  insert into article (ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer,
    search_index_needs_rebuild, create_time, create_by, change_time, change_by)
  select id, 1, 3, 1, 0, $10::timestamp, $4, $10::timestamp, $4 from ticket_row
  returning id, ticket_id
), mime_row as (
  insert into article_data_mime (article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
    a_references, a_content_type, a_body, incoming_time, create_time, create_by, change_time, change_by)
  select id, $11, '', $12, '', '', $13, '', '', '', $14, $15, $9, $10::timestamp, $4, $10::timestamp, $4 from article_row
), index_rows as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select article_row.ticket_id, article_row.id, entry.key, entry.value
  from article_row, unnest($16::text[], $17::text[]) as entry (key, value)
), booked as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select ticket_id, id, $22::decimal, $10::timestamp, $4, $10::timestamp, $4 from article_row where $22::decimal is not null
), article_seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select id, 'Seen', '1', $10::timestamp, $4 from article_row
), ticket_seen as (
  insert into ticket_flag (ticket_id, ticket_key, ticket_value, create_time, create_by)
  select id, 'Seen', '1', $10::timestamp, $4 from ticket_row
), history_rows as (
  insert into ticket_history (name, history_type_id, ticket_id, article_id, type_id, queue_id, owner_id, priority_id, state_id,
    create_time, create_by, change_time, change_by)
  select entry.name || case when entry.position = 1 then article_row.ticket_id::text else '' end, entry.type,
    article_row.ticket_id, case when entry.has_article then article_row.id end, 1, $3, entry.owner, $5, $6,
    $10::timestamp, $4, $10::timestamp, $4
  from article_row, unnest($18::text[], $19::int[], $20::boolean[], $21::int[]) with ordinality
    as entry (name, type, has_article, owner, position)
)
select ticket_id, id from article_row`;

export const TICKET = `
select t.id, t.tn, t.title, t.queue_id, t.ticket_lock_id, t.type_id, t.user_id, t.responsible_user_id, t.ticket_priority_id,
  t.ticket_state_id, t.customer_id, t.customer_user_id, t.timeout, t.until_time, t.escalation_time, t.escalation_update_time,
  t.escalation_response_time, t.escalation_solution_time, t.archive_flag, t.create_time, t.create_by, t.change_time, t.change_by,
  coalesce((select sum(time_unit) from time_accounting where ticket_id = t.id), 0)::float8 as time_unit,
  array(select user_id from ticket_watcher where ticket_id = t.id) as watchers
from ticket t where t.id = any((select $1::bigint[])::bigint[])`;

export const ARTICLES = `
with versions as (
  select ticket_id, source_article_id, max(article_delete) as is_deleted
  from article_version where ticket_id = any((select $1::bigint[])::bigint[]) group by ticket_id, source_article_id
), numbered as (
  select a.*, v.source_article_id is not null as is_edited, coalesce(v.is_deleted, 0) = 1 as is_deleted,
    row_number() over (partition by coalesce(a.ticket_id, v.ticket_id) order by coalesce(a.id, v.source_article_id)) as position
  from (select * from article where ticket_id = any((select $1::bigint[])::bigint[])) a
  full join versions v on v.source_article_id = a.id
  where a.id is not null or v.is_deleted = 1
)
select a.id, a.ticket_id, a.article_sender_type_id, a.communication_channel_id, a.is_visible_for_customer, a.create_time,
  a.create_by, a.change_time, a.change_by, a.position::integer, a.is_edited, m.a_from, m.a_reply_to, m.a_to, m.a_cc, m.a_bcc,
  m.a_subject, m.a_message_id, m.a_in_reply_to, m.a_references, m.a_content_type, m.a_body, m.incoming_time,
  coalesce((select sum(time_unit) from time_accounting where ticket_id = a.ticket_id and article_id = a.id), 0)::float8 as time_unit
from numbered a left join article_data_mime m on m.article_id = a.id
where a.id is not null and not a.is_deleted
order by a.ticket_id, a.id`;

function search(condition: string): string {
  return `
select t.id from ticket t
where t.queue_id = any($1::bigint[]) and ${condition}
order by t.create_time desc, t.id limit $2::bigint`;
}

export const SEARCHES = {
  title: search('lower(t.title) = any(array(select lower(v) from unnest($3::text[]) v))'),
  titleWord: search('lower(t.title) like lower($3::text)'),
  body: search(
    `t.id in (select i.ticket_id from article_search_index i where i.article_key = 'MIMEBase_Body' and i.article_value like $3::text)`,
  ),
  field: search(
    `exists (select 1 from dynamic_field_value v where v.object_id = t.id and v.field_id = $4
      and left(lower(v.value_text), 150) = any(array(select left(x, 150) from unnest(array(select lower(x) from unnest($3::text[]) x)) x))
      and lower(v.value_text) = any(array(select lower(x) from unnest($3::text[]) x)))`,
  ),
} as const;

export const FIND = `
select id, tn, xmin::text as version, title, queue_id, ticket_lock_id, type_id, service_id, sla_id, user_id, responsible_user_id, ticket_priority_id,
  ticket_state_id, customer_id, customer_user_id, timeout, until_time, archive_flag, escalation_time, escalation_update_time,
  escalation_response_time, escalation_solution_time, create_time, create_by,
  array(select w.user_id from ticket_watcher w where w.ticket_id = ticket.id) as watchers
from ticket where id = $1`;

export const UPDATE = `
with changed as (
  update ticket set title = $7, queue_id = $8, ticket_priority_id = $2, ticket_state_id = $3, timeout = $4, change_time = $5,
    change_by = $6
  where id = $1 and xmin = $22::xid
  returning id
), article_row as (
  insert into article (ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer,
    search_index_needs_rebuild, create_time, create_by, change_time, change_by)
  select id, 1, 3, 1, 0, $5, $6, $5, $6 from changed
  returning id
), mime_row as (
  insert into article_data_mime (article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
    a_references, a_content_type, a_body, incoming_time, create_time, create_by, change_time, change_by)
  select id, $14, '', '', '', '', $15, '', '', '', $16, $17, $4, $5, $6, $5, $6 from article_row
), index_rows as (
  insert into article_search_index (ticket_id, article_id, article_key, article_value)
  select $1, article_row.id, entry.key, entry.value from article_row, unnest($18::text[], $19::text[]) as entry (key, value)
), booked as (
  insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by)
  select $1, id, $20::numeric, $5, $6, $5, $6 from article_row where $20::numeric is not null
), article_seen as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select id, 'Seen', '1', $5, $6 from article_row
), unseen as (
  delete from ticket_flag using article_row where ticket_id = $1 and ticket_key = 'Seen' and create_by <> $6
), history_rows as (
  insert into ticket_history (name, history_type_id, ticket_id, article_id, queue_id, owner_id, priority_id, state_id, type_id,
    create_time, create_by, change_time, change_by)
  select entry.name, entry.type, $1, case when entry.has_article then (select id from article_row) end, $8, $21, entry.priority,
    entry.state, 1, $5, $6, $5, $6
  from changed, unnest($9::text[], $10::int[], $11::boolean[], $12::int[], $13::int[]) with ordinality
    as entry (name, type, has_article, priority, state, position)
  order by entry.position
)
select id from article_row`;
