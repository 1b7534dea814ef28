import { selectAwaited, insertEvents, sql, statement } from '@ticketgate/postgres';
import type { Data, Database, DeliveredEvent, SharedStatement } from '@ticketgate/sdk';

import { textOf } from './event-row.js';
import { TAKE_EVENTS } from './take-events.js';

export interface TakeOptions {
  readonly consumer: string;
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
  readonly consumer: string;
  readonly key: string;
  readonly id: string;
  readonly error: string;
}

const ADD = statement(
  sql`with written as (select 1 as position), ${insertEvents('written', [])} select ${selectAwaited('written', true)}`,
);

const DONE: SharedStatement<string> = {
  sizeOf: () => 0,
  statementFor: (ids) => ({ text: 'delete from ticketgate.event where id = any($1::bigint[])', values: [ids] }),
};

/** Events that wait for their consumers: one row for each event and consumer, deleted once it is handled. */
export class EventQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Part of the transaction that makes the events true.
   *
   * @param rows by `eventRow`
   * @returns the ids of those that the client waits for
   */
  static async add(transaction: Database, rows: readonly string[]): Promise<readonly string[]> {
    const [added] = await transaction.query<{ readonly awaited: readonly string[] }>(
      ADD.text,
      ADD.valuesOf([{ events: { known: undefined, rows, isComplete: true } }]),
    );
    return added?.awaited ?? [];
  }

  /** The consumers with events that are due. */
  async due(now: Date): Promise<readonly string[]> {
    const rows = await this.#database.query<{ readonly consumer: string }>(
      'select distinct consumer from ticketgate.event where dead_since is null and due_at <= $1',
      [now.toISOString()],
    );
    return rows.map(({ consumer }) => consumer);
  }

  /**
   * Begins an attempt for the oldest event of each key, where it is due: with `passes`, of those that have not been tried, and for all
   * others. If this process ends before it reports the outcome, the next
   * attempt is due after the delay.
   */
  async take({ consumer, now, limit, busyKeys, delays, passes = false }: TakeOptions): Promise<DeliveredEvent[]> {
    const rows = await this.#database.query<DeliveredEvent>(TAKE_EVENTS, [
      consumer,
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
    await this.#database.queryTogether(DONE, id);
  }

  /** It has to be handled again, and what follows it waits for that. */
  async postpone({ consumer, key, id, error }: FailedAttempt, dueAt: Date): Promise<void> {
    await this.#database.query(
      `update ticketgate.event set due_at = greatest(due_at, $4::timestamptz),
         error = case when id = $3 then $5 else error end
       where consumer = $1 and key = $2 and dead_since is null`,
      [consumer, key, id, dueAt.toISOString(), error],
    );
  }

  /** It alone is tried again, with other data. */
  async retry(
    { id, error, data }: Pick<FailedAttempt, 'id' | 'error'> & { readonly data: Data },
    dueAt: Date,
  ): Promise<void> {
    await this.#database.query(
      'update ticketgate.event set due_at = $2::timestamptz, error = $3, data = $4::jsonb where id = $1',
      [id, dueAt.toISOString(), error, textOf(data)],
    );
  }

  /** Adds to its data, for those who look after it. */
  async describe(id: string, data: Data): Promise<void> {
    await this.#database.query('update ticketgate.event set data = data || $2::jsonb where id = $1', [
      id,
      textOf(data),
    ]);
  }

  /** It is not tried again automatically; what follows it is due. */
  async markDead({ consumer, key, id, error }: FailedAttempt, now: Date): Promise<void> {
    await this.#database.query(
      `update ticketgate.event set dead_since = case when id = $3 then $4::timestamptz end,
         due_at = least(due_at, $4::timestamptz), error = case when id = $3 then $5 else error end
       where consumer = $1 and key = $2 and dead_since is null`,
      [consumer, key, id, now.toISOString(), error],
    );
  }
}
