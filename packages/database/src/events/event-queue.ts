import type { Data, Database, DeliveredEvent, NewEvent } from '@ticketgate/sdk';

import { TAKE_EVENTS } from './take-events.js';

/** Sent to all processes as a transaction with events commits, or when events may be delivered again. */
export const EVENT_CHANNEL = 'ticketgate_event';

/** An event for one plugin that listens to it. */
export interface QueuedEvent extends NewEvent {
  readonly plugin: string;
}

export interface TakeOptions {
  readonly plugin: string;
  readonly now: Date;
  /** Most events. */
  readonly limit: number;
  /** Keys with an event that is being handled. */
  readonly busyKeys: readonly string[];
  /** Seconds from each attempt to the next; the last one holds for all that follow. */
  readonly delays: readonly number[];
  /** Whether an event that is tried again lets later ones of its key pass. */
  readonly passes?: boolean;
}

/** The result of a failed attempt. */
export interface FailedAttempt {
  readonly plugin: string;
  readonly key: string;
  readonly id: string;
  readonly error: string;
}

/** Events that wait for plugins: one row for each event and plugin that listens to it, deleted once it is handled. */
export class EventQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Part of the transaction that makes the events true; processes that wait for events are notified when it commits.
   *
   * @returns their ids
   */
  static async add(transaction: Database, events: readonly QueuedEvent[], now: Date): Promise<readonly string[]> {
    const rows = await transaction.query<{ readonly id: string }>(
      `with added as (
         insert into ticketgate.event (plugin, name, key, data, at, due_at)
         select plugin, name, key, data::jsonb, $5, $5
         from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
           as row (plugin, name, key, data, position)
         order by position
         returning id, plugin
       ), told as (
         select count(pg_notify('${EVENT_CHANNEL}', plugin)) from (select distinct plugin from added) as consumer
       )
       select id::text as id from added, told order by added.id`,
      [
        events.map(({ plugin }) => plugin),
        events.map(({ name }) => name),
        events.map(({ key }) => key),
        events.map(({ data }) => toJSON(data)),
        now.toISOString(),
      ],
    );
    return rows.map(({ id }) => id);
  }

  /** The consumers with events that are due. */
  async due(now: Date): Promise<readonly string[]> {
    const rows = await this.#database.query<{ readonly plugin: string }>(
      'select distinct plugin from ticketgate.event where dead_since is null and due_at <= $1',
      [now.toISOString()],
    );
    return rows.map(({ plugin }) => plugin);
  }

  /**
   * Begins an attempt for the oldest event of each key, where it is due: with `passes`, of those that have not been tried, and for all
   * others. If this process ends before it reports the outcome, the next
   * attempt is due after the delay.
   */
  async take({ plugin, now, limit, busyKeys, delays, passes = false }: TakeOptions): Promise<DeliveredEvent[]> {
    const rows = await this.#database.query<DeliveredEvent>(TAKE_EVENTS, [
      plugin,
      now.toISOString(),
      limit,
      busyKeys,
      delays,
      passes,
    ]);
    return rows.sort((left, right) => Number(left.id) - Number(right.id));
  }

  /** It was handled. */
  async done(id: string): Promise<void> {
    await this.#database.query('delete from ticketgate.event where id = $1', [id]);
  }

  /** It has to be handled again, and what follows it waits for that. */
  async postpone({ plugin, key, id, error }: FailedAttempt, dueAt: Date): Promise<void> {
    await this.#database.query(
      `update ticketgate.event set due_at = greatest(due_at, $4::timestamptz),
         error = case when id = $3 then $5 else error end
       where plugin = $1 and key = $2 and dead_since is null`,
      [plugin, key, id, dueAt.toISOString(), error],
    );
  }

  /** It alone is tried again, with other data. */
  async retry(
    { id, error, data }: Pick<FailedAttempt, 'id' | 'error'> & { readonly data: Data },
    dueAt: Date,
  ): Promise<void> {
    await this.#database.query(
      'update ticketgate.event set due_at = $2::timestamptz, error = $3, data = $4::jsonb where id = $1',
      [id, dueAt.toISOString(), error, toJSON(data)],
    );
  }

  /** It is not tried again automatically; what follows it is due. */
  async markDead({ plugin, key, id, error }: FailedAttempt, now: Date): Promise<void> {
    await this.#database.query(
      `update ticketgate.event set dead_since = case when id = $3 then $4::timestamptz end,
         due_at = least(due_at, $4::timestamptz), error = case when id = $3 then $5 else error end
       where plugin = $1 and key = $2 and dead_since is null`,
      [plugin, key, id, now.toISOString(), error],
    );
  }
}

/** PostgreSQL's JSON has no NUL. */
function toJSON(data: Data): string {
  return JSON.stringify(data).replaceAll('\\u0000', '');
}
