/** What waits is found by its time, its predecessors by their key. */
export const EVENT: readonly string[] = [
  `create table ticketgate.event (
    id bigint generated always as identity primary key,
    plugin text not null,
    name text not null,
    key text not null,
    data jsonb not null,
    at timestamptz not null,
    attempts integer not null default 0,
    due_at timestamptz not null,
    dead_since timestamptz,
    error text
  )`,
  'create index event_due on ticketgate.event (plugin, due_at) where dead_since is null',
  'create index event_key on ticketgate.event (plugin, key, id) where dead_since is null',
  'create index event_dead on ticketgate.event (plugin, id) where dead_since is not null',
];
