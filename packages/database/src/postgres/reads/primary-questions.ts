import type { Database } from '@ticketgate/sdk';

import { hasReached, parseSnapshot, type PrimaryState, type Reached } from './positions.js';

/** Time in milliseconds of this process. */
export interface Clock {
  readonly now: () => number;
  /** At least until the end of this turn of the event loop. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** One connection, which is reopened after it was lost. */
export interface AloneConnection extends Pick<Database, 'query'> {
  readonly close: () => Promise<void>;
}

export interface Question {
  /** Later questions have larger numbers. */
  readonly order: number;
  readonly answer: Promise<PrimaryState>;
}

/**
 * Reads that begin between two questions share the next one. It waits for the shortest of these: three quarters of what a read
 * takes, half a millisecond for each running read, and 20 ms.
 */
const SPACING = { share: 0.75, each: 0.5, most: 20 };
/** The weight of a read in the average duration of reads. */
const WEIGHT = 1 / 16;
/** Answers that are kept, to tell how old the data of a standby is. */
const MOST_KEPT = 256;

const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;
/** The newest name. Its `xmin` distinguishes it from copies in a dump, which say nothing about the log that contains them. */
export const NEWEST_HISTORY = `(select name || ' ' || xmin from ticketgate.wal_history order by id desc limit 1)`;
/** The newest name if it is that of the primary's log. */
export const PRIMARY_HISTORY = `(select case when timeline = ${TIMELINE} then name || ' ' || xmin end
    from ticketgate.wal_history order by id desc limit 1)`;
/**
 * A commit is acknowledged once it is flushed, unless `synchronous_commit` is off; strict reads also see what others have not flushed yet. The
 * session holds the history's name, and ends when the server changes its log: reading it from the table would take half of the question's time.
 */
export const ASK = `select pg_wal_lsn_diff(case when $1::boolean or current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::bigint as position,
  pg_current_snapshot()::text as snapshot, nullif(current_setting('ticketgate.history', true), '') as history`;
/** Stores the name in the session. */
export const NOTE_HISTORY = `select nullif(set_config('ticketgate.history', coalesce(${PRIMARY_HISTORY}, ''), false), '') as history`;
export const NAME_HISTORY = `insert into ticketgate.wal_history (timeline, name) select ${TIMELINE}, gen_random_uuid()::text`;

interface Answer {
  readonly position: number;
  readonly snapshot: string;
  readonly history: string | null;
}

/** Asks the primary for its position, with one question for all reads that begin at about the same time, and one at a time. */
export class PrimaryQuestions {
  readonly #primary: AloneConnection;
  readonly #isStrict: boolean;
  readonly #clock: Clock;
  #next: Question | undefined;
  /** Ends with the answer to the last question. */
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;
  /** The average duration of reads, in milliseconds. */
  #usual = 0;
  #askedAt = -Infinity;
  /** Newest first. */
  readonly #answers: PrimaryState[] = [];

  constructor(primary: AloneConnection, isStrict: boolean, clock: Clock) {
    this.#primary = primary;
    this.#isStrict = isStrict;
    this.#clock = clock;
  }

  /**
   * A question that is sent after the call.
   *
   * @param running number of running reads: the more could share the question, the longer it waits for them
   */
  ask(running: number): Question {
    this.#next ??= this.#plan(running);
    return this.#next;
  }

  /** Stores the history in the session, and names it if it has no name. If two gateways do so at the same time, the newer name counts. */
  async noteHistory(): Promise<void> {
    const [noted] = await this.#primary.query<Pick<Answer, 'history'>>(NOTE_HISTORY);
    if (noted?.history !== null) return;
    await this.#primary.query(NAME_HISTORY);
    await this.#primary.query(NOTE_HISTORY);
  }

  /** Updates the average duration of reads. */
  noteRead(milliseconds: number): void {
    this.#usual += (milliseconds - this.#usual) * WEIGHT;
  }

  close(): Promise<void> {
    return this.#primary.close();
  }

  get latest(): PrimaryState | undefined {
    return this.#answers[0];
  }

  /** The newest answer whose state a server has reached. */
  reachedBy(reached: Reached): PrimaryState | undefined {
    return this.#answers.find((state) => hasReached(reached, state));
  }

  #plan(running: number): Question {
    const answer = this.#askInTurn(running);
    // Callers that await the answer get its error.
    this.#last = answer.catch(() => undefined);
    return { order: (this.#count += 1), answer };
  }

  async #askInTurn(running: number): Promise<PrimaryState> {
    const { share, each, most } = SPACING;
    const spacing = Math.min(share * this.#usual, each * running, most);
    await this.#last;
    // The statements of the reads are sent first: they take longer.
    await this.#clock.wait(Math.max(0, this.#askedAt + spacing - this.#clock.now()));
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
