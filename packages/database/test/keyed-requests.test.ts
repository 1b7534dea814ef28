import { OperationError, type Database } from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, untilTrue, type TestDatabase } from '../../../test/support/index.js';
import { KeyedRequests } from '@ticketgate/database';
import { openDatabase, RequestTransactions } from '@ticketgate/database/postgres';

/** A process with four connections, two of which may have transactions of requests. */
async function startProcess(url: string) {
  const database = await openDatabase({ url, poolSize: 4, logger: silentLogger });
  const transactions = new RequestTransactions(database, 4);
  const keyed = new KeyedRequests(transactions.most);
  const { signal } = new AbortController();
  const send = <Result>(key: string, work: (transaction: Database) => Promise<Result>, caller = 'anna') =>
    transactions.run(signal, (transaction) =>
      keyed.run(transaction, { scope: caller, caller, key, fingerprint: 'same', now: new Date() }, () =>
        work(transaction),
      ),
    );
  return { database, transactions, signal, send };
}

describe('requests with keys', () => {
  let test: TestDatabase;
  let here: Awaited<ReturnType<typeof startProcess>>;
  let there: Awaited<ReturnType<typeof startProcess>>;

  beforeAll(async () => {
    test = await startTestDatabase();
    [here, there] = await Promise.all([startProcess(test.url), startProcess(test.url)]);
    await test.database.query('create table done (what text)');
  });

  afterAll(async () => {
    await Promise.all([here.database.close(), there.database.close()]);
    await test.stop();
  });

  /** Work that writes, and goes on when it is told to. */
  const gate = (what: string) => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const state = { runs: 0 };
    const work = async (transaction: Database) => {
      state.runs += 1;
      await transaction.query('insert into done values ($1)', [what]);
      await opened;
      return { what };
    };
    return {
      state,
      work,
      open: () => {
        open();
      },
    };
  };
  const count = async (what: string) => (await test.database.query('select from done where what = $1', [what])).length;

  it('do their work once, and hold nothing while they wait for an equal one', async () => {
    const { state, work, open } = gate('once');
    const sent = Array.from({ length: 12 }, () => here.send('a', work));
    await untilTrue(async () => state.runs === 1);
    const other = await here.send('b', async () => 'not kept waiting', 'bert');
    expect(other).toEqual({ kind: 'done', result: 'not kept waiting' });
    open();
    const ended = await Promise.all(sent);
    expect(ended.map(({ kind }) => kind).sort()).toEqual(['done', ...Array<string>(11).fill('replayed')]);
    expect([state.runs, await count('once')]).toEqual([1, 1]);
  });

  it('get the error of an equal one that would come again, and do the work themselves after another failure', async () => {
    let runs = 0;
    const failing = (reason: 'Invalid' | 'Unavailable') => async () => {
      runs += 1;
      await new Promise((resolve) => setImmediate(resolve));
      throw new OperationError('Test.Wrong', 'It is wrong.', { reason });
    };
    const send = (reason: 'Invalid' | 'Unavailable') =>
      Promise.allSettled(Array.from({ length: 5 }, () => here.send(`failing ${reason}`, failing(reason))));
    const wrong = await send('Invalid');
    expect([runs, wrong.every(({ status }) => status === 'rejected')]).toEqual([1, true]);
    await send('Unavailable');
    expect(runs).toBe(6);
  });

  it('wait for one of another process without a connection, and have its answer', async () => {
    const { state, work, open } = gate('elsewhere');
    const first = there.send('c', work);
    await untilTrue(async () => state.runs === 1);
    const duplicates = [here.send('c', work), here.send('c', work)];
    const free = await Promise.all([here.send('d', async () => 1, 'bert'), here.send('e', async () => 2, 'carl')]);
    expect(free.map(({ kind }) => kind)).toEqual(['done', 'done']);
    open();
    await first;
    expect(await Promise.all(duplicates)).toEqual(Array(2).fill({ kind: 'replayed', result: { what: 'elsewhere' } }));
    expect([state.runs, await count('elsewhere')]).toEqual([1, 1]);
  });

  it('are refused at once where one caller has too many that wait (Database.TransactionsBusy)', async () => {
    const { state, work, open } = gate('many');
    const sent = Array.from({ length: 60 }, (_, index) => here.send(`many ${index}`, work));
    const settled = Promise.allSettled(sent);
    await untilTrue(async () => state.runs === 1);
    await expect(here.send('one more', work)).rejects.toMatchObject({
      code: 'Database.TransactionsBusy',
      retryAfter: 1,
    });
    open();
    const ended = await settled;
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(51);
  });
});
