import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@ticketgate/database/postgres';
import {
  DatabaseRoad,
  makeServerFolder,
  silentLogger,
  startServerProcess,
  startTestDatabase,
  untilTrue,
  type ServerProcess,
  type TestDatabase,
} from '../../support/index.js';

const CLIENTS = 40;
/** Seconds. */
const STATEMENT_TIMEOUT = 4;
const POOL_SIZE = 10;
/** Milliseconds that a client waits at most: the limit of a statement, and 10 s to be back. */
const LONGEST = (STATEMENT_TIMEOUT + 10) * 1000;

describe('a database host that falls silent', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let road: DatabaseRoad;
  let server: ServerProcess;

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
    road = new DatabaseRoad(testDatabase.url);
    await road.open();
    server = await startServerProcess(folder.path, {
      environment: { DATABASE_URL: road.url },
      configuration: `database: { statementTimeout: ${STATEMENT_TIMEOUT}, poolSize: ${POOL_SIZE} }\nSettings: { CheckMXRecord: 0 }\n`,
    });
  });

  afterAll(async () => {
    await server.stop();
    await road.close();
    await testDatabase.stop();
    folder.remove();
  });

  async function get(): Promise<{ readonly answer: string; readonly milliseconds: number }> {
    const body = JSON.stringify({ UserLogin: 'api_agent', Password: server.rootPassword, TicketID: 1 });
    const began = performance.now();
    const response = await fetch(`${server.url}/connector/ticket-get`, { method: 'POST', body });
    const text = await response.text();
    const isBusy = response.status === 503 && response.headers.has('retry-after');
    const answer = isBusy ? '503 with Retry-After' : `${response.status} ${text.slice(0, 9)}`;
    return { answer, milliseconds: performance.now() - began };
  }

  /** Forty clients who ask without pause until `isOver`; what they got, and their longest wait. */
  async function crowd(isOver: () => boolean): Promise<{ answers: ReadonlySet<string>; longest: number }> {
    const answers = new Set<string>();
    let longest = 0;
    const work = async () => {
      while (!isOver()) {
        const { answer, milliseconds } = await get();
        answers.add(answer);
        longest = Math.max(longest, milliseconds);
        await wait(20);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    return { answers, longest };
  }

  /** Whether the crowd uses every connection of the pool: otherwise new ones are made, which work. */
  async function isPoolInUse(): Promise<boolean> {
    const reading = `select from pg_stat_activity where query like 'select t.id as %'`;
    return (await testDatabase.database.query(reading)).length >= POOL_SIZE;
  }

  const ready = async () => (await fetch(`${server.url}/readyz`)).status;

  it.each([
    ['on the connections that there are', {}],
    ['on all connections, for a while', { forNewOnes: true }],
  ])('is noticed %s: everybody is answered, and it is back soon', async (_where, silence) => {
    const { answer } = await get();
    let isOver = false;
    const crowding = crowd(() => isOver);
    await untilTrue(isPoolInUse);
    road.silence(silence);
    await untilTrue(async () => (await ready()) === 503);
    await wait(STATEMENT_TIMEOUT * 1000);
    road.mend();
    const began = performance.now();
    await untilTrue(async () => (await ready()) === 200 && (await get()).answer === answer);
    expect(performance.now() - began).toBeLessThan(10_000);
    isOver = true;
    const { answers, longest } = await crowding;
    expect([...answers].filter((each) => each !== answer && each !== '503 with Retry-After')).toEqual([]);
    expect(longest).toBeLessThan(LONGEST);
  });

  it('is noticed by a process that listens, and nothing is missed then', async () => {
    const heard: (string | undefined)[] = [];
    const database = await openDatabase({ url: road.url, logger: silentLogger });
    await database.notifications.listen('news', (payload) => heard.push(payload));
    road.silence();
    await untilTrue(async () => heard.length >= 2);
    await testDatabase.database.notifications.notify('news', 'fresh');
    await untilTrue(async () => heard.includes('fresh'));
    expect(heard).toEqual([undefined, undefined, 'fresh']);
    await database.close();
  });

  it('is not mistaken for one that works', async () => {
    const database = await openDatabase({ url: road.url, poolSize: 2, logger: silentLogger });
    const obstacles: (string | undefined)[] = [];
    const working = database.query('select pg_sleep(5)').finally(() => obstacles.push('over'));
    while (!obstacles.includes('over')) {
      obstacles.push(await database.probe.findObstacle());
      await wait(200);
    }
    await working;
    expect([...new Set(obstacles)]).toEqual([undefined, 'over']);
    await database.close();
  });
});
