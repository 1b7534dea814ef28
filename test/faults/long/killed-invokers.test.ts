import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceStore } from '@ticketgate/database';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  untilTrue,
  type ServerProcess,
  type TestDatabase,
} from '../../support/index.js';

import { AdminClient } from '../../admin/admin-client.js';

/** Milliseconds that the other system takes: so that some calls are under way when a process is killed. */
const TAKES = 50;

/** Milliseconds until all calls are made: one that fails 20 times in a row is asked again after a minute. */
const PATIENCE = 120_000;

/** The other system, which notes the id of the event of each request that it has answered. */
class Remote {
  readonly events: number[] = [];
  #server: Server | undefined;
  #port = 0;

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        void wait(TAKES).then(() => {
          if (response.destroyed) return;
          this.events.push(Number(/\d+$/.exec(String(request.headers['idempotency-key']))?.[0]));
          response.setHeader('Content-Type', 'application/json').end('{}');
        });
      });
    });
    await once(server.listen(this.#port, '127.0.0.1'), 'listening');
    // A server that listens on TCP has such an address.
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** As if its process were killed: nobody listens any more, and connections end. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.#server?.closeAllConnections();
    await closed;
  }
}

/** Times that the invoker is published while tickets are created. */
const PUBLICATIONS = 10;

describe('the calls of invokers', () => {
  const folder = makeServerFolder();
  const remote = new Remote();
  let test: TestDatabase;
  let servers: readonly ServerProcess[] = [];

  beforeAll(async () => {
    await remote.start();
    test = await startTestDatabase({ migrations: [] });
    servers = [await startServer(), await startServer()];
    await test.database.query('create table written_event (id bigint primary key, key text not null)');
    await test.database.query(`create function note_event() returns trigger language plpgsql as $$
      begin insert into public.written_event values (new.id, new.key); return null; end $$`);
    await test.database.query(
      'create trigger note_event after insert on ticketgate.event for each row execute function note_event()',
    );
    const config = definitionOf(remote.port);
    await new ServiceStore(test.database).save({ name: 'Caller', config, userID: 1, time: '2026-01-01 00:00:00' });
    const isServed = async ({ url }: ServerProcess) =>
      (await fetch(`${url}/Webservice/Caller/create`, { method: 'POST', body: '{}' })).status !== 404;
    await untilTrue(async () => (await Promise.all(servers.map(isServed))).every(Boolean));
  }, 120_000);

  afterAll(async () => {
    for (const server of servers) await server.stop();
    await test.stop();
    await remote.kill();
    folder.remove();
  });

  beforeEach(async () => {
    await test.database.query('truncate written_event');
    remote.events.length = 0;
  });

  const startServer = () =>
    startServerProcess(folder.path, {
      environment: { DATABASE_URL: test.url },
      configuration: `webServices: { folder: null }
requester: { allowedHosts: ["127.0.0.1:${remote.port}"] }
Settings: { CheckMXRecord: 0 }
`,
    });

  /** Creates tickets and changes each three times, on all servers: each write raises an event. */
  async function work(tickets: number): Promise<void> {
    const change = async (_ticket: unknown, index: number) => {
      const { TicketID } = await send('create', index, { Ticket: TICKET, Article: ARTICLE });
      for (const Title of ['Ink', 'Paper', 'Lamp']) await send('update', index, { TicketID, Ticket: { Title } });
    };
    await Promise.all(Array.from({ length: tickets }, change));
  }

  /** Again while there is no server. */
  async function send(path: string, index: number, fields: object): Promise<{ readonly TicketID: string }> {
    for (;;) {
      const response = await ask(servers[index % servers.length], path, fields).catch(() => undefined);
      if (response !== undefined) {
        const answer = (await response.json()) as { readonly TicketID: string };
        expect(answer).toMatchObject({ TicketID: expect.anything() as unknown });
        return answer;
      }
      await wait(TAKES);
    }
  }

  async function ask(server: ServerProcess | undefined, path: string, fields: object): Promise<Response> {
    if (server === undefined) throw new Error('There is no server.');
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, ...fields });
    return fetch(`${server.url}/Webservice/Caller/${path}`, { method: 'POST', body });
  }

  /** Kills all servers, of which one makes the calls, and starts others. */
  async function replaceServers(): Promise<void> {
    for (const { child } of servers) child.kill('SIGKILL');
    servers = [];
    expect((await waitingRows()).length).toBeGreaterThan(0);
    servers = [await startServer(), await startServer()];
  }

  const waitingRows = () => test.database.query('select 1 from ticketgate.event');
  const arrived = (count: number) => untilTrue(() => Promise.resolve(remote.events.length >= count));

  /** Resolves when nothing waits; then all that were written have arrived. */
  async function expectAllArrived(): Promise<void> {
    await untilTrue(async () => (await waitingRows()).length === 0, PATIENCE);
    const written = await test.database.query<{ id: number }>('select id from written_event order by id');
    expect([...new Set(remote.events)].sort((one, other) => one - other)).toEqual(written.map(({ id }) => id));
  }

  /** Of each ticket, by their first arrivals. */
  async function expectOrder(): Promise<void> {
    const written = await test.database.query<{ id: number; key: string }>('select id, key from written_event');
    const keys = new Map(written.map(({ id, key }) => [id, key]));
    for (const key of new Set(keys.values())) {
      const ids = [...new Set(remote.events)].filter((id) => keys.get(id) === key);
      expect(ids).toEqual([...ids].sort((one, other) => one - other));
    }
  }

  it('are made once each, in the order of each ticket, by two gateways', async () => {
    await work(12);
    await expectAllArrived();
    expect(remote.events).toHaveLength(48);
    await expectOrder();
  }, 120_000);

  it('are all made, in the order of each ticket, when gateways are killed before and during them', async () => {
    const working = work(24);
    await arrived(10);
    await replaceServers();
    await arrived(40);
    await replaceServers();
    await working;
    await expectAllArrived();
    await expectOrder();
  }, 180_000);

  it('are all made for writes by one gateway that begin once another one has published the invoker', async () => {
    const [publisher, writer] = servers;
    const client = new AdminClient(publisher?.url ?? '');
    await client.logIn('root@localhost', publisher?.rootPassword ?? '');
    const publish = async (definition: string) => {
      const { details } = (await client.get('GET /services/Caller')) as { details: { version: { id: number } } };
      const body = { definition, base: details.version.id, force: true };
      await client.get('POST /services/Caller/publish', { body });
    };
    const create = async () => {
      const response = await ask(writer, 'create', { Ticket: TICKET, Article: ARTICLE });
      return ((await response.json()) as { readonly TicketID: string }).TicketID;
    };
    const due: string[] = [];
    for (let round = 0; round < PUBLICATIONS; round += 1) {
      await publish(definitionOf(remote.port, []));
      const earlier = Array.from({ length: 4 }, create);
      await publish(definitionOf(remote.port));
      due.push(...(await Promise.all(Array.from({ length: 4 }, create))));
      await Promise.all(earlier);
    }
    const written = await test.database.query<{ key: string }>('select key from written_event');
    expect(written.map(({ key }) => key)).toEqual(expect.arrayContaining(due.map((id) => `ticket:${id}/Tell`)));
    await expectAllArrived();
  }, 180_000);

  it('are all made when the other system is killed during them', async () => {
    const working = work(12);
    await arrived(10);
    await remote.kill();
    await working;
    await remote.start();
    await expectAllArrived();
  }, 180_000);

  it('wait untried while the other system is away, also when another gateway takes over', async () => {
    await remote.kill();
    await work(24);
    await untilPaused(20);
    await replaceServers();
    const { made, untried } = await untilPaused(40);
    expect(made).toBeLessThan(70);
    expect(untried).toBeGreaterThan(0);
    await remote.start();
    await expectAllArrived();
  }, 240_000);

  /** Resolves when so many attempts have failed, and none is under way. */
  async function untilPaused(attempts: number) {
    const read = async () => {
      const [row] = await test.database.query<Record<'made' | 'untried' | 'first', number>>(
        `select sum(attempts) as made, count(*) filter (where attempts = 0) as untried,
           count(*) filter (where attempts > 0 and error is null) as first from ticketgate.event`,
      );
      return { made: Number(row?.made), untried: Number(row?.untried), first: Number(row?.first) };
    };
    await untilTrue(async () => {
      const { made, first } = await read();
      return made >= attempts && first === 0;
    }, PATIENCE);
    return read();
  }
});

