import type { Database } from '@ticketgate/sdk';

import { hasReached, parseSnapshot, type PrimaryState, type Reached } from './positions.js';

/** Time, in milliseconds of this process. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** One connection, which is opened again after it was lost. */
export interface AloneConnection extends Pick<Database, 'query'> {
  readonly close: () => Promise<void>;
}

export interface Question {
  /** Later questions have larger ones. */
  readonly order: number;
  readonly answer: Promise<PrimaryState>;
}

/**
 * Reads that begin between two questions share the next one: for half as long as reads take, half a millisecond for each that is under way,
 * and 20 ms at most.
 */
const SPACING = { share: 0.5, each: 0.5, most: 20 };
/** How much a read counts in what reads take. */
const WEIGHT = 1 / 16;
/** Answers that are kept, to say how old what a standby shows is. */
const MOST_KEPT = 256;

const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;
/** The newest name. Its `xmin` tells it from copies that a dump made, which say nothing of the log that they are in. */
export const NEWEST_HISTORY = `(select name || ' ' || xmin from ticketgate.wal_history order by id desc limit 1)`;
/** The newest name if it is that of the primary's log. */
export const PRIMARY_HISTORY = `(select case when timeline = ${TIMELINE} then name || ' ' || xmin end
    from ticketgate.wal_history order by id desc limit 1)`;
/**
 * A commit is acknowledged once it is flushed, unless `synchronous_commit` is off; strict reads also see what others left unflushed. The name of the
 * history is in the session, which ends when the server changes its log: half of the question's time would go into the table.
 */
export const ASK = `select pg_wal_lsn_diff(case when $1::boolean or current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::bigint as position,
  pg_current_snapshot()::text as snapshot, nullif(current_setting('ticketgate.history', true), '') as history`;
/** Writes the name into the session. */
export const NOTE_HISTORY = `select nullif(set_config('ticketgate.history', coalesce(${PRIMARY_HISTORY}, ''), false), '') as history`;
export const NAME_HISTORY = `insert into ticketgate.wal_history (timeline, name) select ${TIMELINE}, gen_random_uuid()::text`;

interface Answer {
  readonly position: number;
  readonly snapshot: string;
  readonly history: string | null;
}

/** Asks the primary where it is, with one question for all reads that begin at about the same time, and one at a time. */
export class PrimaryQuestions {
  readonly #primary: AloneConnection;
  readonly #isStrict: boolean;
  readonly #clock: Clock;
  #next: Question | undefined;
  /** Ends with the answer to the last question. */
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;
  /** Milliseconds that reads take. */
  #usual = 0;
  #askedAt = -Infinity;
  /** The answers, newest first. */
  readonly #answers: PrimaryState[] = [];

  constructor(primary: AloneConnection, isStrict: boolean, clock: Clock) {
    this.#primary = primary;
    this.#isStrict = isStrict;
    this.#clock = clock;
  }

  /**
   * A question that is sent after the call.
   *
   * @param running reads that are under way: the more could share it, the longer it waits for them
   */
  ask(running: number): Question {
    this.#next ??= this.#plan(running);
    return this.#next;
  }

  /** Lets the session know the history, which gets a name if it has none. Two gateways may give it one at the same time; the newer one counts. */
  async noteHistory(): Promise<void> {
    const [noted] = await this.#primary.query<Pick<Answer, 'history'>>(NOTE_HISTORY);
    if (noted?.history !== null) return;
    await this.#primary.query(NAME_HISTORY);
    await this.#primary.query(NOTE_HISTORY);
  }

  /** Hears how long a read took. */
  noteRead(milliseconds: number): void {
    this.#usual += (milliseconds - this.#usual) * WEIGHT;
  }

  close(): Promise<void> {
    return this.#primary.close();
  }

  /** The newest answer. */
  get latest(): PrimaryState | undefined {
    return this.#answers[0];
  }

  /** The newest answer whose state a server has reached. */
  reachedBy(reached: Reached): PrimaryState | undefined {
    return this.#answers.find((state) => hasReached(reached, state));
  }

  #plan(running: number): Question {
    const answer = this.#askInTurn(running);
    // Those who wait for it hear of its failure.
    this.#last = answer.catch(() => undefined);
    return { order: (this.#count += 1), answer };
  }

  async #askInTurn(running: number): Promise<PrimaryState> {
    const { share, each, most } = SPACING;
    const spacing = Math.min(share * this.#usual, each * running, most);
    await this.#last;
    const pause = this.#askedAt + spacing - this.#clock.now();
    if (pause > 0) await this.#clock.wait(pause);
    this.#next = undefined;
    return this.#send();
  }

  async #send(): Promise<PrimaryState> {
    const askedAt = this.#clock.now();
    this.#askedAt = askedAt;
    const [answer] = await this.#primary.query<Answer>(ASK, [this.#isStrict]);
    if (answer === undefined) throw new Error('The primary did not say where it is.');
    const { history, position, snapshot } = answer;
    if (history === null) {
      await this.noteHistory();
      return this.#send();
    }
    const state = { history, position, snapshot: parseSnapshot(snapshot), askedAt };
    this.#answers.unshift(state);
    this.#answers.length = Math.min(this.#answers.length, MOST_KEPT);
    return state;
  }
}
