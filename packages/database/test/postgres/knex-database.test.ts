import type { Database } from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, untilTrue, type TestDatabase } from '../../../../test/support/index.js';
import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';

/** Of a pool, unless it is told otherwise. */
const MOST_CONNECTIONS = 10;

describe('the database port', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    await test.database.query('create table note (id integer primary key, text varchar(20))');
  });

  afterAll(async () => {
    await test.stop();
  });

  it('gives int8 as a number, timestamps as stored and numeric as text', async () => {
    const rows = await test.database.query(
      `select 9007199254740991::int8 as big, '2026-11-21 01:02:03'::timestamp as moment, 1.50::numeric as amount`,
    );
    expect(rows).toEqual([{ big: 9007199254740991, moment: '2026-11-21 01:02:03', amount: '1.50' }]);
  });

  it('gives arrays of these types in the same way', async () => {
    const rows = await test.database.query(
      `select array[[1, null], [2, 9007199254740991]]::int8[] as numbers, '{}'::int8[] as none,
              array['2026-11-21 01:02:03'::timestamp] as moments, array['2026-11-21'::date] as days`,
    );
    expect(rows).toEqual([
      {
        numbers: [
          [1, null],
          [2, 9007199254740991],
        ],
        none: [],
        moments: ['2026-11-21 01:02:03'],
        days: ['2026-11-21'],
      },
    ]);
  });

  it('prepares a statement once per connection, whether written by hand or built', async () => {
    await test.database.withTransaction(async (transaction) => {
      await transaction.query('select id from note where id = $1', [1]);
      await transaction.query('select id from note where id = $1', [2]);
      await transaction.query('select id from note where id = $1', [3]);
      for (const id of [3, 4]) await transaction.knex('note').where({ id }).select('text');
      const prepared = await transaction.query<{ statement: string }>('select statement from pg_prepared_statements');
      const texts = prepared.map(({ statement }) => statement);
      expect(texts.filter((text) => text === 'select id from note where id = $1')).toHaveLength(1);
      expect(texts).toContain('select "text" from "note" where "id" = $1');
    });
  });

  it('reads the rows of a statement the same way every time', async () => {
    const text = `select n, n::int8 as big, nullif('t' || n, 't2') as text, array[n, null] as list, n = 1 as is_one
      from generate_series(1, $1::integer) n`;
    const [one, two] = [
      { n: 1, big: 1, text: 't1', list: [1, null], is_one: true },
      { n: 2, big: 2, text: null, list: [2, null], is_one: false },
    ];
    await test.database.withConnection(async (connection) => {
      // Together: the second is sent before anything is known of the rows.
      expect(await Promise.all([connection.query(text, [0]), connection.query(text, [2])])).toEqual([[], [one, two]]);
      expect(await connection.query(text, [1])).toEqual([one]);
      expect(await connection.query(text, [0])).toEqual([]);
    });
  });

  it('reads a table whose columns have changed again after one failure', async () => {
    const own = await openDatabase({ url: test.url, poolSize: 1, logger: silentLogger });
    try {
      await own.query('create table changing (value integer)');
      await own.query('insert into changing values (7)');
      const read = () => own.query('select value from changing');
      expect([...(await read()), ...(await read())]).toEqual([{ value: 7 }, { value: 7 }]);
      await own.query('alter table changing alter column value type text');
      await expect(read()).rejects.toThrow('cached plan must not change result type');
      expect(await read()).toEqual([{ value: '7' }]);
    } finally {
      await own.close();
    }
  });

  const text = 'demoted';
  const insert = `insert into note values (100, '${text}')`;
  it.each<[string, (database: Database) => Promise<unknown>]>([
    ['a statement', (database) => database.query(insert)],
    ['a quick statement', (database) => database.query(insert, [], { isQuick: true })],
    ['a statement in a transaction', (database) => database.withTransaction((inside) => inside.query(insert))],
    ['the query builder', (database) => database.knex('note').insert({ id: 100, text })],
    [
      'the query builder in a transaction',
      (database) => database.withTransaction(async (inside) => inside.knex('note').insert({ id: 100, text })),
    ],
  ])('gives up a connection to a server that takes no writes any more, noticed by %s', async (_way, write) => {
    const own = await openDatabase({ url: test.url, poolSize: 1, logger: silentLogger });
    try {
      await own.query('set session characteristics as transaction read only');
      await expect(write(own)).rejects.toMatchObject({ code: 'Database.Unavailable' });
      await write(own);
      expect(await own.query('delete from note returning text')).toEqual([{ text }]);
    } finally {
      await own.close();
    }
  });

  it('says where a failed statement was sent from', async () => {
    const error = await test.database.query('select nothing').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ stack: expect.stringContaining('knex-database.test') as string });
  });

  it('does not keep the plan of a statement that is planned by its values', async () => {
    await test.database.withTransaction(async (transaction) => {
      const text = 'select id from note where text like $1';
      expect(await transaction.query(text, ['%'], { isPlannedByValues: true })).toEqual([]);
      const prepared = await transaction.query<{ statement: string }>('select statement from pg_prepared_statements');
      expect(prepared.map(({ statement }) => statement)).not.toContain(text);
    });
  });

  it('answers the statements of one connection in order, whichever of them fail', async () => {
    const [first, failed, last, session] = await test.database.withConnection((connection) =>
      Promise.all([
        connection.query('select pg_backend_pid() as pid'),
        connection.query('select 1 / $1::integer', [0]).catch((error: unknown) => error),
        connection.query('select pg_backend_pid() as pid'),
        connection.withConnection((same) => same.query('select pg_backend_pid() as pid')),
      ]),
    );
    expect(String(failed)).toContain('division by zero');
    expect(last).toEqual(first);
    expect(session).toEqual(first);
  });

  it('leaves nothing behind when the work in a transaction fails', async () => {
    const failing = test.database.withTransaction(async (transaction) => {
      await transaction.query('insert into note (id, text) values ($1, $2)', [10, 'lost']);
      await transaction.withTransaction((inner) =>
        inner.query('insert into note (id, text) values ($1, $2)', [11, 'lost']),
      );
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await test.database.query('select id from note where id in (10, 11)')).toEqual([]);
  });

  it('runs what the query builder composes within the transaction', async () => {
    const failing = test.database.withTransaction(async (transaction) => {
      await transaction.knex('note').insert({ id: 12, text: 'lost' });
      expect(await transaction.query('select text from note where id = 12')).toEqual([{ text: 'lost' }]);
      expect(await test.database.query('select text from note where id = 12')).toEqual([]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await test.database.knex('note').where({ id: 12 })).toEqual([]);
  });

  it('reports a transaction whose failed statement was ignored, because it was rolled back', async () => {
    const careless = test.database.withTransaction(async (transaction) => {
      await transaction.query('insert into note (id) values (13)');
      await transaction.query('select 1 / 0').catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('was rolled back');
    expect(await test.database.query('select id from note where id = 13')).toEqual([]);
  });

  it('refuses statements after the end of the transaction, whether written by hand or built', async () => {
    const ended = await test.database.withTransaction(async (transaction) => ({ transaction }));
    await expect(ended.transaction.query('select 1')).rejects.toThrow('has already ended');
    await expect(ended.transaction.knex('note').select('id')).rejects.toThrow('has already ended');
  });

  it('prepares a statement only when it recurs, so that statements shaped by clients leave nothing behind', async () => {
    await test.database.withTransaction(async (transaction) => {
      for (let width = 1; width <= 50; width += 1) {
        const columns = Array.from({ length: width }, (_, index) => `$${index + 1}::text as c${index}`);
        await transaction.query(`select ${columns.join(', ')}`, columns, { isSearch: true });
      }
      const prepared = await transaction.query<{ statement: string }>('select statement from pg_prepared_statements');
      expect(prepared.filter(({ statement }) => statement.includes('as c0'))).toEqual([]);
    });
  });

  it('permanently refuses more values than a statement can have', async () => {
    const values = Array.from({ length: 65_536 }, (_, index) => index);
    const text = `select id from note where id in (${values.map((index) => `$${index + 1}::integer`).join()})`;
    const refusal = { code: 'Database.StatementTooLarge', reason: 'Invalid' };
    await expect(test.database.query(text, values)).rejects.toMatchObject(refusal);
    await expect(test.database.knex('note').whereIn('id', values)).rejects.toMatchObject(refusal);
    await expect(test.database.query('select $1::integer', [1, 2])).rejects.toThrow(
      'bind message supplies 2 parameters',
    );
    await expect(test.database.query('select $1::integer', [1, 2])).rejects.not.toHaveProperty('reason');
  });

  describe('searches', () => {
    let own: OpenDatabase;
    const search = (text: string) => own.query(text, [], { isSearch: true });

    beforeAll(async () => {
      const limits = { poolSize: 1, searchConnections: 2, searchTimeout: 400 };
      own = await openDatabase({ url: test.url, ...limits, logger: silentLogger });
      // On a busy machine, a first connection may take longer than searches of this test wait for one.
      await untilTrue(async () => (await search('select 1')).length === 1);
    });

    afterAll(() => own.close());

    it('that take too long are stopped, and say what to narrow', async () => {
      const refusal = {
        code: 'Database.SearchTooSlow',
        reason: 'Unavailable',
        message: expect.stringContaining('Narrow it') as string,
      };
      await expect(search('select pg_sleep(10)')).rejects.toMatchObject(refusal);
      const together = own.withConnection((connection) => connection.query('select pg_sleep(10)'), { isSearch: true });
      await expect(together).rejects.toMatchObject(refusal);
      expect(await own.query('select pg_sleep(0.5)::text as slept')).toHaveLength(1);
    });

    it('leave a connection to other statements, however many there are', async () => {
      const slow = Promise.allSettled(Array.from({ length: 12 }, () => search('select pg_sleep(10)')));
      const [row] = await own.query<{ searching: number }>(
        `select count(*) as searching from pg_stat_activity where query like '%pg_sleep(10)' and state = 'active'`,
      );
      expect(row?.searching).toBeLessThanOrEqual(2);
      const codes = (await slow).map((result) => (result.status === 'rejected' ? errorCodeOf(result.reason) : 'found'));
      expect(new Set(codes)).toEqual(new Set(['Database.SearchTooSlow', 'Database.SearchesBusy']));
    });
  });

  it('cancels a statement that takes longer than allowed', async () => {
    const impatient = await openDatabase({ url: test.url, statementTimeout: 50, logger: silentLogger });
    await expect(impatient.query('select pg_sleep(10)')).rejects.toMatchObject({
      code: 'Database.Timeout',
      reason: 'Unavailable',
    });
    await impatient.close();
  });

  it('answers a duplicate key with a coded conflict that keeps its cause', async () => {
    await test.database.query('insert into note (id) values (20)');
    const error = await test.database.query('insert into note (id) values (20)').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'Database.UniqueViolation', reason: 'Conflict', cause: { code: '23505' } });
  });

  it.each([
    ['99999999999', /^A value does not fit its column: .*out of range/],
    ['1e5', /invalid input syntax/],
  ])('takes a number like %s that no row can have for a mistake of whoever sends it', async (id, message) => {
    const error = await test.database
      .query('insert into note (id) values ($1::integer)', [id])
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringMatching(message) as string });
  });

  it('takes a NUL and a text that is too long for mistakes of whoever sends them', async () => {
    const unfit = { code: 'Database.ValueUnfit', reason: 'Invalid' };
    await expect(test.database.query('select $1::text', ['a\0b'])).rejects.toMatchObject(unfit);
    await test.database.query('create temporary table short (name varchar(3))');
    await expect(test.database.query(`insert into short values ('long')`)).rejects.toMatchObject(unfit);
  });

  it('answers a row that somebody else has locked with a conflict that may be over soon', async () => {
    await test.database.query('insert into note (id) values (30)');
    const lock = 'select from note where id = 30 for update nowait';
    await test.database.withTransaction(async (transaction) => {
      await transaction.query(lock);
      await expect(test.database.query(lock)).rejects.toMatchObject({ code: 'Database.Conflict', reason: 'Conflict' });
    });
  });

  it('gives errors of statements on one connection their codes where they are caught', async () => {
    const error = await test.database.withConnection((connection) =>
      connection.query('insert into note (id) values (21), (21)').catch((caught: unknown) => caught),
    );
    expect(error).toMatchObject({ code: 'Database.UniqueViolation', reason: 'Conflict', cause: { code: '23505' } });
  });

  it('works again after the server has cut its connections', async () => {
    const cut = () =>
      test.database.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()');
    await expect(cut()).rejects.toMatchObject({ code: 'Database.Unavailable', reason: 'Unavailable' });
    // Another connection of the pool may learn that it was cut only when it is used, and is not used again.
    const attempt = () => test.database.query('select 1 as one').catch(errorCodeOf);
    let answer = await attempt();
    for (let used = 1; used < MOST_CONNECTIONS && answer === 'Database.Unavailable'; used += 1)
      answer = await attempt();
    expect(answer).toEqual([{ one: 1 }]);
  });
});

function errorCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error;
}
