import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, untilTrue, type TestServer } from './support/index.js';
import pg from 'pg';

const SERVICE = 'GenericTicketConnectorREST';
const DEFINITION = join(import.meta.dirname, '..', 'config', 'webservices', `${SERVICE}.yml`);
/** What is sent once on each new connection, and what a request leaves behind for later. */
const BESIDE = /set_config\(name|transaction_read_only|gi_debugger|pg_notify/;
/** Node's channel for requests that come in. */
const REQUEST_START = 'http.server.request.start';
/** Longer than an account is remembered for without being read again, and shorter than a verified password. */
const PAUSE = 2_000;

const TICKET = { Title: 'Ink', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'Ink', Body: 'It is empty.', ContentType: 'text/plain; charset=utf-8' };

/** Of rows in the outbox, and of what announces them. */
const OF_EVENTS = /ticketgate[._]event|pg_notify\(\$1, consumer\)/;
const CALLER = `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config: { Host: http://127.0.0.1:1, DefaultCommand: POST, Timeout: 1, InvokerControllerMapping: { Tell: { Controller: / } } }
  Invoker: { Tell: { Type: Generic::PassThrough, Events: [{ Event: TicketCreate, Asynchronous: 1 }] } }
`;

type Answer = Readonly<Record<string, unknown>>;

describe('Round trips to PostgreSQL, from a request over HTTP to its answer', () => {
  let server: TestServer;
  let now = Date.now();
  /** Of the request that began last. */
  let statements: string[] = [];
  const ofRequest = new AsyncLocalStorage<string[]>();
  let login: Readonly<Record<string, string>>;

  beforeAll(async () => {
    // A connection keeps the method that sends when it is made.
    countStatements();
    server = await startTestServer({
      webServices: { [SERVICE]: readFileSync(DEFINITION, 'utf8') },
      configuration: { Settings: { CheckMXRecord: 0 } },
      now: () => new Date(now),
    });
    login = { UserLogin: 'api_agent', Password: server.rootPassword };
    const person = { firstName: 'Api', lastName: 'Agent', password: server.rootPassword };
    const { agents } = server.system.accounts;
    await agents.add({ ...person, login: 'api_agent', email: 'api@customer.org', groups: ['users'] });
    // The first requests verify the password, reserve ticket numbers and read the catalogue and the indexes; a server keeps all of them.
    const ticketID = await create();
    await read([ticketID]);
    await call('GET', '/Ticket', { TicketID: ticketID });
  });

  afterAll(async () => {
    unsubscribe(REQUEST_START, beginRequest);
    await server.stop();
  });

  function beginRequest(): void {
    statements = [];
    ofRequest.enterWith(statements);
  }

  /** A server sends others without a request, now and then. */
  function countStatements(): void {
    subscribe(REQUEST_START, beginRequest);
    const query = Reflect.get(pg.Client.prototype, 'query') as (...sent: unknown[]) => unknown;
    const counting = new Proxy(query, {
      apply(send, client, sent: [string | { readonly text: string }]) {
        const [statement] = sent;
        ofRequest.getStore()?.push(typeof statement === 'string' ? statement : statement.text);
        return Reflect.apply(send, client, sent);
      },
    });
    Reflect.set(pg.Client.prototype, 'query', counting);
  }

  /** The statements that a request sends, `begin` and `commit` included, when accounts have to be read again. */
  async function roundTrips(request: () => Promise<unknown>): Promise<readonly string[]> {
    now += PAUSE;
    await request();
    return statements.filter((text) => !BESIDE.test(text));
  }

  async function call(method: string, path: string, fields: Answer): Promise<Answer> {
    const all = { ...login, ...fields };
    const query = method === 'GET' ? `?${String(new URLSearchParams(all as Record<string, string>))}` : ''; // texts only
    const body = method === 'GET' ? {} : { body: JSON.stringify(all) };
    const response = await fetch(`${server.url}/Webservice/${SERVICE}${path}${query}`, { method, ...body });
    const answer = (await response.json()) as Answer;
    if (response.status !== 200 || 'Error' in answer) throw new Error(JSON.stringify(answer));
    return answer;
  }

  async function create(): Promise<string> {
    return String((await call('POST', '/Ticket', { Ticket: TICKET, Article: ARTICLE })).TicketID);
  }

  function read(ticketIDs: readonly string[]): Promise<Answer> {
    const all = { AllArticles: '1', Attachments: '1', DynamicFields: '1', Extended: '1' };
    return call('GET', `/Ticket/${ticketIDs.join(',')}`, all);
  }

  it('are four at most for TicketCreate', async () => {
    // The account, the customer by login and by address, and one statement that writes.
    expect(await roundTrips(create)).toHaveLength(4);
  });

  it('are five at most for TicketGet, however many tickets', async () => {
    const ticketIDs = await Promise.all(Array.from({ length: 12 }, create));
    const [first = ''] = ticketIDs;
    // The account, the tickets, their articles, which travel with them, attachments, and dynamic fields.
    for (const ids of [[first], ticketIDs]) expect((await roundTrips(() => read(ids))).slice(5)).toEqual([]);
  });

  it('are two at most for TicketSearch', async () => {
    const search = () => call('GET', '/Ticket', { Title: 'I*', MIMEBase_Body: 'empty', SortBy: 'Queue', Limit: '5' });
    expect(await roundTrips(search)).toHaveLength(2);
    expect(await roundTrips(() => call('GET', '/Ticket', { Title: 'Ink', Queues: 'Raw' }))).toHaveLength(2);
  });

  it('are three for TicketUpdate, with an article or without', async () => {
    const ticketID = await create();
    const update = (fields: Answer) => call('PATCH', `/Ticket/${ticketID}`, fields);
    // The account, the ticket, and one statement that writes.
    expect(await roundTrips(() => update({ Ticket: { Title: 'Toner', State: 'open' } }))).toHaveLength(3);
    expect(await roundTrips(() => update({ Ticket: { Title: 'Paper' }, Article: ARTICLE }))).toHaveLength(3);
  });

  it('have a row and a notification of events only where an invoker listens', async () => {
    const mentions = () => statements.some((text) => OF_EVENTS.test(text));
    expect(await roundTrips(create)).toHaveLength(4);
    expect(mentions()).toBe(false);
    const { services, subscriptions } = server.system;
    await services.save({ name: 'Caller', config: CALLER, userID: 1, time: '2026-01-01 00:00:00' });
    await untilTrue(() => Promise.resolve(subscriptions.services.size === 1));
    await create();
    expect(mentions()).toBe(true);
  });
});