const TICKET = { Title: 'Toner', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' };

function definitionOf(port: number, names = ['TicketCreate', 'TicketTitleUpdate']): string {
  const events = names.map((Event) => ({ Event, Asynchronous: '1' }));
  return JSON.stringify({
    Debugger: { DebugThreshold: 'error' },
    Provider: {
      Operation: { Create: { Type: 'Ticket::TicketCreate' }, Update: { Type: 'Ticket::TicketUpdate' } },
      Transport: {
        Type: 'HTTP::REST',
        Config: {
          MaxLength: 100_000,
          RouteOperationMapping: {
            Create: { Route: '/create', RequestMethod: ['POST'] },
            Update: { Route: '/update', RequestMethod: ['POST'] },
          },
        },
      },
    },
    Requester: {
      Transport: {
        Type: 'HTTP::REST',
        Config: {
          Host: `http://127.0.0.1:${port}`,
          DefaultCommand: 'POST',
          Timeout: '10',
          InvokerControllerMapping: { Tell: { Controller: '/told/:TicketID' } },
        },
      },
      ErrorHandlingPriority: ['Again'],
      ErrorHandling: {
        Again: {
          Type: 'RequestRetry',
          ScheduleRetry: '1',
          RetryIntervalStart: '1',
          RetryIntervalFactor: '1',
          RetryCountMax: '20',
        },
      },
      Invoker: { Tell: { Type: 'Generic::PassThrough', Events: events } },
    },
  });
}
