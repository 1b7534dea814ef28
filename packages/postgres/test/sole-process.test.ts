import { startTestDatabase, untilTrue, silentLogger, type TestDatabase } from '@ticketgate/test-support';

import { openDatabase, type OpenDatabase } from '../src/index.js';

let test: TestDatabase;
let first: OpenDatabase;
let second: OpenDatabase;

beforeAll(async () => {
  test = await startTestDatabase();
  first = await openDatabase({ url: test.url, logger: silentLogger, applicationName: 'first' });
  second = await openDatabase({ url: test.url, logger: silentLogger });
});

afterAll(async () => {
  await first.close();
  await second.close();
  await test.stop();
});

it('gives each claim to one process, until it is released', async () => {
  expect(await first.claims.claim('chat')).toBe(true);
  expect(await second.claims.claim('chat')).toBe(false);
  expect(await second.claims.claim('mail')).toBe(true);
  expect(await first.claims.claim('chat')).toBe(true);
  await first.claims.release();
  expect(first.claims.has('chat')).toBe(false);
  expect(await second.claims.claim('chat')).toBe(true);
  await second.claims.release();
});

it('gives a claim to another process when the first one loses its connection, and tells the first one', async () => {
  expect(await first.claims.claim('chat')).toBe(true);
  await test.database.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'first'");
  await untilTrue(async () => second.claims.claim('chat'));
  await untilTrue(async () => !first.claims.has('chat'));
  await second.claims.release();
});
