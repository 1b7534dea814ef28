import { OperationError, type Database } from '@ticketgate/sdk';

import type { Around } from '../../../src/postgres/connection/connector.js';
import {
  ASK,
  NAME_HISTORY,
  NOTE_HISTORY,
  PrimaryQuestions,
  type AloneConnection,
  type Clock,
} from '../../../src/postgres/reads/primary-questions.js';
import { Standby, STILL_RUN, TELL_STATE, type OpenStandby } from '../../../src/postgres/reads/standby.js';
import { Standbys, type Consistency } from '../../../src/postgres/reads/standbys.js';
import { silentLogger } from '../../../../../test/support/silent-logger.js';
import { SimulatedServer } from './simulated-servers.js';

/** The statement of a request. Each row is a fact that it saw. */
export const READ = 'read';

type Rows = readonly object[];

/** Messages and timers that wait for their turn, which a history chooses. */
class Turns {
  now = 0;
  readonly #waiting: (() => void)[] = [];

  get count(): number {
    return this.#waiting.length;
  }

  add(turn: () => void): void {
    this.#waiting.push(turn);
  }

  take(pick: number): void {
    this.now += 0.01;
    this.#waiting.splice(pick % this.#waiting.length, 1)[0]?.();
  }

  readonly clock: Clock = {
    now: () => this.now,
    wait: (milliseconds) => {
      const due = this.now + milliseconds;
      return new Promise<void>((resolve) => {
        this.add(() => {
          this.now = Math.max(this.now, due);
          resolve();
        });
      });
    },
  };
}

/** A connection: what is sent on it is run and answered in order. */
class Connection {
  readonly server: SimulatedServer;
  readonly #incarnation: number;
  readonly #turns: Turns;
  readonly #steps: (() => void)[] = [];
  /** What a statement has written into the session. */
  history: string | null = null;

  constructor(server: SimulatedServer, turns: Turns) {
    this.server = server;
    this.#incarnation = server.incarnation;
    this.#turns = turns;
  }

  get isOpen(): boolean {
    return this.server.role !== 'dead' && this.server.incarnation === this.#incarnation;
  }

  run(statement: (server: SimulatedServer) => Rows): Promise<Rows> {
    return new Promise((resolve, reject) => {
      let rows: Rows = [];
      this.#step(reject, () => {
        rows = statement(this.server);
      });
      this.#step(reject, () => {
        resolve(rows);
      });
    });
  }

  #step(reject: (cause: unknown) => void, step: () => void): void {
    this.#steps.push(() => {
      try {
        if (!this.isOpen) throw new OperationError('Database.Unavailable', 'The connection was lost.');
        step();
      } catch (cause) {
        reject(cause);
      }
    });
    this.#turns.add(() => this.#steps.shift()?.());
  }
}

/** A primary, two standbys, and two gateways, all of which read by the code that is tested. */
export class SimulatedCluster {
  readonly turns = new Turns();
  readonly servers = ['a', 'b', 'c'].map((name) => new SimulatedServer(name));
  readonly gateways: readonly Standbys[];
  readonly #isStrict: boolean;
  #names = 0;

  constructor(consistency: Consistency) {
    this.#isStrict = consistency === 'strict';
    const [primary] = this.servers;
    if (primary === undefined) throw new Error('There is no server.');
    primary.role = 'primary';
    for (const each of this.servers) if (each !== primary) each.upstream = primary;
    this.gateways = [1, 2].map(() => this.#gateway(consistency));
  }

  get primary(): SimulatedServer | undefined {
    return this.servers.find(({ role }) => role === 'primary');
  }

  #gateway(consistency: Consistency): Standbys {
    const { clock } = this.turns;
    const primary = asDatabase(() => this.#onPrimary((connection) => connection.run(read)));
    const questions = new PrimaryQuestions(this.#asking(), this.#isStrict, clock);
    const standbys = this.servers.map(
      (server) =>
        new Standby({
          host: server.name,
          questions,
          clock,
          mayBeAhead: false,
          isPooled: false,
          open: (around) => this.#open(server, around),
        }),
    );
    const shared = { primary, standbys, questions, clock, consistency, maxLag: 1e9, logger: silentLogger };
    return new Standbys(shared);
  }

  #open(server: SimulatedServer, around: Around): OpenStandby {
    const free: Connection[] = [];
    const withConnection = async (work: (connection: Connection) => Promise<Rows>) => {
      const usable = free.pop();
      const connection = usable?.isOpen === true ? usable : new Connection(server, this.turns);
      const rows = await work(connection);
      free.push(connection);
      return rows;
    };
    const onConnection = (connection: Connection) =>
      around(
        connection,
        () => connection.run(read) as Promise<never>,
        (text, values) => connection.run((asked) => tell(asked, text, values)) as Promise<never>,
      );
    return {
      database: asDatabase(() => withConnection(onConnection)),
      poll: asDatabase(() => withConnection((connection) => connection.run((asked) => tell(asked, TELL_STATE, [])))),
      drop: () => {
        free.length = 0;
      },
      close: () => Promise.resolve(),
    };
  }

  /** The connection of one gateway for its questions. */
  #asking(): AloneConnection {
    let session: Connection | undefined;
    const query = (text: string) => {
      if (session?.isOpen !== true) session = undefined;
      return this.#onPrimary((connection) => {
        session = connection;
        return connection.run((server) => this.#ask(text, server, connection));
      }, session);
    };
    return { query: query as AloneConnection['query'], close: () => Promise.resolve() };
  }

  #onPrimary(work: (connection: Connection) => Promise<Rows>, session?: Connection): Promise<Rows> {
    const { primary } = this;
    if (session !== undefined) return work(session);
    if (primary === undefined) return Promise.reject(new OperationError('Database.Unavailable', 'No primary.'));
    return work(new Connection(primary, this.turns));
  }

  #ask(text: string, server: SimulatedServer, session: Connection): Rows {
    if (server.role !== 'primary') throw new OperationError('Database.Unavailable', 'Recovery is in progress.');
    const { shown } = server;
    if (text === ASK) {
      const position = this.#isStrict ? server.log.length : server.flushed;
      return [{ position, history: session.history, snapshot: `0:${shown.next}:${shown.runningBelowNext.join(',')}` }];
    }
    if (text === NAME_HISTORY) return this.#nameHistory(server);
    if (text !== NOTE_HISTORY) throw new Error(`Nobody sends ${text}.`);
    const newest = shown.histories.at(-1);
    session.history = newest?.timeline === server.timeline ? newest.name : null;
    return [{ history: session.history }];
  }

  #nameHistory(server: SimulatedServer): Rows {
    const record = { kind: 'commit', id: server.begin(), name: String((this.#names += 1)) } as const;
    server.write(record);
    server.flush();
    server.show(record);
    return [];
  }
}

function read({ shown }: SimulatedServer): Rows {
  return [...shown.facts].map((fact) => ({ fact }));
}

function tell({ role, replayed, shown }: SimulatedServer, text: string, [asked]: readonly unknown[]): Rows {
  if (text === STILL_RUN && Array.isArray(asked)) return [{ all: asked.every((id) => shown.running.has(Number(id))) }];
  if (text !== TELL_STATE) throw new Error(`Nobody sends ${text}.`);
  const position = role === 'standby' ? replayed : null;
  return [{ position, history: shown.histories.at(-1)?.name ?? null, next: shown.next }];
}

/** A database that is only asked by `query`. */
function asDatabase(query: (text: string) => Promise<Rows>): Database {
  return { query } as unknown as Database;
}
