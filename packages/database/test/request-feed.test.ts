import { RequestFeed, ServiceStore } from '@ticketgate/database';
import type { Database } from '@ticketgate/sdk';
import { startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

describe('the feed of recorded requests', () => {
  let test: TestDatabase;
  let feed: RequestFeed;
  let serviceID = 0;

  beforeAll(async () => {
    test = await startTestDatabase();
    const store = new ServiceStore(test.database);
    await store.save({ name: 'A', config: 'Provider: {}', userID: 1, time: '2026-11-22 10:00:00' });
    serviceID = (await store.find('A'))?.id ?? 0;
    feed = new RequestFeed(test.database);
  });

  afterAll(() => test.stop());

  const write = async (id: string, database: Database = test.database) => {
    await database.query(
      `with entry as (
         insert into gi_debugger_entry (communication_id, communication_type, webservice_id, create_time)
         values ($1, 'Provider', $2, now()) returning id
       )
       insert into ticketgate.debug_entry (id, created_at, service_id, method, level, status, milliseconds, bytes_received, bytes_sent, bytes,
         is_truncated)
       select id, now(), $2, 'GET', 'debug', 200, 1, 0, 0, 0, false from entry`,
      [id, serviceID],
    );
  };
  const namesOf = (requests: readonly { readonly communicationID: string }[]) =>
    requests.map(({ communicationID }) => communicationID);

  it('has each request once, also one whose process commits after those with higher ids', async () => {
    const start = await feed.now();
    let first = { place: start, names: [] as readonly string[] };
    await test.database.withTransaction(async (transaction) => {
      await write('late', transaction);
      await write('early');
      const { place, requests } = await feed.since(start);
      first = { place, names: namesOf(requests) };
    });
    expect(first.names).toEqual(['early']);
    expect(namesOf((await feed.since(first.place)).requests)).toEqual(['late']);
    expect(namesOf((await feed.since(start)).requests)).toEqual(['late', 'early']);
    expect(namesOf((await feed.since(start, first.place)).requests)).toEqual(['early']);
  });

  it('counts what it leaves out', async () => {
    const { place } = await feed.since(await feed.now());
    for (let index = 0; index < 502; index += 1) await write(`many ${index}`);
    const turn = await feed.since(place);
    expect([turn.requests.length, turn.requests.at(-1)?.communicationID, turn.skipped]).toEqual([500, 'many 501', 2]);
    await test.database.query('delete from ticketgate.debug_entry where id <= $1', [turn.requests.at(9)?.id]);
    expect((await feed.since(place)).skipped).toBe(12);
  });
});
