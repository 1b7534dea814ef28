import { keptIn, type Database, type Logger } from '@ticketgate/sdk';

import type { PrimaryState } from './positions.js';
import type { Clock, PrimaryQuestions, Question } from './primary-questions.js';
import { ReadDatabase, type Choice } from './read-database.js';
import { StandbyUnfit, type Fallback, type Standby } from './standby.js';

/** `caller`: all that was acknowledged; `strict`: all that was visible; `eventual`: what is at most `maxLag` old. */
export type Consistency = 'caller' | 'strict' | 'eventual';

/** Milliseconds between two looks at all standbys, at most. */
const LOOK = 250;

export interface StandbyReport {
  readonly host: string;
  readonly state: 'serving' | 'lagging' | 'away';
  /** Why it is away. */
  readonly problem: string | undefined;
  /** Seconds; undefined if it was never seen to follow. */
  readonly lag: number | undefined;
  readonly reads: number;
}

interface StandbysOptions {
  readonly primary: Database;
  readonly standbys: readonly Standby[];
  readonly questions: PrimaryQuestions;
  readonly clock: Clock;
  readonly consistency: Consistency;
  /** Milliseconds after which a standby that lags is left alone. */
  readonly maxLag: number;
  readonly logger: Logger;
}

/** Chooses where requests read that only read. */
export class Standbys {
  readonly #options: StandbysOptions;
  readonly #fallbacks = new Map<Fallback, number>();
  /** Reads that share a question share a standby, and so its statements (ADR 20). */
  readonly #choices = new WeakMap<Question, Standby>();
  readonly #told = new Map<Standby, StandbyReport['state']>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StandbysOptions) {
    this.#options = options;
  }

  /** How many reads went on at the primary, by the reason. */
  get fallbacks(): ReadonlyMap<Fallback, number> {
    return this.#fallbacks;
  }

  /** Looks at the standbys now and from time to time, until `close`. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), Math.min(LOOK, this.#options.maxLag / 4)).unref();
    await this.look();
  }

  /** A database for one request that only reads: from one standby for as long as that goes well, then from the primary. */
  reader(): Database {
    return new ReadDatabase(this.#options.primary, this);
  }

  /** The standby for a read that begins now, and what it must have seen; undefined if none serves. */
  choose(): Choice | undefined {
    const { standbys, consistency, questions } = this.#options;
    const [standby] = standbys.filter((each) => this.#nameState(each) === 'serving').sort(byLoad);
    if (standby?.caughtUp === undefined) {
      this.#count('away');
      return undefined;
    }
    if (consistency === 'eventual') return { standby, question: answered(standby.caughtUp) };
    const question = questions.ask(standbys.reduce((sum, { running }) => sum + running, 0));
    return { standby: keptIn(this.#choices, question, () => standby), question };
  }

  /** A read failed at a standby, which is asked how it is. */
  failed(standby: Standby, cause: unknown): void {
    this.#count(cause instanceof StandbyUnfit ? cause.fallback : 'failed');
    void standby.poll();
  }

  /** Asks the primary and all standbys where they are. Never rejects. */
  async look(): Promise<void> {
    const { questions, standbys } = this.#options;
    await questions.noteHistory().catch(() => undefined);
    await questions.ask(0).answer.catch(() => undefined);
    await Promise.all(standbys.map((standby) => standby.poll()));
    for (const standby of standbys) this.#tell(standby);
  }

  report(): readonly StandbyReport[] {
    return this.#options.standbys.map((standby) => {
      const { host, problem, reads } = standby;
      return { host, state: this.#nameState(standby), problem, lag: this.#reportedLag(standby), reads };
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const { questions, standbys } = this.#options;
    await Promise.all([questions, ...standbys].map((each) => each.close()));
  }

  #count(reason: Fallback): void {
    this.#fallbacks.set(reason, (this.#fallbacks.get(reason) ?? 0) + 1);
  }

  #nameState(standby: Standby): StandbyReport['state'] {
    if (standby.problem !== undefined) return 'away';
    return standby.isBehind || this.#measureLag(standby) > this.#options.maxLag ? 'lagging' : 'serving';
  }

  #measureLag({ caughtUp }: Standby): number {
    return caughtUp === undefined ? Infinity : this.#options.clock.now() - caughtUp.askedAt;
  }

  /** A standby that has reached all that is known of the primary does not lag, however long ago the primary was asked. */
  #reportedLag(standby: Standby): number | undefined {
    if (standby.caughtUp === undefined) return undefined;
    return standby.caughtUp === this.#options.questions.latest ? 0 : this.#measureLag(standby) / 1000;
  }

  /** Logs each change once. */
  #tell(standby: Standby): void {
    const { host, problem } = standby;
    const state = this.#nameState(standby);
    if (this.#told.get(standby) === state) return;
    this.#told.set(standby, state);
    if (state === 'serving') this.#options.logger.info('a standby serves reads', { host });
    else this.#options.logger.warn('a standby serves no reads; others or the primary do', { host, state, problem });
  }
}

function byLoad(one: Standby, other: Standby): number {
  return one.running - other.running || one.reads - other.reads;
}

function answered(state: PrimaryState): Question {
  return { order: state.askedAt, answer: Promise.resolve(state) };
}
