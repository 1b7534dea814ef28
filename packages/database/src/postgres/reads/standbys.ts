import { keptIn, type Database, type Logger } from '@ticketgate/sdk';

import type { PrimaryState } from './positions.js';
import type { Clock, PrimaryQuestions, Question } from './primary-questions.js';
import { ReadDatabase, type Choice } from './read-database.js';
import { StandbyUnfit, type Fallback, type Standby } from './standby.js';

/** What a read sees at least. `caller`: everything acknowledged; `strict`: everything visible; `eventual`: data that is at most `maxLag` old. */
export type Consistency = 'caller' | 'strict' | 'eventual';

/** Most milliseconds between two polls of all standbys. */
const LOOK = 250;

export interface StandbyReport {
  readonly host: string;
  readonly state: 'serving' | 'lagging' | 'away';
  /** Why it is away. */
  readonly problem: string | undefined;
  /** Seconds; undefined if it has never followed the primary. */
  readonly lag: number | undefined;
  readonly reads: number;
}

interface StandbysOptions {
  readonly primary: Database;
  readonly standbys: readonly Standby[];
  readonly questions: PrimaryQuestions;
  readonly clock: Clock;
  readonly consistency: Consistency;
  /** Milliseconds by which a standby may lag before it is no longer used. */
  readonly maxLag: number;
  readonly logger: Logger;
}

/** Chooses servers for requests that only read. */
export class Standbys {
  readonly #options: StandbysOptions;
  readonly #fallbacks = new Map<Fallback, number>();
  /** Reads that share a question share a standby, and so its batched statements (ADR 20). */
  readonly #choices = new WeakMap<Question, Standby>();
  readonly #logged = new Map<Standby, StandbyReport['state']>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StandbysOptions) {
    this.#options = options;
  }

  /** How many reads continued on the primary, by reason. */
  get fallbacks(): ReadonlyMap<Fallback, number> {
    return this.#fallbacks;
  }

  /** Polls the standbys now and periodically, until `close`. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), Math.min(LOOK, this.#options.maxLag / 4)).unref();
    await this.look();
  }

  /** A database for one request that only reads: from one standby as long as that works, then from the primary. */
  reader(): Database {
    return new ReadDatabase(this.#options.primary, this);
  }

  /** The standby for a read that begins now, with its question; undefined if none can be used. */
  choose(): Choice | undefined {
    const { standbys, consistency, questions } = this.#options;
    const serving = standbys.filter((each) => this.#nameState(each) === 'serving');
    const [standby] = serving.sort((one, other) => one.running - other.running || one.reads - other.reads);
    if (standby?.caughtUp === undefined) {
      this.#count('away');
      return undefined;
    }
    if (consistency === 'eventual') return { standby, question: answered(standby.caughtUp) };
    const question = questions.ask(standbys.reduce((sum, { running }) => sum + running, 0));
    return { standby: keptIn(this.#choices, question, () => standby), question };
  }

  /** Called when a read has failed on a standby, which is then polled. */
  failed(standby: Standby, cause: unknown): void {
    this.#count(cause instanceof StandbyUnfit ? cause.fallback : 'failed');
    void standby.poll();
  }

  /** Polls the primary and all standbys for their positions. Never rejects. */
  async look(): Promise<void> {
    const { questions, standbys } = this.#options;
    await questions.noteHistory().catch(() => undefined);
    await questions.ask(0).answer.catch(() => undefined);
    await Promise.all(standbys.map((standby) => standby.poll()));
    for (const standby of standbys) this.#logChange(standby);
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

  /** A standby that has reached the latest known state of the primary does not lag, however long ago the primary was asked. */
  #reportedLag(standby: Standby): number | undefined {
    if (standby.caughtUp === undefined) return undefined;
    return standby.caughtUp === this.#options.questions.latest ? 0 : this.#measureLag(standby) / 1000;
  }

  /** Logs each change of state once. */
  #logChange(standby: Standby): void {
    const { host, problem } = standby;
    const state = this.#nameState(standby);
    if (this.#logged.get(standby) === state) return;
    this.#logged.set(standby, state);
    if (state === 'serving') this.#options.logger.info('a standby serves reads', { host });
    else this.#options.logger.warn('a standby serves no reads; others or the primary do', { host, state, problem });
  }
}

function answered(state: PrimaryState): Question {
  return { order: state.askedAt, answer: Promise.resolve(state) };
}
