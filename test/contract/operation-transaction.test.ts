import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { defineOperation, definePlugin, operationError, stream, type OperationContext } from '@ticketgate/sdk';
import { startTestServer, untilTrue, type TestServer } from '../support/index.js';

/** Half of them may hold transactions. */
const CONNECTIONS = 4;

const ENDS = ['answer', 'throw', 'refuse', 'wait', 'catch', 'stream', 'late', 'lock'] as const;
const input = {
  type: 'object',
  required: ['Text'],
  properties: { Text: { type: 'string' }, End: { enum: ENDS, default: 'answer' } },
} as const;
interface Input {
  readonly Text: string;
  readonly End: (typeof ENDS)[number];
}

let server: TestServer;
/** Texts of requests that wait for `goOn`. */
const paused: string[] = [];
/** Texts of notes whose second statement is over. */
const late: string[] = [];
let goOn: () => void;
let isAllowed: Promise<void>;

function close(): void {
  isAllowed = new Promise((resolve) => (goOn = resolve));
}

function pause(text: string): Promise<void> {
  paused.push(text);
  return isAllowed;
}

async function write({ Text, End }: Input, context: OperationContext) {
  const { database } = context;
  await database.query('insert into ticketgate.test_note (text) values ($1)', [Text]);
  if (End === 'throw') throw new Error('boom');
  if (End === 'refuse') throw operationError('Note', 'NotFound', 'There is no such note.');
  if (End === 'wait') await pause(Text);
  if (End === 'catch') await database.query('select 1 / 0').catch(() => undefined);
  if (End === 'stream')
    return stream(Readable.from(countNotes(Text)), { contentType: 'text/plain', filename: 'n.txt' });
  if (End === 'lock') await database.query('lock table ticketgate.test_note in access exclusive mode');
  if (End === 'late') {
    await pause(Text);
    await database.query('insert into ticketgate.test_note (text) values ($1)', [Text]).finally(() => late.push(Text));
  }
  return { Done: 1 };
}

/** Through a connection that sees only what was committed. */
async function* countNotes(text: string) {
  yield `${await notes(text)} committed`;
}

declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Custom::Note': typeof note;
    'Custom::OwnNote': typeof ownNote;
    'Custom::ReadNote': typeof readNote;
  }
}

const PARTS = { summary: 'Notes a text.', input, errors: ['Note.NotFound'] } as const;
const note = defineOperation({ ...PARTS, type: 'Custom::Note', effect: 'writes', run: write });
const ownNote = defineOperation({
  ...PARTS,
  type: 'Custom::OwnNote',
  effect: 'writes',
  transaction: 'own',
  takesIdempotencyKey: true,
  run: write,
});
const readNote = defineOperation({ ...PARTS, type: 'Custom::ReadNote', effect: 'reads', run: write });

/** Calls one that writes, one with a transaction of its own, and one of ours, and ends as it is told. */
const callAll = defineOperation({
  type: 'Custom::CallAll',
  summary: 'Calls others.',
  effect: 'writes',
  input,
  errors: ['Note.NotFound'],
  async run({ Text, End }, context) {
    for (const type of ['Custom::Note', 'Custom::OwnNote', 'Custom::ReadNote'] as const) {
      await context.call(type, { Text });
    }
    const Ticket = { Title: Text, Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'carla' };
    const Article = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' };
    await context.call('Ticket::TicketCreate', { Ticket, Article });
    return await write({ Text, End }, context);
  },
});

/** Has no transaction to take part in, so the one that it calls has its own. */
const callFromOwn = defineOperation({
  ...PARTS,
  type: 'Custom::CallFromOwn',
  effect: 'writes',
  transaction: 'own',
  async run({ Text, End }, { call }) {
    await call('Custom::Note', { Text: `${Text} before` });
    await call('Custom::Note', { Text, End });
    return {};
  },
});

/** Fetches, and writes only then. */
const fetchFirst = defineOperation({
  ...PARTS,
  type: 'Custom::FetchFirst',
  effect: 'writes',
  async run({ Text, End }, context) {
    const response = await context.fetch(context.settings.text('Test::URL'));
    await write({ Text, End }, context);
    return { Fetched: await response.text() };
  },
});

const composed = defineOperation({
  ...PARTS,
  type: 'Custom::Composed',
  effect: 'writes',
  async run({ Text, End }, context) {
    await context.database.knex('ticketgate.test_note').insert({ text: Text });
    return write({ Text, End }, context);
  },
});

