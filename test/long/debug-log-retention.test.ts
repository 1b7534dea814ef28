import { Agent, get } from 'node:http';
import { DebugLogRetention, ServiceStore } from '@ticketgate/database';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  type ServerProcess,
  type TestDatabase,
} from '../support/index.js';

/** Requests in the debug log, a second apart. */
const REQUESTS = 1_000_000;
/** So many are made at a time. */
const BLOCK = 25_000;
/** Clients that send one request after the other. */
const CLIENTS = 8;
const SECOND = 1_000;
const DAY = 86_400;
/** Milliseconds in which nothing is deleted, and then something: in turns, for what else the machine does. */
const IDLE = 4 * SECOND;
const CLEANING = 20 * SECOND;

const SERVICE = `Debugger: { DebugThreshold: error }
Provider:
  Operation: { QueueList: { Type: 'Catalogue::QueueList' } }
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 10000, KeepAlive: 1, RouteOperationMapping: { QueueList: { Route: /queues, RequestMethod: [GET] } } }
`;

/** A quarter of an hour on a machine with two cores. */
describe('half of a debug log of one million requests', () => {
  const folder = makeServerFolder();
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let test: TestDatabase;
  let server: ServerProcess;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    const environment = { DATABASE_URL: test.url };
    const configuration = `webServices: { folder: null }\ndebugLog: { keepDays: null, keepMegabytes: null }\n`;
    server = await startServerProcess(folder.path, { configuration, environment });
    await new ServiceStore(test.database).save({ name: 'A', config: SERVICE, userID: 1, time: '2026-11-22 10:00:00' });
    for (let first = 1; first < REQUESTS; first += BLOCK) await makeRequests(first, first + BLOCK - 1);
    await test.database.query('analyze gi_debugger_entry, gi_debugger_entry_content, ticketgate.debug_entry');
  }, 400_000);

  afterAll(async () => {
    agent.destroy();
    await server.stop();
    await test.stop();
    folder.remove();
  });

  const now = new Date('2026-11-22T10:00:00Z');

  async function makeRequests(first: number, last: number): Promise<void> {
    const numbers = `generate_series($1::integer, $2::integer) as number`;
    await test.database.query(
      `insert into gi_debugger_entry (id, communication_id, communication_type, remote_ip, webservice_id, create_time)
       select number, lpad(number::text, 32, '0'), 'Provider', '127.0.0.1', service.id, now()
       from ${numbers}, gi_webservice_config service where service.name = 'A'`,
      [first, last],
    );
    await test.database.query(
      `insert into gi_debugger_entry_content (gi_debugger_entry_id, debug_level, subject, content, create_time)
       select number, 'debug', 'Received', repeat('text ' || number, 40), now() from ${numbers}`,
      [first, last],
    );
    await test.database.query(
      `insert into ticketgate.debug_entry (id, created_at, service_id, operation, method, level, status, milliseconds, caller, address,
         bytes_received, bytes_sent, bytes, is_truncated)
       select number, $3::timestamptz - (${REQUESTS} - number) * interval '1 second', 1, 'QueueList', 'GET', 'debug', 200, 5,
         'caller' || number % 200, '10.0.0.' || number % 250, 0, 100, 1000, false
       from ${numbers}`,
      [first, last, now.toISOString()],
    );
  }

  function request(): Promise<void> {
    const query = new URLSearchParams({ UserLogin: 'root@localhost', Password: server.rootPassword });
    return new Promise((resolve, reject) => {
      get(`${server.url}/Webservice/A/queues?${query.toString()}`, { agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      }).once('error', reject);
    });
  }

  /** Requests of each second for as long as `work` takes. */
  async function ratesDuring(work: () => Promise<unknown>): Promise<readonly number[]> {
    let isOver = false;
    let count = 0;
    const client = async () => {
      while (!isOver) {
        await request();
        count += 1;
      }
    };
    const rates: number[] = [];
    let begin = performance.now();
    const timer = setInterval(() => {
      const end = performance.now();
      rates.push((count * SECOND) / (end - begin));
      begin = end;
      count = 0;
    }, SECOND);
    const clients = Array.from({ length: CLIENTS }, client);
    await work();
    clearInterval(timer);
    isOver = true;
    await Promise.all(clients);
    return rates;
  }

  const medianOf = (rates: readonly number[]) => [...rates].sort((one, other) => one - other)[rates.length >> 1] ?? 0;

  it('is deleted while requests run, which costs at most a tenth of them', async () => {
    const idle = () => new Promise((resolve) => setTimeout(resolve, IDLE));
    const retention = new DebugLogRetention(test.database);
    const limits = { keepDays: REQUESTS / 2 / DAY, keepMegabytes: undefined };
    await ratesDuring(idle);
    const alone: number[] = [];
    const meanwhile: number[] = [];
    let deleted = 0;
    while (deleted < REQUESTS / 2 - 1) {
      alone.push(...(await ratesDuring(idle)));
      const clean = async () => {
        deleted += (await retention.clean(limits, now, AbortSignal.timeout(CLEANING))).deleted;
      };
      meanwhile.push(...(await ratesDuring(clean)));
      process.stderr.write(
        `${medianOf(alone).toFixed(0)} requests a second, ${medianOf(meanwhile).toFixed(0)} meanwhile; ${deleted} deleted\n`,
      );
    }
    expect(medianOf(meanwhile) / medianOf(alone)).toBeGreaterThan(0.9);
  }, 1_500_000);
});
