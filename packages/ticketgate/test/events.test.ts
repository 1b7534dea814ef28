import { defineOperation, definePlugin, type DeliveredEvent } from '@ticketgate/sdk';
import { silentLogger, startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';

import { playRequest } from '../../admin/src/replaying/play-requests.js';
import { emittedNames } from '../../runtime/src/events/catalogue-events.js';
import { startEvents } from '../../runtime/src/events/start-events.js';
import { registerPlugins } from '../../runtime/src/plugins/register-plugins.js';
import { Subscriptions } from '../../runtime/src/events/subscriptions.js';
import type { System } from '../../runtime/src/system/open-system.js';
import { runCommand } from './run-command.js';

const SERVICE = `Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation:
    Create: { Type: 'Ticket::TicketCreate' }
    Update: { Type: 'Ticket::TicketUpdate' }
    Delete: { Type: 'Ticket::TicketDelete' }
    Twice: { Type: 'Test::CreateTwice' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
        Create: { Route: /create, RequestMethod: [POST] }
        Update: { Route: /update, RequestMethod: [POST] }
        Delete: { Route: /delete, RequestMethod: [POST] }
        Twice: { Route: /twice, RequestMethod: [POST] }
`;
const TICKET = { Title: 'Toner', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' };

/** Creates two tickets in one transaction, which fails in the end if that is wanted. */
const createTwice = defineOperation({
  type: 'Test::CreateTwice',
  summary: 'Creates two tickets.',
  effect: 'writes',
  input: { type: 'object', properties: { Fail: { type: 'boolean' } } },
  errors: ['CreateTwice.AuthFail', 'TicketCreate.AccessDenied'],
  async run({ Fail }, context) {
    await context.caller();
    return context.database.withTransaction(async () => {
      await context.call('Ticket::TicketCreate', { Ticket: TICKET, Article: ARTICLE });
      await context.call('Ticket::TicketCreate', { Ticket: TICKET, Article: ARTICLE });
      if (Fail === true) throw new Error('Everything is undone.');
      return {};
    });
  },
});

let seen: DeliveredEvent[] = [];
let isBroken = false;
const see = (event: DeliveredEvent) => {
  if (isBroken) throw new Error('Broken.');
  seen.push(event);
};
const listening = definePlugin({
  name: 'listening',
  operations: [createTwice],
  events: { 'ticket.created': see, 'ticket.updated': see, 'article.created': see, 'ticket.deleted': see },
});

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    webServices: { Events: SERVICE },
    plugins: [listening],
    configuration: { events: { attempts: 1 }, metrics: { token: 'metrics-token' }, Settings: { CheckMXRecord: 0 } },
  });
});

afterAll(() => server.stop());

beforeEach(() => {
  seen = [];
});

