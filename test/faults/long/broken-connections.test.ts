import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { ServiceStore } from '@ticketgate/database';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  untilTrue,
  type ServerProcess,
  type TestDatabase,
} from '../../support/index.js';
import pg from 'pg';

const TICKET = { Title: 'Toner', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' };
const CLIENTS = 8;
const BREAKS = 40;
/** Tickets between two breaks: some calls are made, others are being prepared. */
const TICKETS = 5;
/** Milliseconds until all calls are made. */
const PATIENCE = 180_000;

/** Sends the ticket, so that each call reads the database first, and writes the answer into the ticket. */
function definitionOf(port: number): string {
  const route = { Route: '/create', RequestMethod: ['POST'] };
  return JSON.stringify({
    Debugger: { DebugThreshold: 'error' },
    Provider: {
      Operation: { Create: { Type: 'Ticket::TicketCreate' } },
      Transport: { Type: 'HTTP::REST', Config: { MaxLength: 100_000, RouteOperationMapping: { Create: route } } },
    },
    Requester: {
      Transport: {
        Type: 'HTTP::REST',
        Config: {
          Host: `http://127.0.0.1:${port}`,
          DefaultCommand: 'POST',
          Timeout: '10',
          InvokerControllerMapping: { Tell: { Controller: '/' } },
        },
      },
      Invoker: {
        Tell: {
          Type: 'Ticket::TicketCreate',
          Events: [{ Event: 'TicketCreate', Asynchronous: '1' }],
          TicketIdToDynamicField: 'Remote',
        },
      },
    },
  });
}

describe('connections to the database that break under load', () => {
  const folder = makeServerFolder();
  /** The tickets that arrived at the other system. */
  const told: string[] = [];
  let test: TestDatabase;
  let remote: Server;
  let server: ServerProcess;
  let breaker: pg.Client;

  beforeAll(async () => {
    remote = createServer((request, response) => {
      void json(request).then((body) => {
        const { TicketID } = body as { readonly TicketID: number };
        told.push(String(TicketID));
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ TicketID: `R-${TicketID}` }));
      });
    });
    await once(remote.listen(0, '127.0.0.1'), 'listening');
    const { port } = remote.address() as AddressInfo;
    test = await startTestDatabase({ migrations: [] });
    server = await startServerProcess(folder.path, {
      environment: { DATABASE_URL: test.url },
      configuration: `webServices: { folder: null }
requester: { allowedHosts: ["127.0.0.1:${port}"], retry: none }
catalogue: { file: null }
Settings: { CheckMXRecord: 0 }
`,
    });
    await test.database.query(
      `insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
         create_time, create_by, change_time, change_by)
       values (0, 'Remote', 'Remote', 1, 'Text', 'Ticket', E'---\\n{}\\n', 1, now(), 1, now(), 1)`,
    );
    const config = definitionOf(port);
    await new ServiceStore(test.database).save({ name: 'Caller', config, userID: 1, time: '2026-01-01 00:00:00' });
    await untilTrue(async () => (await fetch(`${server.url}/Webservice/Caller/create`)).status !== 404);
    breaker = new pg.Client({ connectionString: test.url, application_name: 'breaker' });
    await breaker.connect();
  }, PATIENCE);

  afterAll(async () => {
    await server.stop();
    await breaker.end();
    await test.stop();
    remote.closeAllConnections();
    remote.close();
    folder.remove();
  });

  /** The id of a ticket whose creation was acknowledged. */
  async function create(): Promise<string | undefined> {
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const body = JSON.stringify({ ...login, Ticket: TICKET, Article: ARTICLE });
    const response = await fetch(`${server.url}/Webservice/Caller/create`, { method: 'POST', body });
    const { TicketID } = (await response.json()) as { readonly TicketID?: string };
    return TicketID;
  }

  async function breakAll(): Promise<void> {
    await breaker.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ticketgate' and datname = current_database()`,
    );
  }

  it(
    'lose no call of a ticket that was acknowledged, and repeat none that was accepted',
    async () => {
      const acknowledged: string[] = [];
      let isOver = false;
      const work = async () => {
        while (!isOver) {
          const id = await create();
          if (id !== undefined) acknowledged.push(id);
        }
      };
      const working = Promise.all(Array.from({ length: CLIENTS }, work));
      for (let round = 0; round < BREAKS; round += 1) {
        const enough = acknowledged.length + TICKETS;
        await untilTrue(() => Promise.resolve(acknowledged.length >= enough), PATIENCE);
        await breakAll();
      }
      isOver = true;
      await working;
      const rows = (where: string) => breaker.query(`select error from ticketgate.event where ${where}`);
      await untilTrue(async () => (await rows('dead_since is null')).rows.length === 0, PATIENCE);
      expect((await rows('true')).rows).toEqual([]);
      const times = new Map<string, number>();
      for (const id of told) times.set(id, (times.get(id) ?? 0) + 1);
      expect(acknowledged.length).toBeGreaterThan(BREAKS);
      expect(acknowledged.filter((id) => !times.has(id))).toEqual([]);
      expect([...times].filter(([, count]) => count > 1)).toEqual([]);
      const written = await breaker.query<{ object_id: string }>(
        `select object_id::text from dynamic_field_value where value_text = 'R-' || object_id`,
      );
      expect(new Set(written.rows.map((row) => row.object_id))).toEqual(new Set(times.keys()));
    },
    2 * PATIENCE,
  );
});
