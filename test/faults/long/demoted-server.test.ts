import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startEmbeddedServer, type EmbeddedServer } from '@ticketgate/database';
import { openDatabase } from '@ticketgate/database/postgres';
import {
  makeServerFolder,
  runTicketgate,
  silentLogger,
  startServerProcess,
  untilTrue,
  type ServerProcess,
} from '../../support/index.js';
import pg from 'pg';

const TICKET = { Title: 'Lamp', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'Dark', Body: 'No light.', ContentType: 'text/plain' };
/** Milliseconds after the promotion from which each request is answered; how long its answer takes is not the point. */
const LONGEST = 5_000;

describe('a database server that is demoted', () => {
  const folder = makeServerFolder();
  const embedded = (name: string) =>
    startEmbeddedServer({ folder: join(folder.path, name), logger: silentLogger, fsync: false });
  let first: EmbeddedServer;
  let second: EmbeddedServer;
  let server: ServerProcess;

  beforeAll(async () => {
    first = await embedded('first');
    // The schema, so that the copy has it too.
    const made = await runTicketgate(['migrate'], { environment: environmentOf(first.url) });
    expect(made.code).toBe(0);
    await first.stop();
    spawnSync('cp', ['-a', join(folder.path, 'first'), join(folder.path, 'second')]);
    [first, second] = [await embedded('first'), await embedded('second')];
    await setReadOnly(second, true);
    const hosts = `${new URL(first.url).host},${new URL(second.url).host}`;
    const url = first.url.replace(new URL(first.url).host, hosts);
    server = await startServerProcess(folder.path, {
      environment: { DATABASE_URL: `${url}?target_session_attrs=read-write` },
    });
  }, 180_000);

  afterAll(async () => {
    await server.stop();
    await first.stop();
    await second.stop();
    folder.remove();
  });

  const environmentOf = (url: string) => ({ DATABASE_URL: url, TICKETGATE_DATA: join(folder.path, 'data') });

  async function create(): Promise<string> {
    const login = { UserLogin: 'api_agent', Password: server.rootPassword };
    const body = JSON.stringify({ ...login, Ticket: TICKET, Article: ARTICLE });
    const response = await fetch(`${server.url}/connector/ticket-create`, { method: 'POST', body });
    await response.text();
    return `${response.status}${response.headers.has('retry-after') ? ' with Retry-After' : ''}`;
  }

  it('answers 503 with Retry-After meanwhile, is not ready, and goes on with the promoted one', async () => {
    expect(await create()).toBe('200');
    await setReadOnly(first, true);
    const seen = new Set<string>();
    await untilTrue(async () => {
      seen.add(await create());
      return (await fetch(`${server.url}/readyz`)).status === 503 && seen.has('503 with Retry-After');
    });
    await setReadOnly(second, false);
    const began = performance.now();
    let lastRefused = 0;
    await untilTrue(async () => {
      const sent = performance.now() - began;
      const answer = await create();
      seen.add(answer);
      const isBack = answer === '200' && (await fetch(`${server.url}/readyz`)).status === 200;
      if (!isBack) lastRefused = sent;
      return isBack;
    });
    expect(lastRefused).toBeLessThan(LONGEST);
    expect([...seen].sort()).toEqual(['200', '503 with Retry-After']);
    const database = await openDatabase({ url: second.url, logger: silentLogger });
    expect((await database.query('select from ticket')).length).toBeGreaterThan(0);
    await database.close();
  });

  it('refuses to start there, with one sentence and exit code 5', async () => {
    const { code, log } = await runTicketgate(['serve', '--port', '0'], { environment: environmentOf(first.url) });
    expect(code).toBe(5);
    expect(log.trim().split('\n')).toEqual([expect.stringContaining('the server takes no writes')]);
  });
});

/** As on a standby, statements that write fail with 25006 then. */
async function setReadOnly({ url }: EmbeddedServer, isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`alter system set default_transaction_read_only = ${isReadOnly}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
