import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';
import {
  DatabaseRoad,
  silentLogger,
  startTestDatabase,
  untilTrue,
  type TestDatabase,
} from '../../../../test/support/index.js';

describe('a lost connection', () => {
  let test: TestDatabase;
  let road: DatabaseRoad;
  let database: OpenDatabase;

  beforeEach(async () => {
    test = await startTestDatabase({ migrations: [] });
    road = new DatabaseRoad(test.url);
    await road.open();
    database = await openDatabase({ url: road.url, logger: silentLogger });
  });

  afterEach(async () => {
    await database.close();
    await road.close();
    await test.stop();
  });

  it('is answered as unavailable while it lasts, and replaced afterwards', async () => {
    road.cut();
    const failure = { code: 'Database.Unavailable', reason: 'Unavailable' };
    await expect(database.query('select 1')).rejects.toMatchObject(failure);
    await expect(database.withTransaction((transaction) => transaction.query('select 1'))).rejects.toMatchObject(
      failure,
    );
    road.mend();
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ends a transaction with the same error, no matter what noticed it first', async () => {
    const inTransaction = database.withTransaction(async () => {
      road.cut();
    });
    await expect(inTransaction).rejects.toMatchObject({ code: 'Database.Unavailable' });
  });

  it('tells listeners that they may have missed messages, keeps trying, and listens on one connection again', async () => {
    const heard: (string | undefined)[] = [];
    let wake: () => void = () => undefined;
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const lost = next();
    await database.notifications.listen('news', (payload) => {
      heard.push(payload);
      wake();
    });
    const attempts = road.untilAttempts(4);
    road.cut();
    await lost;
    await attempts;
    const back = next();
    road.mend();
    await back;
    const announced = next();
    await test.database.notifications.notify('news', 'fresh');
    await announced;
    expect(heard).toEqual([undefined, undefined, 'fresh']);
    // PostgreSQL takes a moment to notice that the other one was lost.
    await untilTrue(async () => {
      const listening = await test.database.query(`select pid from pg_stat_activity
        where datname = current_database() and query like 'listen %'`);
      return listening.length === 1;
    });
  });

  it('lets the next listener try again when the first attempt failed', async () => {
    road.cut();
    await expect(database.notifications.listen('news', () => undefined)).rejects.toMatchObject({
      code: 'Database.Unavailable',
    });
    road.mend();
    const heard = new Promise<string | undefined>((resolve) => {
      void database.notifications.listen('news', resolve).then(() => test.database.notifications.notify('news', 'one'));
    });
    expect(await heard).toBe('one');
  });
});

describe('a database that is away from the start', () => {
  it('is reported by an error only, not by a log line too', async () => {
    const road = new DatabaseRoad('postgres://anna:secret@127.0.0.1:1/ink');
    await road.open();
    road.cut();
    const log: string[] = [];
    const warn = (message: string) => void log.push(message);
    const opening = openDatabase({ url: road.url, logger: { ...silentLogger, warn } });
    await expect(opening).rejects.toMatchObject({ code: 'Database.Unavailable' });
    await road.close();
    expect(log).toEqual([]);
  });
});
