import { openDatabase } from '@ticketgate/database/postgres';
import {
  DatabaseRoad,
  silentLogger,
  startTestDatabase,
  untilTrue,
  type TestDatabase,
} from '../../../../test/support/index.js';

let test: TestDatabase;
let first: DatabaseRoad;
let second: DatabaseRoad;

beforeEach(async () => {
  test = await startTestDatabase({ migrations: [] });
  [first, second] = [new DatabaseRoad(test.url), new DatabaseRoad(test.url)];
  await first.open();
  await second.open();
});

afterEach(async () => {
  await first.close();
  await second.close();
  await test.stop();
});

/** A database with both roads in its URL. */
function open() {
  const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
  const url = first.url.replace(/@[^/]+/, `@${hosts}`);
  return openDatabase({ url: `${url}?target_session_attrs=read-write`, statementTimeout: 500, logger: silentLogger });
}

it('connects to the host that answers, when another one refuses', async () => {
  first.cut();
  const database = await open();
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  await database.close();
});

it('does not wait for a host that is silent', async () => {
  first.silence({ forNewOnes: true });
  const began = performance.now();
  const database = await open();
  // The silent host is given up after five seconds.
  expect(performance.now() - began).toBeLessThan(5_000);
  await database.close();
});

it('goes on with the other host when one is lost, and listens there', async () => {
  const database = await open();
  const heard: (string | undefined)[] = [];
  await database.notifications.listen('news', (payload) => {
    heard.push(payload);
    // Twice without news: the connection was lost, and is restored.
    if (heard.length === 2) void test.database.notifications.notify('news', 'fresh');
  });
  first.cut();
  await database.query('select 1').catch(() => undefined);
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  await untilTrue(async () => heard.includes('fresh'));
  expect(heard).toEqual([undefined, undefined, 'fresh']);
  await database.close();
});

it('says of each host why it does not fit when none takes writes', async () => {
  first.cut();
  const { name } = (await test.database.query<{ name: string }>('select current_database() as name'))[0] ?? {};
  await test.database.query(`alter database ${name} set default_transaction_read_only = on`);
  await expect(open()).rejects.toMatchObject({
    code: 'Database.Unavailable',
    cause: {
      message: expect.stringMatching(/^none of the hosts takes writes \(.+; .+the server takes no writes/) as string,
    },
  });
});