const wait = defineOperation({
  ...PARTS,
  type: 'Custom::Wait',
  effect: 'writes',
  async run({ Text }, context) {
    await context.caller();
    await pause(Text);
    return {};
  },
});

const OPERATIONS = [note, ownNote, readNote, callAll, callFromOwn, fetchFirst, composed, wait];

const plugin = definePlugin({
  name: 'notes',
  settings: [
    { name: 'Test::URL', default: '', description: 'Where to fetch.' },
    { name: 'Test::Hosts', default: [], description: 'Its host.' },
  ],
  hosts: 'Test::Hosts',
  operations: OPERATIONS,
  migrations: [
    {
      name: 'notes/001-table',
      why: 'Notes are kept.',
      schema: 'ticketgate',
      up: (database) => database.query('create table test_note (text text not null)').then(() => undefined),
    },
  ],
});

const NAMES = OPERATIONS.map(({ type }) => type.slice('Custom::'.length));
const definition = `
Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http, Authentication: { Accept: [UserLogin] } }
Provider:
  Operation:
    Unmappable: { Type: 'Custom::Note', MappingOutbound: { Type: XSLT, Config: {} } }
    Hurried: { Type: 'Custom::Note' }
    ${NAMES.map((name) => `${name}: { Type: 'Custom::${name}' }`).join('\n    ')}
  Transport:
    Type: HTTP::REST
    Config:
      RouteOperationMapping:
        ${[...NAMES, 'Unmappable', 'Hurried'].map((name) => `${name}: { Route: /${name}, RequestMethod: [POST] }`).join('\n        ')}
`;

let remote: Server;

beforeAll(async () => {
  close();
  // It answers as soon as nobody holds a connection.
  remote = createServer((_request, response) => {
    void isIdle().then(() => response.end('fetched'));
  }).listen(0, '127.0.0.1');
  await untilTrue(() => Promise.resolve(remote.listening));
  const host = `127.0.0.1:${(remote.address() as AddressInfo).port}`;
  server = await startTestServer({
    plugins: [plugin],
    webServices: {
      Notes: definition.replace("Hurried: { Type: 'Custom::Note' }", "Hurried: { Type: 'Custom::Note', Timeout: '1' }"),
      Short: definition.replace('Gateway: {', "Gateway: { Transport: { Timeout: '1' },"),
    },
    configuration: {
      // No statement that waits ends by itself within a test.
      database: { poolSize: CONNECTIONS, statementTimeout: 300 },
      Settings: { 'Test::URL': `http://${host}/`, 'Test::Hosts': [host], CheckMXRecord: 0 },
    },
  });
  const carla = { login: 'carla', email: 'carla@example.org', firstName: 'Carla', lastName: 'C', customerID: 'ACME' };
  await server.system.accounts.customerAdministration.add(carla);
});

afterEach(() => {
  goOn();
  close();
});

afterAll(async () => {
  await server.stop();
  remote.close();
});

function send(operation: string, body: object, init: RequestInit = {}): Promise<Response> {
  const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
  const [name = '', service = 'Notes'] = operation.split('@');
  const url = `${server.url}/Webservice/${service}/${name}`;
  return fetch(url, { method: 'POST', body: JSON.stringify({ ...login, ...body }), ...init });
}

async function notes(text: string): Promise<number> {
  return (await server.database.query('select 1 from ticketgate.test_note where text = $1', [text])).length;
}

async function tickets(title: string): Promise<number> {
  return (await server.database.query('select 1 from ticket where title = $1', [title])).length;
}

/** Of the server, that are in use. */
function connections(): number {
  return server.system.database.pools().find(({ name }) => name === 'requests')?.used ?? 0;
}

const isIdle = () => untilTrue(() => Promise.resolve(connections() === 0));

