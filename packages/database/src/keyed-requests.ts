import { setTimeout as wait } from 'node:timers/promises';
import { type Database, isOperationError, keptIn, OperationError } from '@ticketgate/sdk';
import pLimit, { type LimitFunction } from 'p-limit';

import { LazyTransaction, readValue } from './postgres/index.js';

interface KeyedRequest {
  /** The namespace of the key: its caller and operation. */
  readonly scope: string;
  readonly key: string;
  /** Hash of the request, which reveals a key that is reused for another request. */
  readonly fingerprint: string;
  readonly now: Date;
}

/** The result of this call (`done`) or of the first one (`replayed`); `reused`: the key belongs to another request. */
type Once<Result> = { readonly kind: 'done' | 'replayed'; readonly result: Result } | { readonly kind: 'reused' };

interface Note {
  readonly fingerprint: string;
  readonly answer: string | null;
}

const HOURS = 24;

const FIND = `
select fingerprint, answer from ticketgate.idempotency_key
where scope = $1 and key = $2 and created_at > $3::timestamptz - interval '${HOURS} hours'`;

// Each insert deletes a few old rows, so that the table stays small without a separate job.
const INSERT = `
with old as (
  delete from ticketgate.idempotency_key where ctid = any (array(
    select ctid from ticketgate.idempotency_key
    where created_at <= $5::timestamptz - interval '${HOURS} hours' and (scope, key) <> ($1, $2)
    limit 10 for update skip locked))
)
insert into ticketgate.idempotency_key (scope, key, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5)
on conflict (scope, key) do`;
const NOTE = `${INSERT} update
set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`;

/** Whether a key is used for the first time within 24 hours, on all machines. */
export async function isFirstUse(
  database: Pick<Database, 'query'>,
  { scope, key, now }: Omit<KeyedRequest, 'fingerprint'>,
): Promise<boolean> {
  const rows = await database.query(`${INSERT} nothing returning key`, [scope, key, '', null, now.toISOString()]);
  return rows.length === 1;
}

/**
 * Runs `work` and stores its result, a JSON value, in the same transaction, so that a request repeated within 24 hours has no further
 * effect.
 *
 * @returns undefined while another process handles a request with the key
 */
async function onlyOnce<Result>(
  transaction: Database,
  { scope, key, fingerprint, now }: KeyedRequest,
  work: () => Promise<Result>,
): Promise<Once<Result | undefined> | undefined> {
  const time = now.toISOString();
  const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0))';
  if ((await readValue<boolean>(transaction, lock, [`${scope}\n${key}`])) !== true) return undefined;
  const [note] = await transaction.query<Note>(FIND, [scope, key, time]);
  if (note !== undefined) return note.fingerprint === fingerprint ? replay<Result>(note) : { kind: 'reused' };
  const result = await work();
  const answer = result === undefined ? undefined : JSON.stringify(result);
  await transaction.query(NOTE, [scope, key, fingerprint, answer, time]);
  return { kind: 'done', result };
}

function replay<Result>({ answer }: Note): Once<Result | undefined> {
  // A cast: it was stored from a Result.
  return { kind: 'replayed', result: answer === null ? undefined : (JSON.parse(answer) as Result) };
}

/** Most waiting requests per caller. */
const MOST_WAITING = 50;
/** Milliseconds between two checks whether another process still handles a request: initially, and at most. */
const PAUSES = { first: 20, longest: 1_000 };

/** The outcome of the first of several equal requests; after `open`, the next one has to do the work. */
type End =
  | { readonly kind: 'committed'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly cause: OperationError }
  | { readonly kind: 'open' };

interface Running {
  readonly fingerprint: string;
  readonly ended: Promise<End>;
}

interface CallersRequest extends KeyedRequest {
  readonly caller: string;
}

/**
 * Runs requests with an idempotency key once each. Duplicates wait for the first request without a connection and get its answer, or its
 * error if that would recur. A caller can occupy at most half of the transactions, so that callers do not block each other.
 */
export class KeyedRequests {
  readonly #running = new Map<string, Running>();
  readonly #turns = new Map<string, LimitFunction>();
  readonly #share: number;

  /** @param places transactions of requests that may be open at a time */
  constructor(places: number) {
    this.#share = Math.max(1, Math.floor(places / 2));
  }

  /** @throws OperationError `Database.TransactionsBusy`, and those of `work` */
  async run<Result>(
    transaction: Database,
    request: CallersRequest,
    work: () => Promise<Result>,
  ): Promise<Once<Result | undefined>> {
    const id = `${request.scope}\n${request.key}`;
    for (let first = this.#running.get(id); first !== undefined; first = this.#running.get(id)) {
      const end = await first.ended;
      if (first.fingerprint !== request.fingerprint) continue;
      if (end.kind === 'failed') throw end.cause;
      // A cast: it is a result of the same work.
      if (end.kind === 'committed') return { kind: 'replayed', result: end.result as Result };
    }
    let settle: (end: End) => void = () => undefined;
    const ended = new Promise<End>((resolve) => (settle = resolve));
    this.#running.set(id, { fingerprint: request.fingerprint, ended });
    let end: End = { kind: 'open' };
    try {
      const once = await this.#inTurn(transaction, request, work);
      if (once.kind !== 'reused') end = { kind: 'committed', result: once.result };
      return once;
    } catch (cause) {
      if (isOperationError(cause) && wouldRepeat(cause)) end = { kind: 'failed', cause };
      throw cause;
    } finally {
      whenOver(transaction, (isCommitted) => {
        this.#running.delete(id);
        settle(end.kind === 'committed' && !isCommitted ? { kind: 'open' } : end);
      });
    }
  }

  /** Holds neither a transaction nor a connection between two attempts. */
  async #inTurn<Result>(
    transaction: Database,
    request: CallersRequest,
    work: () => Promise<Result>,
  ): Promise<Once<Result | undefined>> {
    const take = this.#findTurns(request.caller);
    for (let pause = PAUSES.first; ; pause = Math.min(2 * pause, PAUSES.longest)) {
      const once = await take(() => onlyOnce(transaction, request, work));
      if (once !== undefined) return once;
      if (transaction instanceof LazyTransaction) await transaction.startOver();
      await wait(pause);
    }
  }

  #findTurns(caller: string): LimitFunction {
    for (const [other, { activeCount, pendingCount }] of this.#turns) {
      if (activeCount + pendingCount === 0) this.#turns.delete(other);
    }
    const turns = keptIn(this.#turns, caller, () => pLimit(this.#share));
    if (turns.pendingCount >= MOST_WAITING) throw busy();
    return turns;
  }
}

function busy(): OperationError {
  const message = `${MOST_WAITING} of your requests with an Idempotency-Key wait already. Nothing was written; send this one again in a second.`;
  return new OperationError('Database.TransactionsBusy', message, { reason: 'Unavailable', retryAfter: 1 });
}

/** Whether an error would recur, as it does after a mistake in the request. */
function wouldRepeat({ reason }: OperationError): boolean {
  return reason !== 'Unavailable' && reason !== 'Conflict';
}

function whenOver(transaction: Database, notify: (isCommitted: boolean) => void): void {
  if (transaction instanceof LazyTransaction) transaction.whenOver(notify);
  else notify(true);
}
