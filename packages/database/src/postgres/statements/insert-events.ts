import type { PlannedEvents } from '@ticketgate/sdk';

import type { InputColumns, InputList } from './shared-statement.js';

/** The channel for notifications of events that are new or due again. */
export const EVENT_CHANNEL = 'ticketgate_event';

interface WithEvents {
  readonly events: PlannedEvents;
}

/** The newest version of any definition: while it stays the same, so do the listeners. */
export const NEWEST_VERSION = '(select coalesce(max(id), 0) from gi_webservice_config_history)';

/** The input column for the version that the process knew when it planned the events. */
export const KNOWN_VERSION_COLUMN: InputColumns<WithEvents> = {
  types: { known: 'bigint' },
  toRow: ({ events }) => ({ known: events.known ?? null }),
};
/** The condition that this version is still the newest. */
export const KNOWN_VERSION_IS_CURRENT = `(input.known is null or input.known = ${NEWEST_VERSION})`;

/** The list `planned` of a statement that uses {@link insertEvents}. */
export const PLANNED_EVENTS: InputList<{ readonly events: Pick<PlannedEvents, 'rows'> }> = {
  types: { text: 'text' },
  toRows: ({ events }) => events.rows.map((text) => ({ text })),
};

/**
 * Common table expressions that add the events in the list `planned` that belong to rows of `source` to the outbox (`event`). At the commit,
 * they notify the consumers once, if the events require it (`notify`). The statement must select from `notified`, which has one row.
 *
 * @param columns the columns of `source` that events refer to with `later`
 */
export function insertEvents(source: string, columns: readonly string[]): string {
  return `event as materialized (
  select nextval('ticketgate.event_id_seq') as id, position, entry from (
    select position, ${columns.reduce(padded, 'text')}::jsonb as entry
    from ${source} join planned using (position) order by number
  ) as filled
), stored_event as (
  insert into ticketgate.event (id, consumer, plugin, name, key, data, at, due_at) overriding system value
  select id, entry ->> 'consumer', entry ->> 'consumer', entry ->> 'name', entry ->> 'key', entry -> 'data', (entry ->> 'at')::timestamptz, (entry ->> 'at')::timestamptz
  from event
), notified as (
  select count(pg_notify('${EVENT_CHANNEL}', consumer)) from (select distinct entry ->> 'consumer' as consumer from event where entry ? 'notify') as notifying
)`;
}

/** The end of a statement with a row for each of `source`: `awaited` contains the ids of the events that its client waits for. */
export function selectAwaited(source: string, hasEvents: boolean): string {
  if (!hasEvents) return `'{}'::text[] as awaited from ${source}`;
  const ids = `select id::text from event where event.position = ${source}.position and entry ? 'waits' order by id`;
  return `array(${ids}) as awaited from ${source}, notified`;
}

/** Replaces the placeholder of a column, either as a complete JSON value or within a text. */
function padded(text: string, column: string): string {
  const mark = `\\u0000${column}\\u0000`;
  return `replace(replace(${text}, '"${mark}"', ${column}::text), '${mark}', ${column}::text)`;
}
