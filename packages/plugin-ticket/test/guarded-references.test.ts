import { accountsMigrations } from '@ticketgate/accounts';
import { databaseMigrations, migrate } from '@ticketgate/database';
import type { Database } from '@ticketgate/sdk';
import { startTestDatabase, untilTrue, type TestDatabase } from '../../../test/support/index.js';

import { ticketMigrations } from '../src/migrations/ticket-migrations.js';

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly referred: string;
}

const ALL = [...databaseMigrations, ...accountsMigrations, ...ticketMigrations];
const BEFORE = ALL.slice(
  0,
  ALL.findIndex(({ name }) => name === 'plugin-ticket/guarded-references'),
);

const KEYS = `
select conrelid::regclass::text as table, attname as column, confrelid::regclass::text as referred
from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;

const STAMP = `'2026-11-22 00:00:00', 1`;
/** With the welcome ticket, a row in each table that refers to something. */
const ROWS = [
  `insert into article_data_mime_attachment (article_id, content, create_time, create_by, change_time, change_by) values (1, 'eA==', ${STAMP}, ${STAMP})`,
  `insert into time_accounting (ticket_id, article_id, time_unit, create_time, create_by, change_time, change_by) values (1, 1, 2, ${STAMP}, ${STAMP})`,
  `insert into article_flag values (1, 'Seen', '1', ${STAMP})`,
  `insert into ticket_flag values (1, 'Seen', '1', ${STAMP})`,
  `insert into dynamic_field_value (field_id, object_id, value_text) values (1, 1, 'x')`,
];
/** The first of them; other rows keep what they refer to. */
const FIRST = '(select ctid from $table limit 1)';

let before: TestDatabase;
let test: TestDatabase;
let references: readonly Reference[];

beforeAll(async () => {
  before = await startTestDatabase({ migrations: BEFORE });
  test = await startTestDatabase({ migrations: ALL });
  const kept = new Set((await test.database.query<Reference>(KEYS)).map((key) => JSON.stringify(key)));
  references = (await before.database.query<Reference>(KEYS)).filter(
    (key) => !kept.has(JSON.stringify(key)) && key.table !== 'article_search_index',
  );
  for (const statement of ROWS) await test.database.query(statement);
});

afterAll(async () => {
  await before.stop();
  await test.stop();
});

/** A row of a small table that nobody refers to: its first one under another id and name. */
async function addRow(database: Database, referred: string): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into ${referred} select (jsonb_populate_record(null::${referred},
       to_jsonb(first) || '{ "id": 999, "name": "spare", "login": "spare" }')).*
     from (select * from ${referred} order by id limit 1) first returning id`,
  );
  return row?.id ?? 0;
}

