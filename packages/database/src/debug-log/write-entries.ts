/**
 * Writes a batch of requests, each with its contents and its row of ours. The join drops the entries of a service that has been
 * removed in the meantime. A batch may come again after a connection was lost: what was written of it is left as it is.
 */
export const WRITE_ENTRIES = `
with entry as (
  insert into gi_debugger_entry (communication_id, communication_type, remote_ip, webservice_id, create_time)
  select row.communication_id, row.communication_type, row.remote_ip, row.webservice_id, row.create_time
  from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::timestamp[]) with ordinality
    as row (communication_id, communication_type, remote_ip, webservice_id, create_time, position)
  join gi_webservice_config service on service.id = row.webservice_id
  order by row.position
  on conflict do nothing
  returning id, communication_id, webservice_id, remote_ip
), own as (
  insert into ticketgate.debug_entry (id, created_at, service_id, operation, method, level, status, error_code, milliseconds,
    caller, address, path, request_id, trace_id, bytes_received, bytes_sent, bytes, is_truncated)
  select entry.id, row.created_at, entry.webservice_id, row.operation, row.method, row.level, row.status, row.error_code,
    row.milliseconds, row.caller, entry.remote_ip, row.path, row.request_id, row.trace_id, row.bytes_received, row.bytes_sent, row.bytes,
    row.is_truncated
  from unnest($11::text[], $12::timestamptz[], $13::text[], $14::text[], $15::text[], $16::smallint[], $17::text[],
      $18::real[], $19::text[], $20::text[], $21::text[], $22::bigint[], $23::bigint[], $24::bigint[], $25::boolean[],
      $26::text[])
    as row (communication_id, created_at, operation, method, level, status, error_code, milliseconds, caller, request_id,
      trace_id, bytes_received, bytes_sent, bytes, is_truncated, path)
  join entry on entry.communication_id = row.communication_id
  returning bytes
), size as (
  insert into ticketgate.debug_log_size (bytes) select sum(bytes) from own having count(*) > 0
)
insert into gi_debugger_entry_content (gi_debugger_entry_id, debug_level, subject, content, create_time)
select entry.id, row.debug_level, row.subject, row.content, row.create_time
from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::timestamp[]) with ordinality
  as row (communication_id, debug_level, subject, content, create_time, position)
join entry on entry.communication_id = row.communication_id
order by row.position`;
