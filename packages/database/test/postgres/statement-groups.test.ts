import type { Database } from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../../test/support/index.js';
import { poolLog } from '../../src/postgres/connection/knex-pool.js';
import { makeTarget, openPools } from '../../src/postgres/connection/open-database.js';

/** What a standby is asked after the statements of a read. */
const AFTER = 'select txid_current_if_assigned() is null as "isRead", 7::integer as value';

describe('statements with others around them', () => {
  let test: TestDatabase;
  let pools: ReturnType<typeof openPools>;
  let database: Database;
  const after: unknown[] = [];

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    const options = { url: test.url, poolSize: 1, logger: silentLogger };
    const target = makeTarget(options);
    pools = openPools(
      options,
      {
        ...target,
        around: async (_connection, send, ask) => {
          const [rows, own] = await Promise.all([send(), ask(AFTER, [])]);
          after.push(own);
          return rows;
        },
      },
      poolLog(silentLogger, () => false),
    );
    database = pools.base;
  });

  beforeEach(() => {
    after.length = 0;
  });

  afterAll(async () => {
    await pools.close();
    await test.stop();
  });

  const divide = (by: number) =>
    database.query<{ share: number; began: string }>(
      'select 12 / $1::integer as share, transaction_timestamp()::text as began',
      [by],
      { isQuick: true },
    );

  it('get their rows the first time, and in one transaction once they are prepared', async () => {
    const [[first], [second]] = [await divide(3), await divide(4)];
    expect([first?.share, second?.share]).toEqual([4, 3]);
    const [[one], [other]] = await Promise.all([divide(2), divide(6)]);
    expect([one?.share, other?.share]).toEqual([6, 2]);
    expect(one?.began).toBe(other?.began);
    expect(after).toEqual(Array.from({ length: 3 }, () => [{ isRead: true, value: 7 }]));
  });

  it('are answered though one of them fails, with what comes after them', async () => {
    await divide(1);
    const outcomes = await Promise.allSettled([divide(2), divide(0), divide(3), divide(0), divide(4)]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: [{ share: 6 }] },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: [{ share: 4 }] },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: [{ share: 3 }] },
    ]);
    expect(after).toEqual([expect.anything(), [{ isRead: true, value: 7 }]]);
  });

  it('are carried out though they write, against their contract, and another one fails', async () => {
    await database.query('create table written (value integer)');
    const write = () => database.query('insert into written values (1) returning value', [], { isQuick: true });
    await write();
    await divide(1);
    const outcomes = await Promise.allSettled([write(), divide(0)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await database.query('select count(*)::integer as count from written')).toEqual([{ count: 2 }]);
  });
});
