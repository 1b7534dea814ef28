/** Reports of machines about their definition files, and all contents that were ever applied. */
export const DEFINITION_FOLDERS: readonly string[] = [
  'alter table ticketgate.applied_file add column machine text',
  `create table ticketgate.applied_content (
    service_name text not null,
    content_sha256 text not null,
    primary key (service_name, content_sha256)
  )`,
  'insert into ticketgate.applied_content select service_name, content_sha256 from ticketgate.applied_file',
  `create table ticketgate.definition_folder (
    machine text not null,
    folder text not null,
    files jsonb not null,
    seen_at timestamptz not null,
    primary key (machine, folder)
  )`,
];

/** Leases: which process does a job that only one may do at a time. */
export const LEASE = `create table ticketgate.lease (
  name text primary key, holder text not null, ends_at timestamptz not null
)`;
