import type { NewEvent, Data, Database, DeliveredEvent, PlannedEvents, SharedStatement } from '@ticketgate/sdk';

import { insertEvents, PLANNED_EVENTS, selectAwaited, sharedStatement } from '../postgres/index.js';
import { TableAccess } from '../table-access.js';

export interface QueuedEvent extends NewEvent {
  readonly consumer: string;
  /** Whether the client waits for it. */
  readonly waits?: boolean;
  /** Whether the consumer is notified at the commit. PostgreSQL commits such transactions one at a time. */
  readonly notify?: boolean;
}

/** An event as a row for `insertEvents`. */
export function eventRow(event: QueuedEvent, now: Date): string {
  return serialize(toEventRow(event, now));
}

/** The row of an event whose data refers to ids that are not known yet. */
export function plannedRow(event: QueuedEvent, now: Date): string {
  return serialize(toEventRow(event, now), LATER);
}

function toEventRow({ consumer, name, key, data, waits = false, notify = false }: QueuedEvent, now: Date): object {
  return { consumer, name, key, at: now.toISOString(), data, ...(waits && { waits }), ...(notify && { notify }) };
}

/** The placeholders of `later`, also within a key. */
const LATER = /^[^\0]*\0[a-z_]+\0[^\0]*$/;

const MARKS = /\\u0000[a-z_]+\\u0000/g;

/** Serializes a value without NUL, which PostgreSQL's JSON does not allow, except in texts that match `kept`. */
function serialize(value: object, kept?: RegExp): string {
  const text = JSON.stringify(value);
  // A replacer is slow, and hardly any value needs it.
  if (!(kept === undefined ? text : text.replace(MARKS, '')).includes('\\u0000')) return text;
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' && kept?.test(member) !== true ? member.replaceAll('\0', '') : member,
  );
}

interface TakeOptions {
  readonly consumer: string;
  readonly now: Date;
  /** Most events. */
  readonly limit: number;
  /** Keys with an event that is being handled. */
  readonly busyKeys: readonly string[];
  /** Seconds between attempts; the last number applies to all further attempts. */
  readonly delays: readonly number[];
  /** Whether later events of the same key may overtake one that failed. */
  readonly allowsOvertaking?: boolean;
}

export interface FailedAttempt {
  readonly consumer: string;
  readonly key: string;
  readonly id: string;
  readonly error: string;
}

const ADD = sharedStatement<{ readonly events: Pick<PlannedEvents, 'rows'> }>(
  { input: [], lists: { planned: PLANNED_EVENTS } },
  (inputs) => `with ${inputs}, ${insertEvents('input', [])} select ${selectAwaited('input', true)}`,
);

const DONE: SharedStatement<string> = {
  sizeOf: () => 0,
  statementFor: (ids) => ({ text: 'delete from ticketgate.event where id = any($1::bigint[])', values: [ids] }),
};

/** The queue of events: one row for each event and consumer, which is deleted when the event has been handled. */
export class EventQueue extends TableAccess {
  /**
   * Adds events in the transaction that causes them.
   *
   * @param rows made by `eventRow`
   * @returns the ids of the events that the client waits for
   */
  static async add(transaction: Database, rows: readonly string[]): Promise<readonly string[]> {
    const { text, values } = ADD.statementFor([{ events: { rows } }]);
    const [added] = await transaction.query<{ readonly awaited: readonly string[] }>(text, values);
    return added?.awaited ?? [];
  }

  async due(now: Date): Promise<readonly string[]> {
    const rows = await this.database.query<{ readonly consumer: string }>(
      'select distinct consumer from ticketgate.event where dead_since is null and due_at <= $1',
      [now.toISOString()],
    );
    return rows.map(({ consumer }) => consumer);
  }

  /**
   * Begins an attempt for the oldest event of each key if it is due; with `allowsOvertaking`, failed events do not delay later ones. If this
   * process ends before it reports the outcome, the next attempt is due after the delay.
   */
  async take({ consumer, now, limit, busyKeys, delays, ...rules }: TakeOptions): Promise<DeliveredEvent[]> {
    const values = [consumer, now.toISOString(), limit, busyKeys, delays, rules.allowsOvertaking ?? false];
    const rows = await this.database.query<DeliveredEvent>(TAKE_EVENTS, values);
    return rows.sort((left, right) => Number(left.id) - Number(right.id));
  }

  async done(id: string): Promise<void> {
    await this.database.queryTogether(DONE, id);
  }

  /**
   * Schedules another attempt; later events of the key wait for it.
   *
   * @param isUncounted whether the failed attempt does not count
   */
  async postpone({ consumer, key, id, error }: FailedAttempt, dueAt: Date, isUncounted = false): Promise<void> {
    await this.database.query(
      `update ticketgate.event set due_at = greatest(due_at, $4::timestamptz),
         error = case when id = $3 then $5 else error end,
         attempts = case when id = $3 and $6::boolean then greatest(attempts - 1, 0) else attempts end
       where consumer = $1 and key = $2 and dead_since is null`,
      [consumer, key, id, dueAt.toISOString(), error, isUncounted],
    );
  }

  /** Schedules another attempt with different data, without delaying later events. */
  async retry(
    { id, error, data }: Pick<FailedAttempt, 'id' | 'error'> & { readonly data: Data },
    dueAt: Date,
  ): Promise<void> {
    await this.database.query(
      'update ticketgate.event set due_at = $2::timestamptz, error = $3, data = $4::jsonb where id = $1',
      [id, dueAt.toISOString(), error, serialize(data)],
    );
  }

  /**
   * Marks an event as dead: it is not retried automatically, and later events of its key become due.
   *
   * @param data members that are added to its data, for administrators
   */
  async markDead({ consumer, key, id, error }: FailedAttempt, now: Date, data: Data = {}): Promise<void> {
    await this.database.query(
      `update ticketgate.event set dead_since = case when id = $3 then $4::timestamptz end,
         due_at = least(due_at, $4::timestamptz), error = case when id = $3 then $5 else error end,
         data = case when id = $3 then data || $6::jsonb else data end
       where consumer = $1 and key = $2 and dead_since is null`,
      [consumer, key, id, now.toISOString(), error, serialize(data)],
    );
  }
}

/** Counts an attempt for the oldest event of each key if it is due, and schedules the next attempt. */
const TAKE_EVENTS = `
update ticketgate.event set attempts = attempts + 1,
  due_at = $2::timestamptz + make_interval(secs => ($5::float8[])[least(attempts + 1, cardinality($5::float8[]))])
from (
  select id from ticketgate.event as head
  where consumer = $1 and dead_since is null and due_at <= $2 and key <> all($4) and not exists (
    select from ticketgate.event as earlier
    where earlier.consumer = head.consumer and earlier.key = head.key and earlier.dead_since is null
      and earlier.id < head.id and not ($6::boolean and earlier.error is not null)
  )
  order by due_at, id limit $3
) as due
where event.id = due.id
returning event.id::text as id, name, key, data, at, attempts as attempt`;
