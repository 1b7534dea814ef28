import type { Database } from '@ticketgate/sdk';

import { hasReached, parseSnapshot, type PrimaryState, type Reached } from './positions.js';

/** Time, in milliseconds of this process. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

export interface Question {
  /** Later questions have larger ones. */
  readonly order: number;
  readonly answer: Promise<PrimaryState>;
}

/** Milliseconds between two questions for each read that is under way, and at most: reads that begin meanwhile share the next one. */
const SPACING = 0.125;
const MOST_SPACING = 4;
/** Answers that are kept, to say how old what a standby shows is. */
const MOST_KEPT = 256;

const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;
/** The newest name. Its `xmin` tells it from copies that a dump made, which say nothing of the log that they are in. */
export const NEWEST_HISTORY = `(select name || ' ' || xmin from ticketgate.wal_history order by id desc limit 1)`;
/** A commit is acknowledged once it is flushed, unless `synchronous_commit` is off; strict reads also see what others left unflushed. */
export const ASK = `select pg_wal_lsn_diff(case when $1::boolean or current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::bigint as position,
  pg_current_snapshot()::text as snapshot,
  (select case when timeline = ${TIMELINE} then name || ' ' || xmin end from ticketgate.wal_history order by id desc limit 1) as history`;
export const NAME_HISTORY = `insert into ticketgate.wal_history (timeline, name) select ${TIMELINE}, gen_random_uuid()::text`;

interface Answer {
  readonly position: number;
  readonly snapshot: string;
  readonly history: string | null;
}

/** Asks the primary where it is, with one question for all reads that begin at about the same time. */
export class PrimaryQuestions {
  readonly #primary: Pick<Database, 'query'>;
  readonly #isStrict: boolean;
  readonly #clock: Clock;
  #next: Question | undefined;
  #count = 0;
  #askedAt = -Infinity;
  /** The answers, newest first. */
  readonly #answers: PrimaryState[] = [];

  constructor(primary: Pick<Database, 'query'>, isStrict: boolean, clock: Clock) {
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
    answer.catch(() => undefined);
    return { order: (this.#count += 1), answer };
  }

  async #askInTurn(running: number): Promise<PrimaryState> {
    const spacing = Math.min(running * SPACING, MOST_SPACING);
    const pause = this.#askedAt + spacing - this.#clock.now();
    if (pause > 0) await this.#clock.wait(pause);
    else await Promise.resolve();
    this.#next = undefined;
    return this.#send();
  }

  async #send(): Promise<PrimaryState> {
    const askedAt = this.#clock.now();
    this.#askedAt = askedAt;
    const [answer] = await this.#primary.query<Answer & object>(ASK, [this.#isStrict], { isQuick: true });
    if (answer === undefined) throw new Error('The primary did not say where it is.');
    const { history, position, snapshot } = answer;
    if (history === null) {
      await this.#primary.query(NAME_HISTORY);
      return this.#send();
    }
    const state = { history, position, snapshot: parseSnapshot(snapshot), askedAt };
    this.#keep(state);
    return state;
  }

  /** Answers come in the order of their questions, but for those that took another connection. */
  #keep(state: PrimaryState): void {
    const place = this.#answers.findIndex(({ askedAt }) => askedAt < state.askedAt);
    this.#answers.splice(place === -1 ? this.#answers.length : place, 0, state);
    this.#answers.length = Math.min(this.#answers.length, MOST_KEPT);
  }
}
