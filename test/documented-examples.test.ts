import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Data } from '@ticketgate/sdk';
import { startTestServer, type TestServer } from './support/index.js';

const SHIPPED = join(import.meta.dirname, '..', 'config', 'webservices');
const NAMES = readdirSync(SHIPPED).map((file) => basename(file, '.yml'));
/** The dynamic field of the examples, as `config/catalogue.yml` describes it. */
const IMPACT =
  'DynamicFields: [{ Name: Impact, FieldType: Dropdown, Config: { PossibleValues: { low: Low, high: High } } }]\n';

/** A request as the document shows it. */
interface Example {
  readonly method: string;
  readonly path: string;
  readonly operation: Described;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly example?: unknown }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly examples?: Readonly<Record<string, { readonly value: Data }>> };
    };
  };
}

interface Document {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-examples-'));
  writeFileSync(join(folder, 'catalogue.yml'), IMPACT);
  const texts = NAMES.map((name) => [name, readFileSync(join(SHIPPED, `${name}.yml`), 'utf8')] as const);
  server = await startTestServer({
    webServices: Object.fromEntries(texts),
    configuration: { catalogue: { file: join(folder, 'catalogue.yml') } },
  });
  const agent = { login: 'api_agent', email: 'api_agent@localhost', firstName: 'Api', lastName: 'Agent' };
  await server.system.accounts.agents.add({ ...agent, password: server.rootPassword, groups: ['users'] });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function credentials(service: string): Data {
  const UserLogin = service === 'TicketConnector' ? 'api_agent' : 'root@localhost';
  return { UserLogin, Password: server.rootPassword };
}

interface Answer extends Data {
  readonly status: number;
}

async function send(method: string, path: string, body?: Data): Promise<Answer> {
  const init =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(server.url + path, { method, ...init });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { ...(isJson ? (JSON.parse(text) as Data) : { text }), status: answer.status };
}

/** What is another in each system: a session, and a ticket with an attachment. */
async function realMembers(): Promise<Data> {
  const login = credentials('TicketExample');
  const base = '/Webservice/TicketExample';
  const Ticket = {
    Title: 'Real',
    Queue: 'Raw',
    State: 'new',
    Priority: '3 normal',
    CustomerUser: 'carla@customer.example',
  };
  const Article = { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain' };
  const Attachment = { Filename: 'a.txt', ContentType: 'text/plain', Content: 'QUJD' };
  const session = await send('POST', `${base}/session`, login);
  const ticket = await send('POST', `${base}/ticket`, { ...login, Ticket, Article, Attachment });
  const { TicketID, ArticleID } = ticket.Data as Data; // the service answers envelopes
  return { ...(session.Data as Data), TicketID, ArticleID };
}

async function requestsOf(service: string): Promise<readonly Example[]> {
  const answer = await fetch(`${server.url}/docs/${service}/openapi.json`);
  const { servers, paths } = (await answer.json()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head' && method !== 'options')
      .map(([method, operation]) => ({ method: method.toUpperCase(), path: `${servers[0].url}${path}`, operation })),
  );
}

/** The members that an example of a request has: those of its body, or those of its query string. */
function examplesOf({ parameters = [], requestBody }: Described): readonly Data[] {
  const bodies = Object.values(requestBody?.content['application/json'].examples ?? {});
  if (bodies.length > 0) return bodies.map(({ value }) => value);
  const given = parameters.filter(({ name, example }) => name !== undefined && example !== undefined);
  return [Object.fromEntries(given.map(({ name = '', example }): [string, unknown] => [name, example]))];
}

/** Sends each example of a request, and answers those that do not work. */
async function failuresOf(service: string, { method, path, operation }: Example): Promise<readonly string[]> {
  const real = await realMembers();
  const caller = /session-?(?:get|remove)/i.test(operation.operationId) ? {} : credentials(service);
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => String(real[name]));
  const failures: string[] = [];
  for (const example of examplesOf(operation)) {
    const named = Object.keys(example).filter((name) => name in real);
    const members = { ...example, ...Object.fromEntries(named.map((name) => [name, real[name]])), ...caller };
    const answer =
      operation.requestBody === undefined
        ? await send(method, `${filled}?${queryOf(members)}`)
        : await send(method, filled, members);
    const isFine = answer.status === 200 && answer.Success !== 0 && !('Error' in answer);
    if (!isFine) failures.push(`${method} ${path}: ${JSON.stringify(answer)}`);
  }
  return failures;
}

function queryOf(members: Data): string {
  const pairs = Object.entries(members).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

describe('the examples of the documents, sent to a fresh system', () => {
  it.each(NAMES)('work in %s', async (service) => {
    const requests = await requestsOf(service);
    expect(requests.length).toBeGreaterThan(5);
    const failures: string[] = [];
    for (const request of requests) failures.push(...(await failuresOf(service, request)));
    expect(failures).toEqual([]);
  });
});
