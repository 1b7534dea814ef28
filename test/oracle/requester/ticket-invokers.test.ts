import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { compileForReplay } from '@ticketgate/gateway';
import { defaultConfiguration, loadPlugins, setUpPlugins, type ReadyOperations } from '@ticketgate/runtime';
import { isData, type Data } from '@ticketgate/sdk';
import { startServer, type RunningServer } from '@ticketgate/server';
import { silentLogger, startTestDatabase, type TestDatabase } from '@ticketgate/test-support';
import pg from 'pg';

import { Remote, type ScriptedAnswer } from '../../../packages/requester/test/remote.js';

const ORACLE = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'oracle');
const RECORDED = join(ORACLE, 'requester');
const isThere = existsSync(RECORDED);
if (!isThere) process.stderr.write('skipped: the recorded calls (../shared/oracle/requester) are not here\n');

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Data;
}

interface RecordedCall {
  readonly name: string;
  readonly group: string;
  readonly note?: string;
  readonly definition: string;
  readonly captures: Readonly<Record<string, string>>;
  readonly setup?: readonly Request[];
  readonly remote: readonly ScriptedAnswer[];
  readonly trigger: { readonly run?: { readonly invoker: string; readonly data: Data } };
  readonly result: { readonly Success: number; readonly ErrorMessage?: string };
  readonly outgoing: readonly { readonly method: string; readonly path: string; readonly body: string }[];
  readonly effect?: { readonly dynamicFields: readonly { readonly name: string; readonly text: string | null }[] };
}

const SETTINGS = {
  CheckMXRecord: 0,
  CheckEmailInvalidAddress: '@(anywhere|demo|foo)\\.(..|...)$',
  OTOBOTimeZone: 'UTC',
};
const LOGIN = { UserLogin: 'apiagent', Password: 'secret-Passw0rd' };

let test: TestDatabase;
let folder = '';
let server: RunningServer;
let ready: ReadyOperations;
let remote: Remote;

beforeAll(async () => {
  if (!isThere) return;
  remote = await Remote.start();
  test = await startTestDatabase({ migrations: [] });
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-invokers-'));
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(ORACLE, 'seed.sql.gz'))).toString('utf8'));
  await client.end();
  const defaults = defaultConfiguration(folder);
  const configuration = {
    ...defaults,
    http: { ...defaults.http, port: 0 },
    database: { ...defaults.database, url: test.url },
    requester: { ...defaults.requester, allowedHosts: [`127.0.0.1:${remote.port}`] },
    Settings: SETTINGS,
  };
  server = await startServer({
    plugins: await loadPlugins(defaults.plugins, folder),
    loaded: { configuration, sources: new Map(), files: [], root: folder },
    logger: silentLogger,
  });
  ready = await setUpPlugins(server.report.system);
});

