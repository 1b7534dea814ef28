import type { Database, SharedRow, SharedStatement } from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, untilTrue, type TestDatabase } from '../../../../test/support/index.js';
import { columnNames, openDatabase, sharedStatement, type InputColumns } from '@ticketgate/database/postgres';

interface Note {
  readonly id: number;
  readonly text: string;
}

interface Written extends SharedRow {
  readonly id: number;
  readonly transaction: string;
  /** Of the connection. */
  readonly pid: number;
}

const addNotes = (more = ''): SharedStatement<Note> => ({
  sizeOf: ({ text }) => text.length,
  statementFor: (items) => ({
    text: `with given as (
        select * from unnest($1::integer[], $2::text[]) with ordinality as given (id, text, position)
      ), added as (
        insert into note (id, text) select id, text from given returning id
      )
      select position, id, pg_current_xact_id()::text as transaction, pg_backend_pid() as pid from given join added using (id) ${more}`,
    values: [items.map(({ id }) => id), items.map(({ text }) => text)],
  }),
});
const notes = addNotes();
const slowNotes = addNotes('cross join pg_sleep(0.002)');

describe('Statements that several requests share', () => {
  let test: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    ({ database } = test);
    await database.query('create table note (id integer primary key, text text)');
  });

  beforeEach(() => database.query('truncate note'));

  afterAll(() => test.stop());

  const write = (id: number, text = '', on = database) => on.queryTogether<Note, Written>(notes, { id, text });
  const count = async () => (await database.query<{ count: number }>('select count(*) from note'))[0]?.count;

  /** The connections that wait for a lock. */
  const waiting = () =>
    database.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%into note%'`,
    );

  /** How many items each transaction wrote, in the order of the items. */
  async function groupsOf(items: readonly Promise<Written | undefined>[]): Promise<number[]> {
    const transactions = (await Promise.all(items)).map((row) => row?.transaction);
    return [...new Set(transactions)].map((each) => transactions.filter((other) => other === each).length);
  }

  it('are made at once when nobody else writes, each with its own row', async () => {
    expect(await write(1)).toMatchObject({ id: 1 });
    expect(await write(2)).toMatchObject({ id: 2 });
  });

  it('share a transaction with those that came at the same time, and with those that came while one ran', async () => {
    const items = Array.from({ length: 10 }, (_, id) => write(id));
    expect(await groupsOf(items)).toEqual([5, 5]);
    expect((await Promise.all(items)).map((row) => row?.id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('run again one by one when PostgreSQL has cancelled them together', async () => {
    const items = await database.withTransaction(async (other) => {
      await other.query(`insert into note values (0, 'other')`);
      const started = Array.from({ length: 8 }, (_, id) => write(id));
      void Promise.allSettled(started);
      await untilTrue(async () => (await waiting()).length > 0);
      const [{ pid } = { pid: 0 }] = await waiting();
      await test.database.query('select pg_cancel_backend($1)', [pid]);
      return started;
    });
    const ended = await Promise.allSettled(items);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', ...Array<string>(7).fill('fulfilled')]);
    expect(await count()).toBe(8);
  });

  it('take the columns of each item, and its own rows of a list', async () => {
    const columns: InputColumns<Note> = {
      types: { id: 'int', body: 'text' },
      toRow: ({ id, text }) => ({ id, body: text }),
    };
    const words = {
      types: { word: 'text' },
      toRows: ({ text }: Note) => text.split(' ').flatMap((word) => (word === '' ? [] : [{ word }])),
    };
    const listed = sharedStatement<Note>(
      { input: [columns], lists: { part: words } },
      (inputs) => `with ${inputs} select position, ${columnNames(columns)},
        array(select word from part where part.position = input.position order by number) as words from input`,
    );
    const read = (items: readonly Note[]) => {
      const { text, values } = listed.statementFor(items);
      return database.query(text, values);
    };
    const [ink, empty, paper] = [
      { id: 7, text: 'out of ink' },
      { id: 8, text: '' },
      { id: 9, text: 'no paper' },
    ];
    const rows = [
      { position: 1, id: 7, body: 'out of ink', words: ['out', 'of', 'ink'] },
      { position: 2, id: 8, body: '', words: [] },
      { position: 3, id: 9, body: 'no paper', words: ['no', 'paper'] },
    ];
    expect(await read([ink, empty, paper])).toEqual(rows);
    expect(await read([ink])).toEqual(rows.slice(0, 1));
    expect(listed.statementFor([ink]).text).toBe(listed.statementFor([paper]).text);
    expect(listed.statementFor([ink, paper]).text).toBe(listed.statementFor([ink, empty, paper]).text);
  });

  it('follow each other on one connection', async () => {
    const rows = await Promise.all(Array.from({ length: 10 }, (_, id) => write(id)));
    expect(new Set(rows.map((row) => row?.pid)).size).toBe(1);
  });

  it('leave the connections of a small pool to others, however many follow each other', async () => {
    const narrow = await openDatabase({ url: test.url, logger: silentLogger, poolSize: 1 });
    let isAnswered = false;
    let written = 0;
    const writeOn = async () => {
      while (!isAnswered && written < 4_000) await narrow.queryTogether(slowNotes, { id: (written += 1), text: '' });
    };
    try {
      const writing = Promise.all(Array.from({ length: 40 }, writeOn));
      await untilTrue(() => Promise.resolve(written > 100));
      await narrow.query('select 1');
      isAnswered = true;
      await writing;
      expect(written).toBeLessThan(4_000);
    } finally {
      await narrow.close();
    }
  });

  it('are bounded in number and in size', async () => {
    expect(await groupsOf(Array.from({ length: 40 }, (_, id) => write(id)))).toEqual([20, 20]);
    expect(await groupsOf(Array.from({ length: 70 }, (_, id) => write(200 + id)))).toEqual([32, 32, 3, 3]);
    const [large, huge] = ['x'.repeat(150_000), 'x'.repeat(300_000)];
    expect(await groupsOf(['', '', large, large, '', ''].map((text, id) => write(100 + id, text)))).toEqual([3, 3]);
    expect(await groupsOf(['', huge, ''].map((text, id) => write(110 + id, text)))).toEqual([1, 1, 1]);
  });

  it('fail alone: the others of the same statement are written', async () => {
    await write(5);
    const results = await Promise.allSettled([1, 2, 5, 6].map((id) => write(id)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ reason: { code: 'Database.UniqueViolation' } });
    expect(await count()).toBe(4);
  });

  it('are not made again after a lost connection, because nobody knows whether they were', async () => {
    const results = await database.withTransaction(async (transaction) => {
      await transaction.query('lock table note in exclusive mode');
      const writing = Promise.allSettled([write(1), write(2), write(3), write(4)]);
      await untilTrue(async () => (await waiting()).length === 1);
      await database.query('select pg_terminate_backend($1)', [(await waiting())[0]?.pid]);
      return writing;
    });
    expect(results.map((result) => result.status === 'rejected' && (result.reason as { code: string }).code)).toEqual(
      Array.from({ length: 4 }, () => 'Database.Unavailable'),
    );
    expect(await count()).toBe(0);
  });

  it('do not wait for one that waits for a lock, but for the one right behind it', async () => {
    const held = await database.withTransaction(async (transaction) => {
      await transaction.query('insert into note (id) values (1)');
      const writing = Promise.allSettled([write(1), write(2)]);
      await untilTrue(async () => (await waiting()).length === 1);
      expect(await write(3)).toMatchObject({ id: 3 });
      return { writing };
    });
    const [first, behind] = await held.writing;
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'Database.UniqueViolation' } });
    expect(behind).toMatchObject({ status: 'fulfilled', value: { id: 2 } });
  });

  it('belong to the transaction that they are made in', async () => {
    const failing = database.withTransaction(async (transaction) => {
      await write(1, '', transaction);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await database.withConnection((connection) => write(2, '', connection));
    expect(await database.query('select id from note')).toEqual([{ id: 2 }]);
  });
});
