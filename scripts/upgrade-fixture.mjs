// `node scripts/upgrade-fixture.mjs COMMIT URL`: fills the empty database at URL with the version of COMMIT, and writes it to
// test/fixtures/upgrade/COMMIT.sql.gz, for the test that upgrades from it. `pg_dump` must be as new as the server.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const [commit = '', url = ''] = process.argv.slice(2);
const login = { UserLogin: 'root@localhost', Password: 'upgrade-Passw0rd-1' };
const TICKETS = 20;

const folder = execFileSync(process.execPath, [join(root, 'scripts', 'earlier-version.mjs'), commit], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim();
const data = mkdtempSync(join(tmpdir(), 'ticketgate-upgrade-'));
try {
  await fill();
  dump();
} finally {
  rmSync(data, { recursive: true, force: true });
}

/** Tickets with articles, attachments, changes, sessions, a debug log, and a second version of a web service. */
async function fill() {
  const environment = { DATABASE_URL: url, TICKETGATE_DATA: data, TICKETGATE_ROOT_PASSWORD: login.Password, PORT: '0' };
  const server = spawn(process.execPath, [join(folder, 'node_modules/.bin/ticketgate'), 'serve'], {
    cwd: folder,
    env: { ...process.env, ...environment, TICKETGATE_API_PASSWORD: login.Password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await addressOf(server.stdout);
  for (let number = 1; number <= TICKETS; number += 1) {
    const { TicketID } = await send(address, 'POST', 'TicketCreate', ticket(number));
    const Article = { Subject: `More ${number}`, Body: 'It still burns.', MimeType: 'text/plain' };
    await send(address, 'PUT', 'TicketUpdate', { TicketID, Ticket: { State: 'open' }, Article });
  }
  await send(address, 'POST', 'SessionCreate', {});
  server.kill('SIGTERM');
  await once(server, 'exit');
}

function ticket(number) {
  const Content = Buffer.from(`Log of ${number}`).toString('base64');
  return {
    Ticket: {
      Title: `Printer ${number}`,
      Queue: 'Raw',
      State: 'new',
      Priority: '3 normal',
      CustomerUser: 'a@customer.org',
    },
    Article: { Subject: `Help ${number}`, Body: 'It burns.', MimeType: 'text/plain' },
    Attachment: [{ Filename: 'log.txt', ContentType: 'text/plain', Content }],
  };
}

async function addressOf(output) {
  let text = '';
  for await (const part of output) {
    text += part;
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (found === undefined) continue;
    output.resume();
    return found;
  }
  throw new Error(`The server ended before it was ready: ${text}`);
}

async function send(address, method, operation, fields) {
  const body = JSON.stringify({ ...login, ...fields });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${address}/Webservice/TicketService/${operation}`, { method, body, headers });
  const answer = await response.json();
  if (answer.Success !== 1) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
  return answer.Data;
}

function dump() {
  const options = { encoding: 'utf8', maxBuffer: 1e9 };
  const text = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url], options);
  const target = join(root, 'test', 'fixtures', 'upgrade');
  mkdirSync(target, { recursive: true });
  // Lines for psql are no statements.
  writeFileSync(join(target, `${commit}.sql.gz`), gzipSync(text.replace(/^\\.*$/gm, '')));
}
