import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import {
  collectingLogger,
  startTestServer,
  untilTrue,
  type CollectingLogger,
  type TestServer,
} from '../../support/index.js';

import { Random } from '../random.js';
import { ROOT } from '../../support/root.js';
import { filesWith } from './files-with.js';
import { makeSecretRequest, TRACES, type SecretRequest } from './secret-request.js';

export interface SecretsOptions {
  readonly seed: number;
  /** Requests that are sent. */
  readonly count: number;
  /** Ends earlier after so many seconds; default: never. */
  readonly seconds?: number;
}

export interface SecretsReport {
  readonly sent: number;
  /** Contents of the debug log that were looked through. */
  readonly recorded: number;
  /** Where a secret was found, and what stood there. */
  readonly leaks: readonly string[];
}

const FOLDER = join(ROOT, 'config', 'webservices');
/** Requests between two looks. */
const ROUND = 5_000;
const AT_A_TIME = 8;
/** Milliseconds in which requests of a round are written. */
const WRITTEN = 50_000;
/** Leaks that are told; more of them say nothing new. */
const TOLD = 20;

/** Sends requests with a secret in them, well-formed and broken, and looks for it in tables, logs, files and answers. */
export async function fuzzSecrets({ seed, count, seconds = Infinity }: SecretsOptions): Promise<SecretsReport> {
  const random = new Random(seed);
  const logger = collectingLogger();
  const server = await start(logger);
  const leaks: string[] = [];
  const end = performance.now() + seconds * 1000;
  let recorded = 0;
  let sent = 0;
  try {
    while (sent < count && leaks.length < TOLD && performance.now() < end) {
      const size = Math.min(ROUND, count - sent);
      leaks.push(...(await sendMany(server.url, random, size)));
      sent += size;
      recorded += await lookAround(server, logger, leaks);
    }
    leaks.push(...(await leakingFiles(server)));
  } finally {
    await server.stop();
  }
  return { sent, recorded, leaks: leaks.slice(0, TOLD) };
}

/** Files of PostgreSQL: its log, its tables with rows that were deleted, and the write-ahead log, which has every value that was written. */
async function leakingFiles({ database }: TestServer): Promise<readonly string[]> {
  await database.query('checkpoint');
  const [setting] = await database.query<{ data_directory: string }>('show data_directory');
  const files = await filesWith(dirname(setting?.data_directory ?? ''), TRACES);
  return files.map((file) => `file ${file}`);
}

function start(logger: CollectingLogger): Promise<TestServer> {
  return startTestServer({
    webServices: definitions(),
    configuration: {
      // Nothing is counted instead of recorded or cut, and no password takes time.
      debugLog: { unauthenticatedFailures: 1e9, maxUnauthenticatedTextLength: 1e6 },
      login: { maxFailures: 1, maxFailuresPerAddress: 1, maxFailuresPerNetwork: 1 },
    },
    logger,
  });
}

function definitions(): Readonly<Record<string, string>> {
  const shipped = (name: string) => readFileSync(join(FOLDER, `${name}.yml`), 'utf8').replace(/^ +BasePath:.*\n/m, '');
  const debugged = (text: string) => text.replace(/DebugThreshold: \w+/, 'DebugThreshold: debug');
  const connector = shipped('TicketConnector').replace('OnlyAgents: [api_agent]', '');
  const mapped = connector.replace(
    'Type: Ticket::TicketGet',
    `Type: Ticket::TicketGet
      MappingInbound:
        Type: Simple
        Config:
          KeyMapDefault: { MapType: Keep, MapTo: '' }
          ValueMapDefault: { MapType: Keep, MapTo: '' }
          KeyMapRegEx: { 'Kenn.*': Password }`,
  );
  return {
    Debugged: debugged(connector),
    Mapped: debugged(mapped),
    Quiet: connector,
    Compatible: debugged(shipped('GenericTicketConnectorREST')),
    Enveloped: debugged(shipped('TicketExample')),
  };
}

async function sendMany(url: string, random: Random, count: number): Promise<string[]> {
  const requests = Array.from({ length: count }, () => makeSecretRequest(random));
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  const answers = await Promise.all(requests.map((each) => send(url, each, agent)));
  agent.destroy();
  return answers.flatMap((text, index) => leakIn(text, `answer to ${JSON.stringify(requests[index])}`));
}

/** The answer with its headers; what HTTP itself refuses has none. */
function send(url: string, { method, path, headers, body }: SecretRequest, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(new URL(url), { method, path, headers, agent }, (response) => {
      const parts: Buffer[] = [JSON.stringify(response.headers)].map((text) => Buffer.from(text));
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('close', () => {
        resolve(Buffer.concat(parts).toString('utf8'));
      });
    });
    sent.on('error', () => {
      resolve('');
    });
    sent.end(method === 'GET' ? undefined : body);
  });
}

/** Tables and log, which are emptied for the next round. Returns how many contents of the debug log there were. */
async function lookAround(server: TestServer, logger: CollectingLogger, leaks: string[]): Promise<number> {
  const { database } = server;
  await untilWritten(server);
  const contents = await database.query<{ subject: string; content: string }>(
    'select subject, content from gi_debugger_entry_content',
  );
  for (const { subject, content } of contents) leaks.push(...leakIn(`${subject}\n${content}`, 'debug log'));
  await database.query('delete from gi_debugger_entry_content');
  await database.query('delete from gi_debugger_entry');
  for (const line of logger.lines.splice(0)) leaks.push(...leakIn(line, 'log'));
  for (const table of await tables(server)) leaks.push(...(await leaksOf(server, table)));
  return contents.length;
}

/** The debug log is written a moment after the answers, in their order: all of it is there when one more request is. */
async function untilWritten({ url, database }: TestServer): Promise<void> {
  const last = await fetch(`${url}/Webservice/Debugged/queue-list`, { method: 'POST', body: '{}' });
  const find = () =>
    database.query('select from gi_debugger_entry where communication_id = $1', [last.headers.get('x-request-id')]);
  await untilTrue(async () => (await find()).length > 0, WRITTEN);
}

async function tables({ database }: TestServer): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'ticketgate')`,
  );
  return rows.map(({ name }) => name);
}

async function leaksOf({ database }: TestServer, table: string): Promise<readonly string[]> {
  const rows = await database.query<{ text: string }>(
    `select entry::text as text from ${table} entry
     where exists (select from unnest($1::text[]) trace where strpos(lower(entry::text), trace) > 0) limit 5`,
    [TRACES],
  );
  return rows.map(({ text }) => `table ${table}: ${text}`);
}

function leakIn(text: string, place: string): readonly string[] {
  const small = text.toLowerCase();
  return TRACES.some((trace) => small.includes(trace)) ? [`${place}: ${text.slice(0, 1_000)}`] : [];
}
