import { analyzeGrownTables } from '@ticketgate/database';
import { startTestDatabase, untilTrue, type TestDatabase } from '../../../test/support/index.js';

describe('tables that grow', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await startTestDatabase();
    // PostgreSQL's own vacuum would be there first on a slow machine.
    await test.database.query(
      'create table parent (id integer primary key, note text) with (autovacuum_enabled = false)',
    );
    await test.database.query('create table child (parent_id integer not null references parent (id))');
    await test.database.query(`insert into parent values (0, 'the first')`);
  });

  afterAll(() => test.stop());

  const grow = (from: number, to: number) =>
    test.database.query(`insert into parent select id, repeat('x', 300) from generate_series($1::integer, $2) as id`, [
      from,
      to,
    ]);
  /** The counters of PostgreSQL are a little late. */
  const changed = async () => {
    const [row] = await test.database.query<{ count: number }>(
      `select n_mod_since_analyze as count from pg_stat_user_tables where relname = 'parent'`,
    );
    return row?.count ?? 0;
  };
  const scans = async () => {
    const [row] = await test.database.query<{ count: number }>(
      `select seq_scan as count from pg_stat_user_tables where relname = 'parent'`,
    );
    return row?.count ?? 0;
  };

  it('are analysed each time they have doubled, so that checks of foreign keys no longer read the whole table', async () => {
    // One connection: each keeps plans of its own.
    await test.database.withConnection(async (connection) => {
      const refer = () => connection.query('insert into child values (0)');
      for (let count = 0; count < 10; count += 1) await refer();
      await grow(1, 2_000);
      await untilTrue(async () => (await changed()) >= 2_000);
      expect(await analyzeGrownTables(test.database)).toEqual(['public.parent']);
      expect(await analyzeGrownTables(test.database)).toEqual([]);
      await connection.query('select pg_stat_force_next_flush()');
      const before = await scans();
      for (let count = 0; count < 10; count += 1) await refer();
      await connection.query('select pg_stat_force_next_flush()');
      expect(await scans()).toBe(before);
      await grow(2_001, 3_000);
      await untilTrue(async () => (await changed()) >= 1_000);
      expect(await analyzeGrownTables(test.database)).toEqual([]);
    });
  });
});
