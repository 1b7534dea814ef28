import { explainError, isOperationError, OperationError, type Database } from '@ticketgate/sdk';

import type { Around } from '../connection/connector.js';
import { findDoubtful, hasReached, hasSeen, type PrimaryState, type Reached, type StandbyState } from './positions.js';
import {
  NEWEST_HISTORY,
  type AloneConnection,
  type Clock,
  type PrimaryQuestions,
  type Question,
} from './primary-questions.js';

export const TELL_STATE = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position,
  ${NEWEST_HISTORY} as history, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
/** A standby's snapshot does not list running transactions. Those that are running still had not ended before. */
export const STILL_RUN = `select not exists (
    select from unnest($1::bigint[]) as id where pg_xact_status(id::text::xid8) is distinct from 'in progress') as all`;

/** Why a read continues on the primary. */
export type Fallback = 'away' | 'behind' | 'ahead' | 'failed';

/** A standby must not answer a read. Clients never see it: the primary answers. */
export class StandbyUnfit extends OperationError {
  readonly fallback: Fallback;

  constructor(fallback: Fallback) {
    super('Database.Unavailable', 'A standby could not answer.');
    this.fallback = fallback;
  }
}

/** Most questions to the primary until it shows what a standby has shown. */
const MOST_QUESTIONS = 10;
/** Milliseconds that a read waits for a standby to reach the required position. */
const PATIENCE = 20;

interface StandbyPorts {
  /** For example `10.0.0.12:5432`. */
  readonly host: string;
  /** Opens its pool; statements on its connections run within `around`. */
  readonly open: (around: Around) => OpenStandby;
  readonly questions: PrimaryQuestions;
  readonly clock: Clock;
  /** Whether it may show something newer than the primary. */
  readonly mayBeAhead: boolean;
  /** Whether the next statement on a connection may reach another server. */
  readonly isPooled: boolean;
}

export interface OpenStandby {
  readonly database: Database;
  readonly poll: Pick<AloneConnection, 'query'>;
  /** Ends connections to a silent server. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
}

type Ask = Parameters<Around>[2];

/** A server that replays the primary's log. Each statement checks on its own connection whether its result counts (ADR 39). */
export class Standby {
  readonly host: string;
  readonly #ports: StandbyPorts;
  readonly #open: OpenStandby;
  #newest: Question | undefined;
  /** Its last answer; only a hint, because the server may have been replaced since. */
  reached: Reached | undefined;
  /** The newest state of the primary that it has certainly reached. */
  caughtUp: PrimaryState | undefined;
  /** Why it cannot be used. */
  problem: string | undefined = 'not asked yet';
  /** Whether a read has waited too long for it, and it has not caught up since. */
  isBehind = false;
  /** Running reads, and all reads so far. */
  running = 0;
  reads = 0;
  #polling: Promise<void> | undefined;

  constructor(ports: StandbyPorts) {
    this.#ports = ports;
    this.host = ports.host;
    this.#open = ports.open(this.#around);
  }

  /** Reads everything that the primary had acknowledged when it was asked, or throws `StandbyUnfit`. */
  async read<Result>(question: Question, work: (database: Database) => Promise<Result>): Promise<Result> {
    if (question.order > (this.#newest?.order ?? -Infinity)) this.#newest = question;
    const { clock, questions } = this.#ports;
    const begin = clock.now();
    this.running += 1;
    try {
      const result = await this.#readPatiently(work);
      this.reads += 1;
      questions.noteRead(clock.now() - begin);
      return result;
    } finally {
      this.running -= 1;
    }
  }

  /** Asks for its position. Never rejects; concurrent calls share a question. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  close(): Promise<void> {
    return this.#open.close();
  }

  /** Sends the statement before the primary has answered. If the standby turns out to be behind, sends it again once it has caught up. */
  async #readPatiently<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const { clock, isPooled } = this.#ports;
    const { database } = this.#open;
    let end: number | undefined;
    for (;;) {
      try {
        return await (isPooled ? database.withTransaction(work) : work(database));
      } catch (cause) {
        if (!(cause instanceof StandbyUnfit && cause.fallback === 'behind')) throw cause;
        end ??= clock.now() + PATIENCE;
        await this.#catchUp(end, cause);
      }
    }
  }

  /** Waits until it has reached the position that the newest read requires. */
  async #catchUp(end: number, cause: StandbyUnfit): Promise<void> {
    const { clock } = this.#ports;
    const needed = await this.#newest?.answer;
    while (needed !== undefined && !hasReached(this.reached ?? NOWHERE, needed)) {
      if (clock.now() >= end) {
        this.isBehind = true;
        throw cause;
      }
      await clock.wait(1);
      await this.poll();
    }
  }

