import type { Data, Database, JsonSchema, Operation } from '@ticketgate/sdk';

import { plugin } from '@ticketgate/plugin-ticket';
import { membersOf, type SchemaMember } from '../../packages/plugin-ticket/test/support/schema-members.js';
import { TicketTests } from '../../packages/plugin-ticket/test/support/ticket-tests.js';

const WRITE = {
  Ticket: { Title: 'Ink', Queue: 'Misc', State: 'new', Priority: '3 normal', CustomerUser: 'jane', Type: 'Incident' },
  Article: { Subject: 'Ink', Body: 'It is empty.', ContentType: 'text/html; charset=utf-8' },
};
const FILE = { Filename: 'a.txt', Content: 'eA==', ContentType: 'text/plain' };

const { operations } = plugin;
let tests: TicketTests;
let bases: Readonly<Record<string, Data>>;

beforeAll(async () => {
  tests = await TicketTests.start({ isCaching: true });
  const TicketID = await tests.ticket();
  const named = { TicketID };
  bases = {
    'Ticket::TicketCreate': WRITE,
    'Ticket::TicketUpdate': { ...named, ...WRITE },
    'Ticket::TicketGet': named,
    'Ticket::TicketHistoryGet': named,
    'Ticket::TicketDelete': { ...named, DryRun: 1 },
  };
});

afterAll(() => tests.stop());

/** Texts that parsers have been slow on: without an end, without a match, nested, of many parts. */
const TEXTS: readonly ((length: number) => string)[] = [
  (length) => 'a-'.repeat(length / 2),
  (length) => ' !'.repeat(length / 2),
  (length) => '("'.repeat(length / 2),
  (length) => 'a@b.org,'.repeat(length / 8),
  (length) => 'a:'.repeat(length / 2),
  (length) => '<p>'.repeat(length / 3),
  (length) => '<img src="data:image/'.repeat(length / 21),
  (length) => '1,'.repeat(length / 2),
  (length) => '9'.repeat(length),
];

const LISTS: readonly ((length: number, entry: unknown) => unknown)[] = [
  (length, entry) => Array.from({ length }, () => entry),
  (length) => Array.from({ length }, (_, index) => String(index)),
];

/** Entries of lists of objects. */
const ENTRIES: Readonly<Record<string, unknown>> = {
  Attachment: FILE,
  DynamicField: { Name: 'Labels', Value: ['a'], Equals: 'a' },
};

const SMALL = { text: 4_000, list: 100 };
const TIMES = 8;
/** Milliseconds of CPU: less is not told from noise. */
const NOISE = 40;

/** Milliseconds that this process works on a request, whatever its answer is. */
async function cost(operation: Operation, input: Data): Promise<number> {
  const start = process.cpuUsage();
  try {
    await tests.run(operation, input, isSearch(operation) ? { database: silent } : {});
  } catch {
    // Refusing it is fine, if that is quick.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Requests of `length` for each shape that a member can have. */
function shapesOf({ path, schema, put }: SchemaMember): readonly ((times: number) => Data)[] {
  const entry = ENTRIES[path];
  const lists = LISTS.map((make) => (times: number) => put(make(SMALL.list * times, entry ?? '1')));
  if (entry !== undefined) return lists;
  const texts = TEXTS.map((make) => (times: number) => put(make(SMALL.text * times)));
  return [...(takesText(schema) ? texts : []), ...(takesList(schema) ? lists : [])];
}

const isSearch = ({ type }: Operation): boolean => /Search|List$/.test(type);
const takesText = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"string"');
const takesList = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"array"');

/** What asks nothing of the database: the work of this process alone is measured. */
const silent: Database = {
  get knex(): never {
    throw new Error('Not asked for here.');
  },
  query: () => Promise.resolve([]),
  queryTogether: () => Promise.resolve(undefined),
  withTransaction: (work) => work(silent),
  withConnection: (work) => work(silent),
};

/** What it costs, when that grows faster than its size; undefined when it is fine. */
async function excess(operation: Operation, make: (times: number) => Data): Promise<string | undefined> {
  const large = await cost(operation, make(TIMES));
  if (large < NOISE) return undefined;
  const small = Math.max(await cost(operation, make(1)), NOISE / TIMES);
  const again = Math.min(large, await cost(operation, make(TIMES)));
  return again > 3 * TIMES * small ? `${small} ms, then ${again} ms` : undefined;
}

it('the work on a request grows no faster than its size', async () => {
  const requests = operations.flatMap((operation) =>
    membersOf(operation.input, bases[operation.type] ?? {}).flatMap((member) =>
      shapesOf(member).map((make) => ({ operation, make, what: `${operation.type} ${member.path}` })),
    ),
  );
  const slow: string[] = [];
  for (const { operation, make, what } of requests) {
    const found = await excess(operation, make);
    if (found !== undefined) slow.push(`${what}: ${found}`);
  }
  expect(slow).toEqual([]);
  expect(requests.length).toBeGreaterThan(1_000);
}, 120_000);
