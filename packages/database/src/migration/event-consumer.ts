import { statements } from '../postgres/index.js';
import type { Migration } from '@ticketgate/sdk';

// Rows have both names as long as a version may be running that knows only the first one.
const STATEMENTS: readonly string[] = [
  'alter table ticketgate.event add column consumer text',
  'update ticketgate.event set consumer = plugin',
  'alter table ticketgate.event alter column consumer set not null',
  `create function ticketgate.name_consumer() returns trigger language plpgsql as $$
  begin
    new.consumer := new.plugin;
    return new;
  end $$`,
  `create trigger name_consumer before insert on ticketgate.event
   for each row when (new.consumer is null) execute function ticketgate.name_consumer()`,
  'create index event_consumer_due on ticketgate.event (consumer, due_at) where dead_since is null',
  'create index event_consumer_key on ticketgate.event (consumer, key, id) where dead_since is null',
  'create index event_consumer_dead on ticketgate.event (consumer, id) where dead_since is not null',
];

export const eventConsumer: Migration = {
  name: 'database/021-event-consumer',
  why: 'Web services with invokers take events as plugins do. An earlier version that serves meanwhile knows consumers as plugins.',
  schema: 'ticketgate',
  up: statements(...STATEMENTS),
};
