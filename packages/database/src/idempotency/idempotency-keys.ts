import type { Database } from '@ticketgate/sdk';
import pLimit, { type LimitFunction } from 'p-limit';

/** A request that must not be carried out twice. */
export interface KeyedRequest {
  /** Whose key it is, and what for: one key may mean different things elsewhere. */
  readonly scope: string;
  readonly key: string;
  /** Tells requests apart that came under one key. */
  readonly fingerprint: string;
  readonly now: Date;
}

/** The result of the work, now (`done`) or of the first time (`replayed`); `reused`: the key belongs to another request. */
export type Once<Result> =
  { readonly kind: 'done' | 'replayed'; readonly result: Result } | { readonly kind: 'reused' };

interface Note {
  readonly fingerprint: string;
  readonly answer: string | null;
}

const HOURS = 24;

const FIND = `
select fingerprint, answer from ticketgate.idempotency_key
where scope = $1 and key = $2 and created_at > $3::timestamptz - interval '${HOURS} hours'`;

// Each new note deletes a few old ones, so that the table stays small without a job.
const NOTE = `
with old as (
  delete from ticketgate.idempotency_key where ctid = any (array(
    select ctid from ticketgate.idempotency_key
    where created_at <= $5::timestamptz - interval '${HOURS} hours' and (scope, key) <> ($1, $2)
    limit 10 for update skip locked))
)
insert into ticketgate.idempotency_key (scope, key, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5)
on conflict (scope, key) do update
set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`;

/** Notes of requests that were carried out, kept for 24 hours, so that sending one again does nothing twice. */
export class IdempotencyKeys {
  readonly #database: Database;
  readonly #limit: LimitFunction;

  /**
   * @param concurrency keyed requests at a time: each holds a connection while it works, and may need a second one, so it
   *   has to stay below the size of the pool
   */
  constructor(database: Database, concurrency: number) {
    this.#database = database;
    this.#limit = pLimit(concurrency);
  }

  /**
   * Runs `work` and notes its result, a JSON value, in one transaction. A duplicate that comes meanwhile waits for its end,
   * on any process. When `work` throws, nothing is noted.
   */
  runOnce<Result>(
    request: KeyedRequest,
    work: (transaction: Database) => Promise<Result>,
  ): Promise<Once<Result | undefined>> {
    return this.#limit(() => this.#database.withTransaction((transaction) => runIn(transaction, request, work)));
  }
}

async function runIn<Result>(
  transaction: Database,
  { scope, key, fingerprint, now }: KeyedRequest,
  work: (transaction: Database) => Promise<Result>,
): Promise<Once<Result | undefined>> {
  const time = now.toISOString();
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${scope}\n${key}`]);
  const [note] = await transaction.query<Note>(FIND, [scope, key, time]);
  if (note !== undefined) return note.fingerprint === fingerprint ? replay<Result>(note) : { kind: 'reused' };
  const result = await work(transaction);
  const answer = result === undefined ? undefined : JSON.stringify(result);
  await transaction.query(NOTE, [scope, key, fingerprint, answer, time]);
  return { kind: 'done', result };
}

function replay<Result>({ answer }: Note): Once<Result | undefined> {
  // It was written above from a Result.
  return { kind: 'replayed', result: answer === null ? undefined : (JSON.parse(answer) as Result) };
}
