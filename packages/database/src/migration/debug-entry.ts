/** Each column that can be asked for has an index in the order of pages; what nearly all requests have in common is in none. */
export const DEBUG_ENTRY: readonly string[] = [
  `create table ticketgate.debug_entry (
    id bigint primary key,
    created_at timestamptz not null,
    service_id integer not null,
    operation text,
    method text not null,
    level text not null,
    status smallint not null,
    error_code text,
    milliseconds real not null,
    caller text,
    address text,
    request_id text,
    trace_id text,
    bytes_received bigint not null,
    bytes_sent bigint not null,
    bytes bigint not null,
    is_truncated boolean not null
  )`,
  'create index debug_entry_created_at on ticketgate.debug_entry (created_at)',
  'create index debug_entry_service on ticketgate.debug_entry (service_id, id)',
  'create index debug_entry_operation on ticketgate.debug_entry (operation, id)',
  'create index debug_entry_caller on ticketgate.debug_entry (caller, id)',
  'create index debug_entry_address on ticketgate.debug_entry (address, id)',
  `create index debug_entry_level on ticketgate.debug_entry (level, id) where level <> 'debug'`,
  'create index debug_entry_status on ticketgate.debug_entry (status, id) where status <> 200',
  'create index debug_entry_error_code on ticketgate.debug_entry (error_code, id) where error_code is not null',
  'create index debug_entry_slow on ticketgate.debug_entry (milliseconds) where milliseconds >= 100',
  'create index debug_entry_request_id on ticketgate.debug_entry (request_id) where request_id is not null',
  'create index debug_entry_trace_id on ticketgate.debug_entry (trace_id) where trace_id is not null',
];

/** The indexes of {@link DEBUG_ENTRY} with times instead of ids: almost the same order, so that writing costs the same. */
export const DEBUG_ENTRY_BY_TIME: readonly string[] = [
  `drop index ticketgate.debug_entry_service, ticketgate.debug_entry_operation, ticketgate.debug_entry_caller,
     ticketgate.debug_entry_address, ticketgate.debug_entry_level, ticketgate.debug_entry_status, ticketgate.debug_entry_error_code`,
  'create index debug_entry_service on ticketgate.debug_entry (service_id, created_at)',
  'create index debug_entry_operation on ticketgate.debug_entry (operation, created_at)',
  'create index debug_entry_caller on ticketgate.debug_entry (caller, created_at)',
  'create index debug_entry_address on ticketgate.debug_entry (address, created_at)',
  `create index debug_entry_level on ticketgate.debug_entry (level, created_at) where level <> 'debug'`,
  'create index debug_entry_status on ticketgate.debug_entry (status, created_at) where status <> 200',
  'create index debug_entry_error_code on ticketgate.debug_entry (error_code, created_at) where error_code is not null',
];
