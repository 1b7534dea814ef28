import type { Migration } from '@ticketgate/sdk';
import { migrate, requireMigrated } from '@ticketgate/database';
import { startTestDatabase, untilTrue, type TestDatabase } from '../../../test/support/index.js';

const step = (name: string, schema: Migration['schema'], ...statements: readonly string[]): Migration => ({
  name,
  why: 'A test needs it.',
  schema,
  async up(database) {
    for (const statement of statements) await database.query(statement);
  },
});

const STEPS = [
  step('shop/001-goods', 'family', 'create table goods (id integer primary key)'),
  step('shop/002-price', 'ticketgate', 'create table ticketgate.price (goods_id integer)'),
];

describe('migrating', () => {
  let test: TestDatabase;

  beforeEach(async () => {
    test = await startTestDatabase({ migrations: [] });
  });

  afterEach(async () => {
    await test.stop();
  });

  const tables = async () => {
    const rows = await test.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema in ('public', 'ticketgate') and table_name <> 'migration' order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('applies each migration once, even when two processes start together', async () => {
    const [first, second] = await Promise.all([
      migrate(test.database, STEPS, { isAttached: false }),
      migrate(test.database, STEPS, { isAttached: false }),
    ]);
    expect([...first, ...second].sort()).toEqual(['shop/001-goods', 'shop/002-price']);
    expect(await migrate(test.database, STEPS, { isAttached: false })).toEqual([]);
    expect(await tables()).toEqual(['goods', 'price']);
  });

  it('names the migrations of a database that has tables already', async () => {
    const said: string[] = [];
    const options = { isAttached: false, onProgress: (sentence: string) => said.push(sentence) };
    await migrate(test.database, STEPS.slice(0, 1), options);
    await migrate(test.database, STEPS, options);
    expect(said).toEqual(['Creating the tables …', 'Migrating: shop/002-price …']);
  });

  it('says so when it waits for another process that migrates', async () => {
    const said: string[] = [];
    const onProgress = (sentence: string) => said.push(sentence);
    let waiting: Promise<readonly string[]> | undefined;
    const slow: Migration = {
      ...step('office/001-slow', 'ticketgate'),
      async up() {
        waiting = migrate(test.database, STEPS, { isAttached: true, onProgress });
        await untilTrue(() => Promise.resolve(said.length > 0));
      },
    };
    await migrate(test.database, [slow], { isAttached: true });
    expect(await waiting).toEqual(['shop/002-price']);
    expect(said[0]).toBe('Waiting for another process, which migrates this database …');
  });

  it('touches only our own schema when attached', async () => {
    expect(await migrate(test.database, STEPS, { isAttached: true })).toEqual(['shop/002-price']);
    expect(await tables()).toEqual(['price']);
  });

  it('creates our tables in our schema, even if a migration does not name it, and finds those of the host', async () => {
    await test.database.query('create table users (id integer primary key)');
    const visits = step(
      'shop/003-visits',
      'ticketgate',
      'create table visit (user_id integer references users (id))',
      'create index visit_user_id on visit (user_id)',
    );
    await migrate(test.database, [visits], { isAttached: true });
    expect(await test.database.query(`select to_regclass('ticketgate.visit') is not null as "isOurs"`)).toEqual([
      { isOurs: true },
    ]);
    expect(await test.database.query(`select to_regclass('public.visit') as "theirs"`)).toEqual([{ theirs: null }]);
  });

  it('uses the path of a step for that step alone', async () => {
    const steps = [
      step('shop/003-own', 'ticketgate', 'create table ours (id integer)'),
      step('shop/004-family', 'family', 'create table theirs (id integer)'),
    ];
    await migrate(test.database, steps, { isAttached: false });
    expect(await tables()).toEqual(['ours', 'theirs']);
    expect(await test.database.query(`select to_regclass('public.theirs') is not null as found`)).toEqual([
      { found: true },
    ]);
  });

  it('leaves nothing of a failed migration and tries it again the next time', async () => {
    const broken = step(
      'shop/003-broken',
      'family',
      'create table half (id integer)',
      'create table half (id integer)',
    );
    await expect(migrate(test.database, [...STEPS, broken], { isAttached: false })).rejects.toMatchObject({
      code: 'Database.MigrationFailed',
      message: expect.stringMatching(
        /^The migration shop\/003-broken failed and changed nothing: relation "half" already exists\. Fix it \(.*migrate\.test\.ts:\d+:\d+\)?\), then/,
      ) as string,
    });
    expect(await tables()).toEqual(['goods', 'price']);
    const mended = step('shop/003-broken', 'family', 'create table half (id integer)');
    expect(await migrate(test.database, [...STEPS, mended], { isAttached: false })).toEqual(['shop/003-broken']);
  });

  it('refuses a database that a newer version has migrated and says what to do', async () => {
    await migrate(test.database, [...STEPS, step('shop/003-later', 'family')], { isAttached: false });
    await expect(migrate(test.database, STEPS, { isAttached: false })).rejects.toMatchObject({
      code: 'Database.NewerThanCode',
      message: expect.stringContaining('shop/003-later') as string,
    });
  });

  it('names the host whose database has no tables of ours yet', async () => {
    await test.database.query('drop schema if exists ticketgate cascade');
    const attached = { isAttached: true, host: { name: 'Znuny 6.5' } };
    await expect(requireMigrated(test.database, [step('ours/001', 'ticketgate')], attached)).rejects.toThrow(
      'The database of Znuny 6.5 has no tables of Ticketgate yet. Start a server of this version with it',
    );
  });

  it('lists the missing steps for callers who may not apply them', async () => {
    await migrate(test.database, STEPS, { isAttached: false });
    await requireMigrated(test.database, STEPS, { isAttached: false });
    const later = [...STEPS, step('shop/003-later', 'family')];
    await expect(requireMigrated(test.database, later, { isAttached: false })).rejects.toMatchObject({
      code: 'Database.NotMigrated',
      message: expect.stringContaining('lacks steps of this version (shop/003-later)') as string,
    });
    await requireMigrated(test.database, later, { isAttached: true });
    expect(await migrate(test.database, later, { isAttached: false })).toEqual(['shop/003-later']);
  });

  it('does not mistake a disabled plugin for a newer version', async () => {
    await migrate(test.database, [...STEPS, step('extra/001', 'ticketgate')], { isAttached: false });
    expect(await migrate(test.database, STEPS, { isAttached: false })).toEqual([]);
  });
});
