import { Leases } from '@ticketgate/database';
import { startTestDatabase, untilTrue, type TestDatabase } from '../../../test/support/index.js';

let test: TestDatabase;
let first: Leases;
let second: Leases;

beforeAll(async () => {
  test = await startTestDatabase();
  [first, second] = [new Leases(test.database), new Leases(test.database)];
});

afterAll(() => test.stop());

it('gives each lease to one process, until it is released', async () => {
  expect(await first.claim('chat')).toBe(true);
  expect(await second.claim('chat')).toBe(false);
  expect(await second.claim('mail')).toBe(true);
  expect(await first.claim('chat')).toBe(true);
  await first.release();
  expect(first.has('chat')).toBe(false);
  expect(await second.claim('chat')).toBe(true);
  await second.release();
});

it('gives a lease that is not renewed to the next one, and the first one knows', async () => {
  expect(await first.claim('chat')).toBe(true);
  await untilTrue(() => second.claim('chat'));
  expect(first.has('chat')).toBe(false);
  expect(await first.claim('chat')).toBe(false);
  await second.release();
});
