import type { PlannedEvents } from '@ticketgate/sdk';

import { eachOf, type GivenColumns } from './given-rows.js';
import { sql, type Sql } from './sql.js';

/** Sent to all processes as a transaction with events commits, or when events may be delivered again. */
export const EVENT_CHANNEL = 'ticketgate_event';

/** A write with the events that it raises. */
interface WithEvents {
  readonly events: PlannedEvents;
}

/** Every change of a definition adds a version: so this one says which listeners there are. */
export const NEWEST_VERSION = '(select coalesce(max(id), 0) from gi_webservice_config_history)';

/** For `given`: what the process that planned the events knows. */
export const KNOWN_COLUMN: GivenColumns<WithEvents> = { known: ['bigint', ({ events }) => events.known ?? null] };
/** The condition that it is up to date. */
export const IS_KNOWN = `(given.known is null or given.known = ${NEWEST_VERSION})`;

const planned = eachOf(({ events }: WithEvents) => events.rows);

/**
 * Adds the events of each row of `source` to the outbox, as `event`, and notifies those who deliver them when the transaction commits,
 * once each. The statement has to read `notified`, which has one row.
 *
 * @param columns those of `source` that the events name by `later`
 */
export function insertEvents(source: string, columns: readonly string[]): Sql<readonly WithEvents[]> {
  return sql<readonly WithEvents[]>`event as materialized (
  select nextval('ticketgate.event_id_seq') as id, position, entry from (
    select position, ${columns.reduce(filledIn, 'text')}::jsonb as entry
    from ${source} join unnest(${planned.position}::int[], ${planned.value((row) => row)}::text[])
      with ordinality as planned (position, text, number) using (position)
    order by number
  ) as planned
), stored_event as (
  insert into ticketgate.event (id, consumer, plugin, name, key, data, at, due_at) overriding system value
  select id, entry ->> 'consumer', entry ->> 'consumer', entry ->> 'name', entry ->> 'key', entry -> 'data', (entry ->> 'at')::timestamptz, (entry ->> 'at')::timestamptz
  from event
), notified as (
  select count(pg_notify('${EVENT_CHANNEL}', consumer)) from (select distinct entry ->> 'consumer' as consumer from event) as notifying
)`;
}

/** The end of a statement that gives a row for each of `source`: the ids of the events that its client waits for, as `awaited`. */
export function awaitedOf(source: string, hasEvents: boolean): string {
  if (!hasEvents) return `'{}'::text[] as awaited from ${source}`;
  const ids = `select id::text from event where event.position = ${source}.position and entry ? 'waits' order by id`;
  return `array(${ids}) as awaited from ${source}, notified`;
}

/** As a member it is a value of JSON, in a text a part of it. */
function filledIn(text: string, column: string): string {
  const mark = `\\u0000${column}\\u0000`;
  return `replace(replace(${text}, '"${mark}"', ${column}::text), '${mark}', ${column}::text)`;
}
