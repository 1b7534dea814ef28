import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer, untilTrue } from '../../../test/support/index.js';

const COMMAND = join(import.meta.dirname, '..', 'bin', 'ticketgate.js');
const DEFINITION = join(import.meta.dirname, '../../../config/webservices/TicketConnector.yml');

describe('a command whose output nobody reads any more', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ webServices: { TicketConnector: readFileSync(DEFINITION, 'utf8') } });
    // One that fails is recorded, so that there is something to export.
    await fetch(`${server.url}/Webservice/TicketConnector/Ticket/1`);
    await untilTrue(async () => (await server.database.query('select from gi_debugger_entry')).length > 0);
  });

  afterAll(() => server.stop());

  it.each(['openapi TicketConnector', 'debug-log export', 'catalogue list Queues'])(
    'ends without a word: %s',
    async (line) => {
      const child = spawn(process.execPath, [COMMAND, ...line.split(' ')], {
        env: { ...process.env, DATABASE_URL: server.system.location.url },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.destroy();
      let log = '';
      child.stderr.on('data', (part: Buffer) => (log += part.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      expect([code, log]).toEqual([0, '']);
    },
  );

  it('has its password from PGPASSFILE without a warning of Node.js', async () => {
    const url = new URL(server.system.location.url);
    const folder = mkdtempSync(join(tmpdir(), 'ticketgate-test-'));
    const PGPASSFILE = join(folder, 'pgpass');
    writeFileSync(PGPASSFILE, `*:*:*:*:${decodeURIComponent(url.password)}\n`, { mode: 0o600 });
    url.password = '';
    const child = spawn(process.execPath, [COMMAND, 'service', 'list'], {
      env: { ...process.env, DATABASE_URL: url.href, PGPASSFILE },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr.on('data', (part: Buffer) => (log += part.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    rmSync(folder, { recursive: true });
    expect([code, log]).toEqual([0, '']);
  });

  const FULL = '/dev/full';
  (existsSync(FULL) ? it : it.skip).each(['openapi TicketConnector', 'service list'])(
    'fails where its output cannot be written, and says why: %s',
    async (line) => {
      const full = openSync(FULL, 'w');
      const child = spawn(process.execPath, [COMMAND, ...line.split(' ')], {
        env: { ...process.env, DATABASE_URL: server.system.location.url },
        stdio: ['ignore', full, 'pipe'],
      });
      let log = '';
      child.stderr?.on('data', (part: Buffer) => (log += part.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      closeSync(full);
      const sentence = 'Standard output cannot be written: its disk is full. What is there of it is not complete.';
      expect([code, log]).toEqual([2, `ticketgate: ${sentence}\n`]);
    },
  );
});
