import type { Database } from '@ticketgate/sdk';

/** What grows without end, as docs/several-machines.md says. */
const TABLES = ['ticket_history', 'article_data_mime'];
/** Of the rows that there are; one more is for those that come. */
const PARTITIONS = 10;

/** Divides the largest tables of a database by ranges of ids, with the references and triggers that they have. */
export async function partitionTables(database: Database): Promise<void> {
  for (const table of TABLES) {
    const kept = await database.query<{ statement: string }>(KEPT, [table]);
    await database.withTransaction(async (transaction) => {
      for (const statement of await listStatements(transaction, table)) await transaction.query(statement);
      for (const { statement } of kept) await transaction.query(statement);
    });
    await database.query(`vacuum analyze ${table}`);
  }
}

/** What `like` does not copy. */
const KEPT = `
  select format('alter table %I add %s', $1::text, pg_get_constraintdef(oid)) as statement
  from pg_constraint where conrelid = $1::regclass and contype = 'f'
  union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and not tgisinternal`;

async function listStatements(database: Database, table: string): Promise<readonly string[]> {
  const [{ next } = { next: 1 }] = await database.query<{ next: number }>(`select max(id) + 1 as next from ${table}`);
  const step = Math.ceil(next / PARTITIONS);
  const borders = Array.from({ length: PARTITIONS }, (_, part) => String(part * step));
  const ranges = ['minvalue', ...borders.slice(1), String(next)].map(
    (from, part, all) => `for values from (${from}) to (${all[part + 1] ?? 'maxvalue'})`,
  );
  return [
    `set local maintenance_work_mem = '512MB'`,
    `alter table ${table} rename to ${table}_whole`,
    `create table ${table} (like ${table}_whole including all) partition by range (id)`,
    ...ranges.map((range, part) => `create table ${table}_${part} partition of ${table} ${range}`),
    `insert into ${table} overriding system value select * from ${table}_whole`,
    `drop table ${table}_whole`,
    `alter table ${table} alter id restart with ${next}`,
  ];
}
