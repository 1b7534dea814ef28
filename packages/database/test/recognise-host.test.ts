import { migrate, readHostTables, recogniseHost } from '@ticketgate/database';
import { FAMILY_TABLES, HOSTS, type Host, openDatabase, OUR_HOST } from '@ticketgate/database/postgres';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

let test: TestDatabase;

beforeEach(async () => {
  test = await startTestDatabase({ migrations: [] });
});
afterEach(() => test.stop());

/** The tables of a host, with columns of text only. */
async function makeTables({ tables: { names, lacks } }: Host): Promise<void> {
  for (const [table, columns] of Object.entries(FAMILY_TABLES).filter(([name]) => !lacks.includes(name))) {
    const own = columns.split(' ').filter((column) => !lacks.includes(`${table}.${column}`));
    await test.database.query(
      `create table "${names[table] ?? table}" (${own.map((column) => `${column} varchar(200)`).join(', ')})`,
    );
  }
}

describe('The host of a database', () => {
  it.each(HOSTS.map((host) => [host.name, host] as const))(
    'is recognised by its tables, and statements find them: %s',
    async (_, host) => {
      await makeTables(host);
      const found = await recogniseHost(test.database);
      expect([found.host, found.isAttached, found.differences]).toEqual([host, true, []]);
      const tables = await readHostTables(test.database, found);
      expect(tables.has('groups_table.name')).toBe(true);
      expect(tables.has('article_version')).toBe(host === OUR_HOST);
      expect(tables.lengthOf('groups_table.name')).toBe(200);
      test.database.tableNames.use(host.tables.names);
      await test.database.query(`insert into groups_table (name) values ('users')`);
      const byBuilder = await test.database.knex('groups_table').select('groups_table.name');
      expect(byBuilder).toEqual([{ name: 'users' }]);
    },
  );

  it('is the nearest one where parts are missing or new, and says what that means', async () => {
    await makeTables(OUR_HOST);
    await test.database.query('drop table article_version, calendar_appointment_ticket, link_state');
    await test.database.query('alter table dynamic_field_value drop column index_set');
    await test.database.query('alter table ticket add column mood text');
    const { host, differences } = await recogniseHost(test.database);
    expect(host).toBe(OUR_HOST);
    expect(differences.map(({ sentence }) => sentence)).toEqual([
      'article_version is missing: articles have no versions.',
      'calendar_appointment_ticket is missing: deleting a ticket leaves appointments alone.',
      'dynamic_field_value.index_set is missing: there are no dynamic fields of type Set.',
      'link_state is missing: requests that need it fail.',
      'ticket.mood is new: it stays empty in rows that are written here.',
    ]);
  });

  it.each([
    ['alter table ticket drop column archive_flag', 'ticket.archive_flag is missing: operations write it.'],
    ['alter table article add column mood text not null', 'article.mood is new and must have a value: '],
  ])('is refused where operations could write wrongly: %s (Database.HostUnfit)', async (change, sentence) => {
    await makeTables(OUR_HOST);
    await test.database.query(change);
    await expect(recogniseHost(test.database)).rejects.toMatchObject({
      code: 'Database.HostUnfit',
      message: expect.stringContaining(sentence) as string,
    });
  });

  it.each([
    ['create table users (id integer)', '(users)'],
    ['create table wp_posts (id integer); create view wp_news as select id from wp_posts', '(wp_news, wp_posts)'],
    [[1, 2, 3, 4, 5, 6].map((n) => `create table t${n} (id integer)`).join(';'), '(t1, t2, t3, t4, t5 and 1 more)'],
  ])(
    'is unknown where the groups of no host are there, and the error lists what was looked for: %s',
    async (made, found) => {
      for (const statement of made.split(';')) await test.database.query(statement);
      await expect(recogniseHost(test.database)).rejects.toMatchObject({
        message: expect.stringContaining(found) as string,
      });
      await expect(recogniseHost(test.database)).rejects.toMatchObject({
        code: 'Database.HostUnknown',
        message: expect.stringContaining('Znuny 6.5: users, gi_webservice_config, permission_groups; ') as string,
      });
    },
  );

  it('must let the user of the database at its tables: one error names all that is missing (Database.HostForbidden)', async () => {
    const role = `reader_${new URL(test.url).pathname.slice(1)}`;
    await makeTables(OUR_HOST);
    await test.database.query(`revoke all on schema public from public`);
    await test.database.query(`create role ${role} login password 'secret'`);
    const url = Object.assign(new URL(test.url), { username: role, password: 'secret' }).href;
    const database = await openDatabase({ url, logger: silentLogger });
    try {
      await expect(recogniseHost(database)).rejects.toMatchObject({
        code: 'Database.HostForbidden',
        message: expect.stringMatching(
          /lacks rights on the tables of OTOBO 11: it may not use the schema public; it may not read article, .* and \d+ more; it may not insert, .*grant usage on schema public to/,
        ) as string,
      });
    } finally {
      await database.close();
      await test.database.query(`drop role ${role}`);
    }
  });

  it('is said with ten differences at most where a database only looks like it', async () => {
    for (const table of ['users', 'gi_webservice_config', 'groups_table'])
      await test.database.query(`create table ${table} (id integer)`);
    await expect(recogniseHost(test.database)).rejects.toThrow(
      /most like that of OTOBO 11.* And \d+ more\. Nothing was changed/,
    );
  });

  it('is nobody where the database is empty or where our migrations made the tables', async () => {
    expect(await recogniseHost(test.database)).toMatchObject({ host: OUR_HOST, isAttached: false });
    const up: Parameters<typeof migrate>[1][number]['up'] = async (database) => {
      await database.query('create table users (id integer)');
    };
    const step = { name: 'own/001', why: 'Agents log in.', schema: 'family', up } as const;
    await migrate(test.database, [step], { isAttached: false });
    expect(await recogniseHost(test.database)).toMatchObject({ host: OUR_HOST, isAttached: false });
  });
});