const WAITING = `select 1 from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;

class Undo extends Error {}

/** What `work` gives in a transaction that is rolled back. */
async function tried<Result>(work: (database: Database) => Promise<Result>): Promise<Result | undefined> {
  let result: Result | undefined;
  const undone = test.database.withTransaction(async (transaction) => {
    result = await work(transaction);
    throw new Undo();
  });
  await undone.catch((cause: unknown) => {
    if (!(cause instanceof Undo)) throw cause;
  });
  return result;
}

async function refusal(work: (database: Database) => Promise<unknown>): Promise<unknown> {
  try {
    await tried(work);
    return 'done';
  } catch (cause) {
    const { code, message } = cause as { code: string; message: string };
    return { code, message };
  }
}

const SERVICE = `insert into service (name, valid_id, create_time, create_by, change_time, change_by) values ('IT', 1, ${STAMP}, ${STAMP})`;
const AGREEMENT = `insert into sla (name, first_response_time, update_time, solution_time, valid_id, create_time, create_by, change_time, change_by)
  values ('Gold', 0, 0, 0, 1, ${STAMP}, ${STAMP})`;

describe('rows that tickets refer to', () => {
  beforeAll(async () => {
    await test.database.query(SERVICE);
    await test.database.query(AGREEMENT);
  });

  it('include an article, and so its ticket, while the search index has an entry of it', async () => {
    const entry = 'insert into article_search_index (ticket_id, article_id, article_key) values ';
    await expect(test.database.query(`${entry} (1, 4711, 'MIMEBase_Body')`)).rejects.toMatchObject({ code: '23503' });
    const parts = [
      'article_flag',
      'time_accounting',
      'article_data_mime_attachment',
      'article_data_mime',
      'ticket_history',
    ];
    const deleteAll = async (database: Database) => {
      for (const table of parts) await database.query(`delete from ${table}`);
      await database.query('delete from article');
    };
    expect(await refusal(deleteAll)).toBe('done');
    const withEntry = async (database: Database) => {
      await database.query(`${entry} (1, 1, 'MIMEBase_Body')`);
      await deleteAll(database);
    };
    expect(await refusal(withEntry)).toMatchObject({ code: '23503' });
  });

  it('have no foreign keys where every ticket refers to the same few, and keep those between a ticket and its parts', async () => {
    const { database } = test;
    expect([...new Set(references.map(({ referred }) => referred))].sort()).toEqual(
      `article_sender_type communication_channel dynamic_field queue service sla ticket_history_type ticket_lock_type
       ticket_priority ticket_state ticket_type users`.split(/\s+/),
    );
    const orphan = `insert into article_flag values (4711, 'Seen', '1', ${STAMP})`;
    await expect(database.query(orphan)).rejects.toMatchObject({ code: '23503' });
    await expect(database.query('delete from ticket where id = 1')).rejects.toMatchObject({ code: '23503' });
  });

  it('cannot be deleted or given another id while any column refers to them', async () => {
    expect(references.length).toBeGreaterThan(30);
    for (const { table, column, referred } of references) {
      const reference = async (database: Database) => {
        const id = await addRow(database, referred);
        await database.query(`update ${table} set ${column} = $1 where ctid = ${FIRST.replace('$table', table)}`, [id]);
      };
      const lose = (statement: string) =>
        refusal(async (database) => {
          await reference(database);
          await database.query(statement);
        });
      expect([table, column, await lose(`delete from ${referred} where id = 999`)]).toEqual([
        table,
        column,
        { code: '23503', message: `Row 999 of "${referred}" cannot be deleted: rows of "${table}" refer to it.` },
      ]);
      expect(await lose(`update ${referred} set id = 998 where id = 999`)).toEqual({
        code: '23503',
        message: `Row 999 of "${referred}" cannot be given another id: rows of "${table}" refer to it.`,
      });
    }
  });

  it('cannot be truncated together with what refers to them', async () => {
    expect(await refusal((database) => database.query('truncate dynamic_field'))).toEqual({
      code: '23503',
      message: '"dynamic_field" cannot be emptied: rows of "dynamic_field_value" refer to it.',
    });
    expect(await refusal((database) => database.query('truncate dynamic_field, dynamic_field_value'))).toBe('done');
  });

  it('can be deleted, given another id, and changed while nothing refers to them', async () => {
    for (const referred of new Set(references.map((reference) => reference.referred))) {
      const deleted = await tried(async (database) => {
        await addRow(database, referred);
        await database.query(`update ${referred} set id = 998 where id = 999`);
        await database.query(`update ${referred} set valid_id = 2 where id = 1`);
        return database.query(`delete from ${referred} where id = 998 returning id`);
      });
      expect([referred, deleted]).toEqual([referred, [{ id: 998 }]]);
    }
  });

  it('cannot be deleted while a ticket is written that refers to them', async () => {
    await addRow(test.database, 'queue');
    const write = `insert into ticket_history (name, history_type_id, ticket_id, type_id, queue_id, owner_id, priority_id, state_id,
      create_time, create_by, change_time, change_by) values ('x', 1, 1, 1, 999, 1, 1, 1, ${STAMP}, ${STAMP})`;
    let deletion: Promise<unknown> | undefined;
    await test.database.withTransaction(async (transaction) => {
      await transaction.query(write);
      deletion = refusal((database) => database.query('delete from queue where id = 999'));
      await untilTrue(async () => (await test.database.query(WAITING)).length > 0);
    });
    expect(await deletion).toMatchObject({ code: '23503' });
  });

  it('cannot be deleted by a transaction that does not see later writes of others', async () => {
    const stale = refusal(async (database) => {
      await database.query('set transaction isolation level repeatable read');
      await addRow(database, 'ticket_state');
      await database.query('delete from ticket_state where id = 999');
    });
    expect(await stale).toEqual({
      code: '25000',
      message:
        'Rows of "ticket_state" are deleted or given another id in transactions of the isolation level "read committed" only.',
    });
  });

  it('are forgotten by all servers when one of them is deleted', async () => {
    const told: unknown[] = [];
    const stop = await test.database.notifications.listen('ticketgate_snapshot', (name) => void told.push(name));
    await addRow(test.database, 'ticket_priority');
    await test.database.query('delete from ticket_priority where id = 999');
    await untilTrue(async () => told.includes('*'));
    stop();
    expect(told).toContain('*');
  });
});

describe('a database of an earlier version', () => {
  it('keeps its rows', async () => {
    for (const statement of ROWS) await before.database.query(statement);
    const tables = [...new Set(references.map(({ table }) => table))];
    const rows = async () =>
      Promise.all(tables.map((table) => before.database.query(`select to_jsonb(t) as row from ${table} t`)));
    const earlier = await rows();
    expect(earlier.every((found) => found.length > 0)).toBe(true);
    expect(await migrate(before.database, ALL, { isAttached: false })).toContain('plugin-ticket/guarded-references');
    expect(await rows()).toEqual(earlier);
    expect(await before.database.query(KEYS)).toEqual(await test.database.query(KEYS));
  });
});
