import { jest } from '@jest/globals';
import { Replicas, RequestCounts, freePort } from '@ticketgate/database';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  untilTrue,
  type ServerProcess,
  type TestDatabase,
} from '../../../test/support/index.js';

import { addReadings, createMetrics } from '../src/metrics/metrics-registry.js';

const TOKEN = 'metrics-Token-1';
const SECRET = 'seeded-Passw0rd-77';

describe('a server with two workers, metrics and an access log', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let server: ServerProcess;
  let metricsPort: number;
  let output = '';

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
    metricsPort = await freePort();
    server = await startServerProcess(folder.path, {
      environment: { DATABASE_URL: testDatabase.url },
      words: ['--workers', '2'],
      configuration: `Settings: { CheckMXRecord: 0 }
log: { access: all }
metrics: { listen: '127.0.0.1:${metricsPort}', token: ${TOKEN} }
`,
    });
    server.child.stdout.on('data', (part: string) => (output += part));
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => search(index < 8 ? server.rootPassword : SECRET)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
  });

  afterAll(async () => {
    await server.stop();
    await testDatabase.stop();
    folder.remove();
  });

  async function search(password: string): Promise<number> {
    const body = JSON.stringify({ UserLogin: 'api_agent', Password: password, Title: 'x' });
    const headers = { Connection: 'close' };
    const response = await fetch(`${server.url}/connector/ticket-search`, { method: 'POST', body, headers });
    return response.status;
  }

  const read = async (url: string, token = TOKEN) => {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    return { status: response.status, text: await response.text() };
  };

  it('have an address where other requests learn what there is', async () => {
    const { status, text } = await read(`http://127.0.0.1:${metricsPort}/other`);
    expect([status, text]).toEqual([404, expect.stringContaining('GET /metrics has the metrics.')]);
  });

  it('adds up the numbers of all workers, wherever they are asked for', async () => {
    for (const address of [server.url, `http://127.0.0.1:${metricsPort}`]) {
      // A client has its answer before the worker has counted it.
      await untilTrue(async () => sumOf((await read(`${address}/metrics`)).text, 'ticketgate_requests_total') >= 10);
      const { status, text } = await read(`${address}/metrics`);
      expect(status).toBe(200);
      expect(sumOf(text, 'ticketgate_requests_total')).toBe(10);
      expect(sumOf(text, 'ticketgate_request_duration_seconds_count')).toBe(10);
      expect(sumOf(text, 'ticketgate_request_errors_total')).toBe(2);
      for (const name of [
        'nodejs_eventloop_lag',
        'ticketgate_database_connections{',
        'ticketgate_debug_log_queue_bytes',
        'ticketgate_cache_uses{',
      ]) {
        expect(text).toContain(name);
      }
      expect(text).not.toContain(SECRET);
    }
  });

  it('keeps the metrics from those without the token', async () => {
    expect(await read(`${server.url}/metrics`, 'wrong')).toEqual({
      status: 401,
      text: expect.stringContaining('Server.MetricsDenied') as string,
    });
  });

  it('tells in the database that both workers serve', async () => {
    const list = () => new Replicas(testDatabase.database).list();
    await untilTrue(async () => (await list()).length === 2);
    const replicas = await list();
    expect(replicas[0]?.load.memory).toBeGreaterThan(1_000_000);
  });

  it('writes its counts when it stops, and leaves no replica behind', async () => {
    await untilTrue(async () => output.split('\n').filter((line) => line.startsWith('{')).length === 10);
    await server.stop();
    const calls = await new RequestCounts(testDatabase.database).calls(new Date(0));
    expect(calls).toMatchObject([{ operation: 'ticket-search', method: 'POST', requests: 10, failed: 2 }]);
    expect(await new Replicas(testDatabase.database).list()).toEqual([]);
  });

  it('writes a line per request to standard output, and no secret to any log', () => {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      operation: 'ticket-search',
      status: expect.any(Number) as number,
    });
    expect(`${output}${server.log()}`).not.toContain(SECRET);
  });
});

/** Of all label values. */
function sumOf(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

it('metrics have no number that could not be read', async () => {
  const metrics = await createMetrics({ metrics: { listen: null, token: TOKEN } } as never);
  if (metrics === undefined) throw new Error('There are no metrics.');
  const read = jest.fn(() => 5);
  addReadings(metrics, [{ name: 'free', help: 'Free bytes.', read }]);
  expect(await metrics.registry.metrics()).toContain('ticketgate_free 5\n');
  read.mockImplementation(() => {
    throw new Error('The disk is away.');
  });
  expect(await metrics.registry.metrics()).not.toMatch(/^ticketgate_free /m);
});
