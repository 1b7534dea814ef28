import { EVENT_CHANNEL, readValue } from '../postgres/index.js';
import { TableAccess } from '../table-access.js';
import type { Data } from '@ticketgate/sdk';

export type EventState = 'waiting' | 'dead' | 'all';

export interface ListedEvent {
  readonly id: number;
  readonly consumer: string;
  readonly name: string;
  readonly key: string;
  readonly data: Data;
  readonly at: Date;
  readonly attempts: number;
  /** When the next attempt is due. */
  readonly dueAt: Date;
  /** Null: it waits. */
  readonly deadSince: Date | null;
  /** The error of the last attempt. */
  readonly error: string | null;
}

export interface EventSearch {
  readonly state: EventState;
  readonly consumer?: string | undefined;
  /** A text in its names, its ticket, its error or what was sent. */
  readonly text?: string | undefined;
  readonly limit: number;
  /** Only events after this one. */
  readonly afterID?: number | undefined;
}

/** Selects events by id, or all dead ones; optionally of one consumer, or with a text. */
export interface EventChoice extends Pick<EventSearch, 'consumer' | 'text'> {
  readonly ids?: readonly number[] | undefined;
}

export interface EventCount {
  readonly consumer: string;
  readonly waiting: number;
  readonly dead: number;
  /** Seconds by which the longest overdue attempt is late. */
  readonly overdueSeconds: number;
}

export interface EventLimits {
  /** Events that died before this moment are deleted, and so are waiting ones that happened before it. */
  readonly oldest: Date;
  /** Most waiting events per consumer; beyond that, the oldest die. */
  readonly mostWaiting: number;
  /** Most dead events per consumer; beyond that, the oldest are deleted. */
  readonly mostDead: number;
}

/** SQL: the searched parts of an event, none of which can be secret; other data is only masked when shown. A ticket is `#17`. */
const SEARCHED = `concat_ws(' ', consumer, name, key, error, data->>'Invoker', '#' || coalesce(data->'Data'->>'TicketID', data->>'TicketID'),
  data->>'Sent', data->>'Tries')`;
/** SQL: events of one consumer, and with a text. */
const FOUND = `($2::text is null or consumer = $2) and ($3::text is null or position(lower($3) in lower(${SEARCHED})) > 0)`;
const CHOSEN = `($1::bigint[] is null and dead_since is not null or id = any($1::bigint[])) and ${FOUND}`;
const IN_STATE = `($1::boolean is null or (dead_since is not null) = $1) and ${FOUND}`;

/** Lists, retries and deletes events that could not be delivered. */
export class EventAdministration extends TableAccess {
  /** Oldest first. */
  list({ limit, afterID, ...wanted }: EventSearch): Promise<ListedEvent[]> {
    return this.database.query<ListedEvent>(
      `select id, consumer, name, key, data, at, attempts, due_at as "dueAt", dead_since as "deadSince", error
       from ticketgate.event where ${IN_STATE} and id > $4::bigint order by id limit $5`,
      [...bindSearch(wanted), afterID ?? 0, limit],
    );
  }

  async total(wanted: Omit<EventSearch, 'limit' | 'afterID'>): Promise<number> {
    const found = `select count(*)::integer from ticketgate.event where ${IN_STATE}`;
    return (await readValue<number>(this.database, found, bindSearch(wanted))) ?? 0;
  }

  /** Restarts delivery immediately, counting attempts from the first. Returns the ids of the events. */
  async retry(choice: EventChoice, now: Date): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `with again as (
         update ticketgate.event set dead_since = null, attempts = 0, due_at = $4 where ${CHOSEN} returning id
       )
       select id, pg_notify('${EVENT_CHANNEL}', '') from again`,
      [...bindChoice(choice), now.toISOString()],
    );
    return rows.map(({ id }) => id);
  }

  async drop(choice: EventChoice): Promise<readonly number[]> {
    const text = `delete from ticketgate.event where ${CHOSEN} returning id`;
    return (await this.database.query<{ id: number }>(text, bindChoice(choice))).map(({ id }) => id);
  }

  count(): Promise<EventCount[]> {
    return this.database.query<EventCount>(
      `select consumer, count(*) filter (where dead_since is null) as waiting,
         count(*) filter (where dead_since is not null) as dead,
         greatest(0, coalesce(extract(epoch from now() - min(due_at) filter (where dead_since is null)), 0))::float8 as "overdueSeconds"
       from ticketgate.event group by consumer order by consumer`,
    );
  }

  /** Enforces the limits of the table. Returns the number of deleted events. */
  async cleanUp({ oldest, mostWaiting, mostDead }: EventLimits, now: Date): Promise<number> {
    const deleted = await this.database.query(
      'delete from ticketgate.event where coalesce(dead_since, at) < $1 returning id',
      [oldest.toISOString()],
    );
    await this.database.query(
      `update ticketgate.event set dead_since = $2::timestamptz, error = $3
       from (${NEWEST_FIRST} where dead_since is null) as waiting
       where event.id = waiting.id and waiting.place > $1`,
      [mostWaiting, now.toISOString(), `More than ${mostWaiting} newer events wait for this consumer.`],
    );
    const surplus = await this.database.query(
      `delete from ticketgate.event using (${NEWEST_FIRST} where dead_since is not null) as dead
       where event.id = dead.id and dead.place > $1
       returning event.id`,
      [mostDead],
    );
    return deleted.length + surplus.length;
  }
}

function bindSearch({ state, consumer, text }: Omit<EventSearch, 'limit' | 'afterID'>): readonly unknown[] {
  return [state === 'all' ? null : state === 'dead', consumer ?? null, text ?? null];
}

function bindChoice({ ids, consumer, text }: EventChoice): readonly unknown[] {
  return [ids ?? null, consumer ?? null, text ?? null];
}

const NEWEST_FIRST =
  'select id, row_number() over (partition by consumer order by id desc) as place from ticketgate.event';