async function call(path: string, input: object): Promise<Readonly<Record<string, unknown>>> {
  const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, ...input });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${server.url}/Webservice/Events/${path}`, { method: 'POST', body, headers });
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

const told = () => seen.map(({ name, key, data }) => ({ name, key, ...data }));

/** Whatever was to be delivered has been. */
async function delivered(): Promise<void> {
  await untilTrue(async () => {
    const rows = await server.database.query('select 1 from ticketgate.event where dead_since is null');
    return rows.length === 0;
  });
}

it('informs plugins of tickets and articles once the transaction has committed, in the order of each ticket', async () => {
  const created = await call('create', { Ticket: TICKET, Article: ARTICLE });
  const ticket = { TicketID: Number(created.TicketID), TicketNumber: created.TicketNumber };
  await call('update', { TicketID: ticket.TicketID, Ticket: { Title: 'Ink' } });
  const updated = await call('update', { TicketID: ticket.TicketID, Article: ARTICLE });
  await call('delete', { TicketID: ticket.TicketID });
  await delivered();
  const key = `ticket:${ticket.TicketID}`;
  const [first, second] = [created, updated].map(({ ArticleID }) => ({ ArticleID: Number(ArticleID) }));
  expect(told()).toEqual([
    { name: 'ticket.created', key, ...ticket, ...first },
    { name: 'article.created', key, ...ticket, ...first },
    { name: 'ticket.updated', key, ...ticket },
    { name: 'ticket.updated', key, ...ticket, ...second },
    { name: 'article.created', key, ...ticket, ...second },
    { name: 'ticket.deleted', key, ...ticket },
  ]);
});

it('keeps the order of a ticket that many change at a time', async () => {
  const { TicketID } = await call('create', { Ticket: TICKET, Article: ARTICLE });
  await Promise.all(Array.from({ length: 12 }, () => call('update', { TicketID, Article: ARTICLE })));
  await delivered();
  const articles = seen.filter(({ name }) => name === 'article.created').map(({ data }) => Number(data.ArticleID));
  expect(articles).toHaveLength(13);
  expect(articles).toEqual([...articles].sort((left, right) => left - right));
});

it('reports what operations call in one transaction, and nothing of one that is rolled back', async () => {
  await call('twice', { Fail: true });
  await call('twice', {});
  await delivered();
  expect(seen.filter(({ name }) => name === 'ticket.created')).toHaveLength(2);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(2);
});

it('reports nothing of dry runs and refused updates', async () => {
  const { TicketID } = await call('create', { Ticket: TICKET, Article: ARTICLE });
  await delivered();
  seen = [];
  await call('create', { DryRun: 1, Ticket: TICKET, Article: ARTICLE });
  await call('update', { DryRun: 1, TicketID, Ticket: { Title: 'Ink' } });
  await call('update', { TicketID, Ticket: { Queue: 'Nowhere' } });
  await call('delete', { TicketID, DryRun: 1 });
  await call('delete', { TicketID });
  await delivered();
  expect(seen.map(({ name }) => name)).toEqual(['ticket.deleted']);
});

it('reports nothing of replayed requests', async () => {
  const input = { Ticket: TICKET, Article: ARTICLE };
  const options = {
    record: { id: 1, name: 'Events', config: SERVICE, validID: 1 },
    chooseCaller: () => Promise.resolve({ type: 'User', userID: 1, login: 'root@localhost' } as const),
    ignored: new Set(['TicketID', 'TicketNumber', 'ArticleID']),
  };
  const began = { Method: 'POST', URL: '/Webservice/Events/create', Headers: { 'content-type': 'application/json' } };
  const content = JSON.stringify({ TicketID: '1', TicketNumber: '1', ArticleID: 1 });
  const replayed = await playRequest(server.system, options, {
    communicationID: '0'.repeat(32),
    method: 'POST',
    operation: 'Create',
    status: 200,
    errorCode: null,
    caller: null,
    bytesReceived: 1,
    isTruncated: false,
    contents: [
      { subject: 'Communication sequence started', content: JSON.stringify(began) },
      { subject: 'Received data by provider', content: JSON.stringify(input) },
      { subject: 'Incoming data before mapping', content: JSON.stringify(input) },
      { subject: 'Outgoing data before mapping', content },
    ],
  });
  // It was carried out.
  expect(replayed).toMatchObject({ kind: 'same', findings: [] });
  await delivered();
  expect(seen).toEqual([]);
});

it('has commands that list dead events, try them again and drop them', async () => {
  const environment = { DATABASE_URL: server.system.location.url };
  const events = (...words: readonly string[]) => runCommand(['events', ...words], { environment });
  isBroken = true;
  await call('create', { Ticket: TICKET, Article: ARTICLE });
  await call('create', { Ticket: TICKET, Article: ARTICLE });
  await delivered();
  isBroken = false;
  const listed = await events('list');
  expect(listed.output).toMatch(/^ID +CONSUMER +EVENT +KEY +ATTEMPTS +STATE +ERROR$/m);
  expect(listed.output).toMatch(/^\d+ +listening +ticket\.created +ticket:\d+ +1 +dead since .* +Broken\./m);
  const ids = listed.output.split('\n').flatMap((line) => /^\d+/.exec(line)?.[0] ?? []);
  expect(ids).toHaveLength(4);
  const [first = ''] = ids;
  expect((await events('retry', first)).output).toBe('1 event is tried again\n');
  await delivered();
  expect(told()).toMatchObject([{ name: 'ticket.created' }]);
  expect((await events('drop', '--all', '--consumer', 'another')).output).toBe('No dead event matches.\n');
  expect((await events('drop', '--all')).output).toBe('3 events were deleted\n');
  expect((await events('list', '--format', 'json')).output).toBe('[]\n');
  const unnamed = await events('drop');
  expect([unnamed.code, unnamed.log]).toEqual([
    2,
    'ticketgate: Name events by their ids, or all dead ones by --all.\n',
  ]);
});

it('shows at /metrics how attempts ended, and which events wait or are dead', async () => {
  isBroken = true;
  await call('create', { Ticket: TICKET, Article: ARTICLE });
  await delivered();
  isBroken = false;
  const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer metrics-token' } });
  const lines = (await response.text()).split('\n');
  expect(lines).toContain('ticketgate_events{consumer="listening",state="waiting"} 0');
  expect(lines).toContain('ticketgate_events{consumer="listening",state="dead"} 2');
  const dead = 'ticketgate_event_attempts_total{consumer="listening",event="ticket.created",outcome="dead"}';
  expect(lines.some((line) => line.startsWith(dead))).toBe(true);
});

it('starts nothing where nobody listens', async () => {
  const untouchable = new Proxy(
    { subscriptions: new Subscriptions() },
    {
      get(target, name) {
        if (name === 'subscriptions') return target.subscriptions;
        if (name === 'logger') return silentLogger;
        throw new Error(String(name));
      },
    },
  );
  const nobody = { listeners: [], invokers: {} as never };
  await expect(startEvents(untouchable as unknown as System, nobody)).resolves.toBeUndefined();
});

describe('what plugins say about events', () => {
  const codesOf = (...plugins: readonly object[]) => {
    const named = plugins.map((parts, index) => ({ name: `p${index}`, operations: [], ...parts }));
    const { problems } = registerPlugins({ plugins: named, listings: new Map(), problems: [] });
    return problems.map(({ code, message }) => `${code}: ${message}`);
  };
  const handler = () => undefined;

  it('is fine when another plugin emits the event', () => {
    expect(codesOf({ events: { 'room.booked': handler } }, { emits: ['room.booked'] })).toEqual([]);
  });

  it('is reported when no plugin emits the event, with a suggestion', () => {
    expect(codesOf({ events: { 'room.boked': handler } }, { emits: ['room.booked'] })).toEqual([
      'event-unknown: The plugin "p0" listens to "room.boked", which no plugin emits. Did you mean "room.booked"?',
    ]);
    expect(codesOf({ events: { 'ticket.created': handler } })).toEqual([
      'event-unknown: The plugin "p0" listens to "ticket.created", which no plugin emits. Load the plugin that does.',
    ]);
  });

  it('is reported when two plugins emit it', () => {
    expect(codesOf({ emits: ['room.booked'] }, { emits: ['room.booked'] })).toEqual([
      'event-twice: The plugin "p1" emits "room.booked", which "p0" emits already. Give it another name.',
    ]);
    const [name = ''] = emittedNames([]);
    expect(codesOf({ emits: [name] })).toEqual([
      `event-twice: The plugin "p0" emits "${name}", which "Ticketgate" emits already. Give it another name.`,
    ]);
  });
});
