import type { Database } from '@ticketgate/sdk';

/** A request that must not run twice. */
export interface KeyedRequest {
  /** The namespace of the key: its caller and operation. */
  readonly scope: string;
  readonly key: string;
  /** Hash of the request, to detect a key that is reused for another request. */
  readonly fingerprint: string;
  readonly now: Date;
}

/** The result of the work, now (`done`) or of the first time (`replayed`); `reused`: the key belongs to another request. */
export type Once<Result> =
  | { readonly kind: 'done' | 'replayed'; readonly result: Result }
  | { readonly kind: 'reused' };

interface Note {
  readonly fingerprint: string;
  readonly answer: string | null;
}

const HOURS = 24;

const FIND = `
select fingerprint, answer from ticketgate.idempotency_key
where scope = $1 and key = $2 and created_at > $3::timestamptz - interval '${HOURS} hours'`;

// Each insert deletes a few old rows, so that the table stays small without a job.
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

/**
 * Runs `work` and stores its result, a JSON value, in the same transaction, so that a request repeated within 24 hours has no further
 * effect.
 *
 * @returns undefined while another process works on a request with the key
 */
export async function runOnce<Result>(
  transaction: Database,
  { scope, key, fingerprint, now }: KeyedRequest,
  work: () => Promise<Result>,
): Promise<Once<Result | undefined> | undefined> {
  const time = now.toISOString();
  const [lock] = await transaction.query<{ isMine: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isMine"',
    [`${scope}\n${key}`],
  );
  if (lock?.isMine !== true) return undefined;
  const [note] = await transaction.query<Note>(FIND, [scope, key, time]);
  if (note !== undefined) return note.fingerprint === fingerprint ? replay<Result>(note) : { kind: 'reused' };
  const result = await work();
  const answer = result === undefined ? undefined : JSON.stringify(result);
  await transaction.query(NOTE, [scope, key, fingerprint, answer, time]);
  return { kind: 'done', result };
}

function replay<Result>({ answer }: Note): Once<Result | undefined> {
  // It was written above from a Result.
  return { kind: 'replayed', result: answer === null ? undefined : (JSON.parse(answer) as Result) };
}
