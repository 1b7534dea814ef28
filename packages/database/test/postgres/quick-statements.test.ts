import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../../test/support/index.js';
import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';

const nextTick = promisify((done: () => void) => {
  process.nextTick(done);
});

describe('quick statements', () => {
  let test: TestDatabase;
  let database: OpenDatabase;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    database = await openDatabase({ url: test.url, poolSize: 4, logger: silentLogger });
    await openConnections(3);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await database.close();
    await test.stop();
  });

  /** At the same time, so that each is another one. */
  async function openConnections(count: number): Promise<void> {
    let open = 0;
    let goOn = (): void => undefined;
    const all = new Promise<void>((resolve) => (goOn = resolve));
    const hold = () =>
      database.withConnection(() => {
        open += 1;
        if (open === count) goOn();
        return all;
      });
    await Promise.all(Array.from({ length: count }, hold));
  }

  const quick = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    database.query<Row>(text, values, { isQuick: true });
  const connection = async () => (await quick<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;

  it('that start in one turn share a connection, eight of them', async () => {
    const connections = await Promise.all(Array.from({ length: 16 }, connection));
    const [first, second] = [new Set(connections.slice(0, 8)), new Set(connections.slice(8))];
    expect([first.size, second.size, new Set(connections).size]).toEqual([1, 1, 2]);
  });

  it('that share a connection are written to its socket at once', async () => {
    const write = jest.spyOn(Socket.prototype, '_write');
    const writeSeveral = jest.spyOn(Socket.prototype, '_writev');
    const answers = await Promise.all(Array.from({ length: 8 }, connection));
    const writes = write.mock.calls.length + writeSeveral.mock.calls.length;
    expect([answers.length, writes]).toEqual([8, 1]);
  });

  it('wait until the end of the turn only while others are under way', async () => {
    const started: Promise<unknown>[] = [];
    const startInTwoSteps = async () => {
      started.push(connection());
      await nextTick();
      started.push(connection());
      const [one, other] = await Promise.all(started.splice(0));
      return one === other;
    };
    expect(await startInTwoSteps()).toBe(false);
    const underWay = connection();
    await nextTick();
    expect(await startInTwoSteps()).toBe(true);
    await underWay;
  });

  it('get their own rows and their own errors', async () => {
    const answers = await Promise.allSettled([
      quick('select $1::integer as value', [1]),
      quick('select 1 / $1::integer as value', [0]),
      quick('select value from generate_series(1, $1::integer) value', [2]),
    ]);
    expect(answers).toMatchObject([
      { value: [{ value: 1 }] },
      { reason: { code: '22012' } },
      { value: [{ value: 1 }, { value: 2 }] },
    ]);
  });

  it('all fail when there is no connection', async () => {
    const closed = await openDatabase({ url: test.url, logger: silentLogger });
    await closed.close();
    const read = () => closed.query('select 1', [], { isQuick: true });
    const answers = await Promise.allSettled([read(), read()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
