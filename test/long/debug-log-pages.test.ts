import { RecordedRequests, type DebugLogFilter } from '@ticketgate/database';
import { startTestDatabase, type TestDatabase } from '../support/index.js';

/** Requests in the debug log, as many as a busy system has: twelve a second, a day in all. */
const REQUESTS = 1_000_000;
/** So many are made at a time. */
const BLOCK = 50_000;
/** Times what looking up one row by an index takes. */
const MOST = 30;
/** The same where requests with the one have to be read to find those with the other. */
const MOST_OF_TWO = 100;
const TURNS = 24;

let test: TestDatabase;
let database: TestDatabase['database'];
let log: RecordedRequests;

/** What a request has by chance, the same in each run: a number below `most`. */
const chance = (most: number, member: number) => `(abs(hashint8extended(id, ${member})) % ${most})`;
/** Few callers and addresses send most requests. */
const skewed = (most: number, member: number) => `floor(${most} * (${chance(1000, member)} / 1000.0) ^ 2)::integer`;
const isFailed = `${chance(100, 3)} = 0`;

beforeAll(async () => {
  test = await startTestDatabase();
  ({ database } = test);
  log = new RecordedRequests(database);
  await database.query(
    `insert into gi_webservice_config (id, name, config, valid_id, create_time, create_by, change_time, change_by)
     values (1, 'A', '', 1, now(), 1, now(), 1), (2, 'B', '', 1, now(), 1, now(), 1)`,
  );
  for (let first = 1; first < REQUESTS; first += BLOCK) {
    await database.query(
      `insert into gi_debugger_entry (id, communication_id, communication_type, remote_ip, webservice_id, create_time)
     select id, lpad(id::text, 32, '0'), 'Provider', '127.0.0.1', 1 + (${chance(50, 1)} = 0)::integer, now()
     from generate_series($1::bigint, $2::bigint) as id`,
      [first, first + BLOCK - 1],
    );
    await database.query(
      `insert into ticketgate.debug_entry (id, created_at, service_id, operation, method, level, status, error_code, milliseconds,
       caller, address, request_id, bytes_received, bytes_sent, bytes, is_truncated)
     select id, timestamptz '2026-11-22 00:00Z' + id * interval '86 milliseconds' + ${chance(1000, 2)} * interval '1 millisecond',
       1 + (${chance(50, 1)} = 0)::integer, case when ${chance(10_000, 4)} = 0 then 'Rare' else 'Operation' || ${chance(5, 5)} end,
       'GET', case when ${isFailed} then 'error' else 'debug' end,
       case when ${isFailed} then 400 + ${chance(10, 6)} else 200 end, case when ${isFailed} then 'Error' || ${chance(20, 7)} end,
       case when ${chance(1000, 8)} = 0 then 900 when ${chance(20, 8)} = 0 then 150 else 5 end,
       'caller' || ${skewed(200, 9)}, '10.0.0.' || ${skewed(250, 10)}, 'request' || id, 0, 100, 1000, false
     from generate_series($1::bigint, $2::bigint) as id`,
      [first, first + BLOCK - 1],
    );
  }
  await database.query('vacuum analyze ticketgate.debug_entry');
  await database.query('vacuum analyze gi_debugger_entry');
}, 400_000);

afterAll(() => test.stop());

/** What a page costs, in look-ups of a row. Both in turns, and of each the fastest one: what else the machine does only delays. */
async function costOf(name: string, filter: DebugLogFilter, before?: number): Promise<number> {
  const [lookUps, pages]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    lookUps.push(
      await timeOf(() => database.query('select level from ticketgate.debug_entry where id = $1', [500_000])),
    );
    pages.push(await timeOf(() => log.list(filter, { limit: 50, before })));
  }
  const [one, page] = [Math.min(...lookUps), Math.min(...pages)];
  process.stderr.write(`${name}: ${page.toFixed(2)} ms, ${(page / one).toFixed(1)} look-ups of ${one.toFixed(2)} ms\n`);
  return page / one;
}

/** Milliseconds. */
async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

/** Each filter with values that many, some and few requests have. */
const FILTERS: Readonly<Record<string, readonly DebugLogFilter[]>> = {
  service: [{ serviceIDs: [1] }, { serviceIDs: [2] }],
  operation: [{ operation: 'Operation3' }, { operation: 'Rare' }],
  level: [{ level: 'debug' }, { level: 'error' }],
  status: [{ status: 200 }, { status: 404 }],
  'error code': [{ errorCode: 'Error7' }],
  address: [{ address: '10.0.0.0' }, { address: '10.0.0.249' }],
  caller: [{ caller: 'caller0' }, { caller: 'caller199' }],
  duration: [{ slowerThan: 100 }, { slowerThan: 500 }],
  from: [{ from: new Date('2026-11-22T08:00:00Z') }],
  to: [{ to: new Date('2026-11-22T09:00:00Z') }],
};
const PERIOD = { from: new Date('2026-11-22T08:00:00Z'), to: new Date('2026-11-22T09:00:00Z') };

function nameOf(kind: string, filter: DebugLogFilter): string {
  const [value] = Object.values(filter) as readonly unknown[];
  return value instanceof Date ? kind : `${kind} ${String(value)}`;
}

const namedFilters = Object.entries(FILTERS).flatMap(([kind, filters]) =>
  filters.map((filter) => ({ kind, filter, name: nameOf(kind, filter) })),
);
const pairs = namedFilters.flatMap((one, index) =>
  namedFilters
    .slice(index + 1)
    .filter(({ kind }) => kind !== one.kind)
    .map((other) => [`${one.name} and ${other.name}`, { ...one.filter, ...other.filter }] as const),
);

describe('a page of 50 of a million requests', () => {
  it.each([{ name: 'nothing', filter: {} }, ...namedFilters])(
    'by $name costs at most 30 look-ups of a row, as does one far behind',
    async ({ name, filter }) => {
      expect(await log.list(filter, { limit: 50 })).toHaveLength(50);
      expect(await costOf(name, filter)).toBeLessThan(MOST);
      expect(await costOf(`${name}, far behind`, filter, 600_000)).toBeLessThan(MOST);
    },
  );

  it.each(namedFilters.filter(({ kind }) => kind !== 'from' && kind !== 'to'))(
    'by $name within an hour costs at most 30 look-ups of a row',
    async ({ name, filter }) => {
      expect(await costOf(`${name} within an hour`, { ...filter, ...PERIOD })).toBeLessThan(MOST);
    },
  );

  it('by two filters costs at most 100 look-ups of a row, whatever they are', async () => {
    const slow: string[] = [];
    for (const [name, filter] of pairs) {
      if ((await costOf(name, filter)) >= MOST_OF_TWO) slow.push(name);
    }
    expect(slow).toEqual([]);
  }, 300_000);
});
