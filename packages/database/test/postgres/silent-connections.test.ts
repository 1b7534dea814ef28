import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';
import { DatabaseRoad, silentLogger, startTestDatabase, type TestDatabase } from '../../../../test/support/index.js';

const UNAVAILABLE = { code: 'Database.Unavailable' };

let test: TestDatabase;
let road: DatabaseRoad;
let database: OpenDatabase;

beforeEach(async () => {
  test = await startTestDatabase({ migrations: [] });
  road = new DatabaseRoad(test.url);
  await road.open();
  database = await openDatabase({ url: road.url, poolSize: 2, statementTimeout: 500, logger: silentLogger });
});

afterEach(async () => {
  await database.close();
  await road.close();
  await test.stop();
});

/** Makes both connections of the pool. */
const fillPool = () =>
  database.withConnection(() => database.withConnection((connection) => connection.query('select 1')));

it('ends silent connections a little after the limit of a statement, and replaces them', async () => {
  await fillPool();
  road.silence();
  const began = performance.now();
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => database.query('select 1')));
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(answers[0]).toMatchObject({ reason: UNAVAILABLE });
});

it('ends a silent transaction, also one that is being rolled back', async () => {
  const inTransaction = database.withTransaction(async (transaction) => {
    await transaction.query('select 1');
    road.silence();
    throw new Error('Not wanted any more.');
  });
  await expect(inTransaction).rejects.toThrow('Not wanted any more.');
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
});

it('leaves a connection alone whose large answer or statement takes long to pass', async () => {
  const own = await openDatabase({ url: road.url, statementTimeout: 0, logger: silentLogger });
  try {
    expect(await own.query('select 1 as one from (select pg_sleep(3)) as slept')).toEqual([{ one: 1 }]);
  } finally {
    await own.close();
  }
});