  async #poll(): Promise<void> {
    try {
      const { latest } = this.#ports.questions;
      const [reached = NOWHERE] = await this.#open.poll.query<Reached>(TELL_STATE);
      this.#note(reached);
      if (latest !== undefined && hasReached(reached, latest)) this.isBehind = false;
    } catch (cause) {
      this.reached = undefined;
      this.problem = explainError(cause);
      this.#open.drop();
    }
  }

  #note(reached: Reached): void {
    this.reached = reached;
    const isStandby = reached.position !== null;
    this.problem = isStandby ? undefined : 'not a standby';
    // A primary does not lag, however long ago it was a standby.
    this.caughtUp = isStandby ? (this.#ports.questions.reachedBy(reached) ?? this.caughtUp) : undefined;
  }

  /**
   * Sends statements between two of its own. The first one is left out if an earlier answer on the connection is enough: a server cannot go
   * back while a connection to it lasts.
   */
  readonly #around: Around = async (connection, send, ask) => {
    const question = this.#newest;
    if (question === undefined) return send();
    const [primary, [before = NOWHERE], rows, [after]] = await Promise.all([
      question.answer,
      this.#earlier(connection) ?? ask<Reached>(TELL_STATE, []),
      send(),
      ask<StandbyState>(TELL_STATE, []),
    ]);
    if (after === undefined) throw new StandbyUnfit('failed');
    known.set(connection, after);
    this.#note(after);
    if (!hasSeen(primary, before, after)) throw new StandbyUnfit('behind');
    if (!this.#ports.mayBeAhead) await this.#waitForPrimary(primary, after, ask);
    return rows;
  };

  /** The server's earlier answer on a connection, if it had reached the latest known state of the primary. */
  #earlier(connection: object): readonly StandbyState[] | undefined {
    const { isPooled, questions } = this.#ports;
    const earlier = isPooled ? undefined : known.get(connection);
    if (earlier === undefined || questions.latest === undefined) return undefined;
    return hasReached(earlier, questions.latest) ? [earlier] : undefined;
  }

  /** Waits until the primary shows all that the statement has shown, so that whoever asks the primary next sees it, too. */
  async #waitForPrimary(asked: PrimaryState, shown: StandbyState, ask: Ask): Promise<void> {
    const { questions } = this.#ports;
    let state = questions.latest ?? asked;
    for (let count = 0; !(await showsAll(state, shown, ask)); count += 1) {
      if (count === MOST_QUESTIONS) throw new StandbyUnfit('ahead');
      state = await questions.ask(this.running).answer;
    }
  }
}

/** Whether the primary shows everything that a standby has shown. The standby is asked only if the primary has something running that may be in doubt. */
async function showsAll(primary: PrimaryState, shown: StandbyState, ask: Ask): Promise<boolean> {
  const doubtful = findDoubtful(primary, shown);
  if (doubtful === undefined || doubtful.length === 0) return doubtful !== undefined;
  const [still] = await ask<{ all: boolean }>(STILL_RUN, [doubtful]);
  return still?.all === true;
}

const NOWHERE: Reached = { history: null, position: null };

/** The last answers of servers on their connections. */
const known = new WeakMap<object, StandbyState>();

/** Whether a statement failed on a standby but would probably not fail on the primary. */
export function isOfStandby(cause: unknown): boolean {
  return !isOperationError(cause) || !OF_STATEMENT.has(cause.code);
}

/** Errors of the statement itself, for example of a search that would be slow anywhere. */
const OF_STATEMENT: ReadonlySet<string> = new Set([
  'Database.SearchTooSlow',
  'Database.SearchesBusy',
  'Database.Timeout',
]);
