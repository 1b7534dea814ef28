import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { startTestDatabase, type TestDatabase } from '../../support/index.js';

import { API_AGENT } from '../../fuzz/credentials.js';
import { FuzzServer } from '../../fuzz/fuzz-server.js';
import { memoryOf, processorTime, Watch } from '../../fuzz/watch.js';

const TICKET = {
  Ticket: { Title: 'Ink', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
  Article: { Subject: 'Ink', Body: 'Empty.', ContentType: 'text/plain; charset=utf-8' },
};

/** Limits are those that are shipped. */
const SHIPPED = 'Settings: { CheckMXRecord: 0 }\nlog: { format: json, level: warn }\n';

/** A body that many requests share, and where it goes. */
export interface Attack {
  readonly path: string;
  readonly method?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an attack cost the server. */
export interface Cost {
  /** Statuses with the number of answers that had them; 0 when the connection ended without one. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds of processor time of all threads. */
  readonly processor: number;
  /** The longest that `/healthz` waited for the main thread, in milliseconds of its work. */
  readonly stall: number;
  /** Megabytes by which resident memory was higher at its highest. */
  readonly memory: number;
}

/** A whole server on a database of its own, which is attacked. */
export class AttackedServer {
  readonly database: TestDatabase;
  readonly #server: FuzzServer;
  ticketID = '';

  private constructor(database: TestDatabase, server: FuzzServer) {
    this.database = database;
    this.#server = server;
  }

  static async start(): Promise<AttackedServer> {
    const database = await startTestDatabase({ migrations: [] });
    const attacked = new AttackedServer(database, await FuzzServer.start({ DATABASE_URL: database.url }, SHIPPED));
    const created = await attacked.send(attacked.create({}));
    attacked.ticketID = String((JSON.parse(created.text) as { TicketID?: string }).TicketID);
    return attacked;
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await this.database.stop();
  }

  get base(): URL {
    return this.#server.base;
  }

  get pid(): number {
    return this.#server.pid;
  }

  get hasEnded(): boolean {
    return this.#server.hasEnded;
  }

  /** A request of somebody who may write, to the service of profile contract whose bodies may be as large as any. */
  call(operation: string, members: Readonly<Record<string, unknown>>, method = 'POST'): Attack {
    return { method, path: `/connector/${operation}`, body: JSON.stringify({ ...API_AGENT, ...members }) };
  }

  create(members: Readonly<Record<string, unknown>>): Attack {
    return this.call('ticket-create', { ...TICKET, ...members });
  }

  send({ method = 'POST', path, body = '', headers = {} }: Attack, agent?: Agent) {
    const { hostname: host, port } = this.#server.base;
    const length = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    return new Promise<{ status: number; text: string }>((resolve) => {
      const options = { host, port, method, path, agent, headers: { ...length, ...headers } };
      const call = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text = text.length < 10_000 ? text + part : text));
        response.once('close', () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      call.once('error', () => {
        resolve({ status: 0, text: '' });
      });
      call.end(body);
    });
  }

  /** Sends all of them, some at a time, and looks at what that costs. */
  async attack(attacks: Iterable<Attack>, atATime = 8): Promise<Cost> {
    const { pid } = this;
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = { memory: memoryOf(pid), processor: processorTime(pid) };
    const watch = new Watch(this.#server, () => []);
    const statuses = await this.#sendAll(attacks, atATime);
    await watch.stop();
    return {
      statuses,
      processor: processorTime(pid) - before.processor,
      stall: watch.worst.milliseconds,
      memory: Math.round((memoryOf(pid, 'VmHWM') - before.memory) / 1e6),
    };
  }

  async #sendAll(attacks: Iterable<Attack>, atATime: number): Promise<Record<string, number>> {
    const agent = new Agent({ keepAlive: true, maxSockets: atATime });
    const statuses: Record<string, number> = {};
    const left = attacks[Symbol.iterator]();
    const lane = async () => {
      for (let next = left.next(); next.done !== true; next = left.next()) {
        const { status } = await this.send(next.value, agent);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: atATime }, lane));
    agent.destroy();
    return statuses;
  }

  /** While nothing can be written into the debug log. */
  withoutDebugLog<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.database.database.withTransaction(async (transaction) => {
      await transaction.query('lock table gi_debugger_entry in access exclusive mode');
      // A transaction that does nothing is ended.
      const timer = setInterval(() => void transaction.query('select 1'), 5_000);
      try {
        return await work();
      } finally {
        clearInterval(timer);
      }
    });
  }

  /** Megabytes of the backend of PostgreSQL that has most, without what all backends share. */
  async largestBackend(): Promise<number> {
    const rows = await this.database.database.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    return Math.round(Math.max(...rows.map(({ pid }) => memoryOf(pid, 'RssAnon'))) / 1e6);
  }

  /** Megabytes that the database has on its disk. */
  async databaseSize(): Promise<number> {
    const [row] = await this.database.database.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    );
    return Math.round(Number(row?.size) / 1e6);
  }
}