afterAll(async () => {
  if (!isThere) return;
  await server.stop();
  await test.stop();
  await remote.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send({ method, path, body }: Request): Promise<Data> {
  const url = `${server.url}/otobo/nph-genericinterface.pl/Webservice/${path}`;
  const response = await fetch(url, { method, body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  if (!isData(answer) || answer.Error !== undefined) throw new Error(JSON.stringify(answer));
  return answer;
}

/** The ids of a ticket by the names that the recordings have for them. */
type Captures = Readonly<Record<string, string>>;

async function create(body: Data): Promise<Captures> {
  const path = 'GenericTicketConnectorREST/Ticket';
  const { TicketID, TicketNumber, ArticleID } = await send({ method: 'POST', path, body: { ...body, ...LOGIN } });
  return { TID: String(TicketID), TN: String(TicketNumber), AID: String(ArticleID), AID1: String(ArticleID) };
}

async function addArticle(ticketID: string, rest: Data): Promise<string> {
  const path = `GenericTicketConnectorREST/Ticket/${ticketID}`;
  return String((await send({ method: 'PATCH', path, body: { ...LOGIN, ...rest } })).ArticleID);
}

interface Tickets {
  readonly create: { readonly body: Data };
  readonly poor: { readonly create: { readonly body: Data } };
}

function readTickets(): Tickets {
  return JSON.parse(readFileSync(join(RECORDED, 'rich-ticket.json'), 'utf8')) as Tickets;
}

async function makeRichTicket(request: Data): Promise<Captures> {
  const captures = await create(request);
  const ticketID = captures.TID ?? '';
  const mail = { Subject: 'Second', Body: 'Mail', ContentType: 'text/plain; charset=utf-8', From: 'agent@example.com' };
  const AID2 = await addArticle(ticketID, {
    Article: { ...mail, CommunicationChannel: 'Email', SenderType: 'agent', IsVisibleForCustomer: 1 },
    DynamicField: { Name: 'ArticleRef', Value: 'ref-2' },
  });
  const html = { Subject: 'Third', Body: '<p>html</p>', ContentType: 'text/html; charset=utf-8' };
  const AID3 = await addArticle(ticketID, {
    Article: { ...html, CommunicationChannel: 'Internal', SenderType: 'agent', IsVisibleForCustomer: 0 },
    Attachment: { Content: 'aGFsbG8=', ContentType: 'text/plain', Filename: 'c.txt' },
  });
  return { ...captures, AID2, AID3 };
}

function withCaptures(data: unknown, captures: Captures): unknown {
  const text = JSON.stringify(data).replace(/\{\{(\w+)\}\}/g, (_, name: string) => captures[name] ?? '');
  return JSON.parse(text) as unknown;
}

async function call(recorded: RecordedCall, captures: Captures) {
  const config = readFileSync(join(RECORDED, recorded.definition), 'utf8').replaceAll(
    '127.0.0.1:5190',
    `127.0.0.1:${remote.port}`,
  );
  const service = await compileForReplay({ id: 1, name: 'Requester', config, validID: 1 }, ready.operations);
  if (service === undefined) throw new Error(`${recorded.definition} cannot be read.`);
  remote.script(recorded.remote);
  const { invoker = '', data } = recorded.trigger.run ?? {};
  const { signal } = new AbortController();
  return ready.requester.call({ service, invoker, data: withCaptures(data, captures), signal });
}

/** Ids and times differ. */
const IGNORED = ['TicketID', 'TicketNumber', 'Age', 'Created', 'Changed', 'UntilTime', 'ArticleID'];

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isData(value)) return value;
  const members = Object.keys(value)
    .sort()
    .filter((name) => !IGNORED.includes(name));
  return Object.fromEntries(members.map((name) => [name, comparable(value[name])]));
}

function bodyOf(text: string | undefined): unknown {
  return text === undefined || text === '' ? text : comparable(JSON.parse(text));
}

async function fieldsOf(ticketID: string): Promise<readonly unknown[]> {
  const rows = await test.database.query<{ name: string; text: string | null }>(
    `select f.name, coalesce(v.value_text, '') as text from dynamic_field_value v join dynamic_field f on f.id = v.field_id
     where f.object_type = 'Ticket' and v.object_id = $1 order by f.name, v.id`,
    [ticketID],
  );
  return rows;
}

interface Outcome {
  readonly success: number;
  readonly message: string;
  readonly bodies: readonly unknown[];
  readonly fields: readonly unknown[];
}

async function ours(recorded: RecordedCall, captures: Captures): Promise<Outcome> {
  const result = await call(recorded, captures);
  return {
    success: result.isSuccess ? 1 : 0,
    message: result.errorMessage.replace(PORT, "'"),
    bodies: remote.arrived.map(({ body }) => bodyOf(body)),
    fields: recorded.effect === undefined ? [] : await fieldsOf(captures.TID ?? ''),
  };
}

function theirs({ result, outgoing, effect }: RecordedCall): Outcome {
  return {
    success: result.Success,
    message: (result.ErrorMessage ?? '').replace(PORT, "'"),
    bodies: outgoing.map(({ body }) => bodyOf(body)),
    fields: (effect?.dynamicFields ?? []).map(({ name, text }) => ({ name, text: text ?? '' })),
  };
}

const PORT = /:\d{4,5}'/;

/** It calls the recorded system itself. */
const OF_ITSELF = 'inv.own-provider-ticket-create';

function isOfTickets({ trigger, group, name }: RecordedCall): boolean {
  return trigger.run !== undefined && ['ticket-invoker', 'write-back'].includes(group) && name !== OF_ITSELF;
}

describe('the recorded calls of invokers of tickets', () => {
  (isThere ? it : it.skip)('send the same tickets, and write the same values back', async () => {
    const lines = readFileSync(join(RECORDED, 'requester.jsonl'), 'utf8').trim().split('\n');
    const cases = lines.map((line) => JSON.parse(line) as RecordedCall).filter(isOfTickets);
    const { create: richRequest, poor: poorRequest } = readTickets();
    const rich = await makeRichTicket(richRequest.body);
    const poor = await create(poorRequest.create.body);
    for (const recorded of cases) {
      const [setup] = recorded.setup ?? [];
      const shared = recorded.note?.startsWith('ticket without') === true ? poor : rich;
      const captures = setup === undefined ? shared : await create(setup.body);
      expect({ name: recorded.name, ...(await ours(recorded, captures)) }).toEqual({
        name: recorded.name,
        ...theirs(recorded),
      });
    }
    expect(cases).toHaveLength(47);
  });
});
