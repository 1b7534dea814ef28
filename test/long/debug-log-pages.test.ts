import { RecordedRequests, type DebugLogFilter } from '@ticketgate/database';
import { startTestDatabase, type TestDatabase } from '@ticketgate/test-support';

/** Requests in the debug log, as many as a busy system has. */
const REQUESTS = 1_000_000;
/** So many are made at a time. */
const BLOCK = 50_000;
/** Times what looking up one row by an index takes. */
const MOST = 30;

let test: TestDatabase;

beforeAll(async () => {
  test = await startTestDatabase();
  const { database } = test;
  await database.query(
    `insert into gi_webservice_config (id, name, config, valid_id, create_time, create_by, change_time, change_by)
     values (1, 'A', '', 1, now(), 1, now(), 1), (2, 'B', '', 1, now(), 1, now(), 1)`,
  );
  for (let first = 1; first < REQUESTS; first += BLOCK) {
    await database.query(
      `insert into gi_debugger_entry (id, communication_id, communication_type, remote_ip, webservice_id, create_time)
     select id, lpad(id::text, 32, '0'), 'Provider', '127.0.0.1', 1 + (id % 50 = 0)::integer, now()
     from generate_series($1::integer, $2::integer) as id`,
      [first, first + BLOCK - 1],
    );
    // Twelve a second, a day in all.
    await database.query(
      `insert into ticketgate.debug_entry (id, created_at, service_id, operation, method, level, status, error_code, milliseconds,
       caller, address, request_id, bytes_received, bytes_sent, bytes, is_truncated)
     select id, timestamptz '2026-11-22 00:00Z' + id * interval '86 milliseconds', 1 + (id % 50 = 0)::integer,
       'Operation' || id % 5, 'GET', case when id % 100 = 0 then 'error' else 'debug' end, case when id % 100 = 0 then 404 else 200 end,
       case when id % 100 = 0 then 'Some.Error' end, case when id % 1000 = 0 then 900 else 5 end, 'caller' || id % 200,
       '10.0.0.' || id % 250, 'request' || id, 0, 100, 1000, false
     from generate_series($1::integer, $2::integer) as id`,
      [first, first + BLOCK - 1],
    );
  }
  await database.query('analyze');
}, 300_000);

afterAll(() => test.stop());

/** Milliseconds, the median of many. */
async function medianOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 31; turn += 1) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  return times.sort((one, other) => one - other)[15] ?? 0;
}

const from = new Date('2026-11-22T08:00:00Z');
const to = new Date('2026-11-22T09:00:00Z');

it.each<[string, DebugLogFilter]>([
  ['nothing', {}],
  ['service', { serviceID: 2 }],
  ['operation', { operation: 'Operation3' }],
  ['level', { level: 'error' }],
  ['status', { status: 404 }],
  ['error code', { errorCode: 'Some.Error' }],
  ['duration', { slowerThan: 500 }],
  ['caller', { caller: 'caller7' }],
  ['address', { address: '10.0.0.7' }],
  ['beginning', { from }],
  ['end', { to }],
  ['beginning and end', { from, to }],
  ['service, beginning and end', { serviceID: 1, from, to }],
])('a page of 50 by %s costs at most 30 look-ups of a row', async (name, filter) => {
  const log = new RecordedRequests(test.database);
  expect(await log.list(filter, { limit: 50 })).toHaveLength(50);
  const one = await medianOf(() =>
    test.database.query('select level from ticketgate.debug_entry where id = $1', [500_000]),
  );
  const page = await medianOf(() => log.list(filter, { limit: 50 }));
  process.stdout.write(`${name}: ${page.toFixed(2)} ms, ${(page / one).toFixed(1)} look-ups of ${one.toFixed(2)} ms\n`);
  expect(page / one).toBeLessThan(MOST);
});