describe('An operation that writes', () => {
  it('keeps what it wrote once it has answered', async () => {
    expect((await send('Note', { Text: 'answered' })).status).toBe(200);
    expect(await notes('answered')).toBe(1);
  });

  it.each([
    ['throw', 500],
    ['refuse', 404],
    // The error was caught, but PostgreSQL keeps nothing of a transaction in which a statement has failed.
    ['catch', 500],
  ])('keeps nothing when it ends with %s', async (End, status) => {
    expect((await send('Note', { Text: `ends with ${End}`, End })).status).toBe(status);
    expect(await notes(`ends with ${End}`)).toBe(0);
  });

  it('keeps nothing when its answer cannot be mapped', async () => {
    expect((await send('Unmappable', { Text: 'unmapped' })).status).toBe(500);
    expect(await notes('unmapped')).toBe(0);
  });

  it('has composed statements in the same transaction', async () => {
    expect((await send('Composed', { Text: 'composed', End: 'throw' })).status).toBe(500);
    expect(await notes('composed')).toBe(0);
    expect((await send('Composed', { Text: 'composed' })).status).toBe(200);
    expect(await notes('composed')).toBe(2);
  });

  it.each(['Hurried', 'Note@Short'])(
    'keeps nothing when it times out (%s), and gives its connection back',
    async (name) => {
      const answer = await send(name, { Text: name, End: 'late' });
      expect(answer.status).toBe(408);
      await isIdle();
      goOn();
      await untilTrue(() => Promise.resolve(late.includes(name)));
      expect(await notes(name)).toBe(0);
    },
  );

  it('is answered in time although one of its statements still waits', async () => {
    const answer = await server.database.withTransaction(async (transaction) => {
      await transaction.query('lock table ticketgate.test_note in row exclusive mode');
      return send('Hurried', { Text: 'locked', End: 'lock' });
    });
    expect(answer.status).toBe(408);
    await isIdle();
    expect(await notes('locked')).toBe(0);
  });

  it('keeps nothing when its client leaves, and gives its connection back', async () => {
    const leaving = new AbortController();
    const sent = send('Note', { Text: 'left', End: 'late' }, { signal: leaving.signal });
    await untilTrue(() => Promise.resolve(paused.includes('left')));
    leaving.abort();
    await expect(sent).rejects.toThrow();
    await isIdle();
    goOn();
    await untilTrue(() => Promise.resolve(late.includes('left')));
    expect(await notes('left')).toBe(0);
  });

  it('has committed before the first byte of a stream', async () => {
    const answer = await send('Note', { Text: 'streamed', End: 'stream' });
    expect(await answer.text()).toBe('1 committed');
  });

  it('holds no connection before its first statement', async () => {
    expect(await (await send('FetchFirst', { Text: 'fetched' })).json()).toEqual({ Fetched: 'fetched' });
    expect(await notes('fetched')).toBe(1);
  });

  it('opens nothing without a statement', async () => {
    const sent = send('Wait', { Text: 'nothing' });
    await untilTrue(() => Promise.resolve(paused.includes('nothing')));
    await isIdle();
    goOn();
    expect((await sent).status).toBe(200);
  });

  it('is refused for a while when half of the connections have transactions', async () => {
    const holding = ['first', 'second'].map((Text) => send('Note', { Text, End: 'wait' }));
    await untilTrue(() => Promise.resolve(['first', 'second'].every((text) => paused.includes(text))));
    const refused = await send('Note', { Text: 'third' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ Error: { ErrorCode: 'Database.TransactionsBusy' } });
    expect((await send('ReadNote', { Text: 'read meanwhile' })).status).toBe(200);
    goOn();
    expect((await Promise.all(holding)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await notes('third')).toBe(0);
    expect((await send('Note', { Text: 'third' })).status).toBe(200);
  });

  it('waits for its turn where transactions are short', async () => {
    const sent = Array.from({ length: 12 }, () => send('Note', { Text: 'burst' }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await notes('burst')).toBe(12);
  });
});

describe('An operation that another one calls', () => {
  it.each([
    ['answer', [200, 4, 1]],
    ['throw', [500, 0, 0]],
    ['refuse', [404, 0, 0]],
  ])('takes part in its transaction, which ends with %s', async (End, expected) => {
    const { status } = await send('CallAll', { Text: `all ${End}`, End });
    expect([status, await notes(`all ${End}`), await tickets(`all ${End}`)]).toEqual(expected);
  });

  it('has its own where there is none', async () => {
    expect((await send('CallFromOwn', { Text: 'inner', End: 'throw' })).status).toBe(500);
    expect([await notes('inner before'), await notes('inner')]).toEqual([1, 0]);
  });
});

describe('An operation without a transaction of the gateway', () => {
  it.each(['OwnNote', 'ReadNote'])('keeps what it wrote before it failed: %s', async (name) => {
    expect((await send(name, { Text: name, End: 'throw' })).status).toBe(500);
    expect(await notes(name)).toBe(1);
  });

  it('gets one for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'own' };
    expect((await send('OwnNote', { Text: 'keyed', End: 'throw' }, { headers })).status).toBe(500);
    expect(await notes('keyed')).toBe(0);
    expect((await send('OwnNote', { Text: 'keyed' }, { headers: { 'Idempotency-Key': 'own-too' } })).status).toBe(200);
    expect(await notes('keyed')).toBe(1);
  });
});
