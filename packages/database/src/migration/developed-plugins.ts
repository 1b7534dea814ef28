import { createHash } from 'node:crypto';
import { createStartError, type Database, type Migration } from '@ticketgate/sdk';

import { acquireMigrationLock } from './apply-migration.js';

/** The state of a plugin in development mode. */
export interface DevelopedPlugin {
  readonly name: string;
  readonly migrations?: readonly Migration[];
}

interface Difference {
  readonly plugin: string;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export const MigrationChanged = createStartError<Difference>(
  'Database.MigrationChanged',
  ({ plugin, changed, removed }) => {
    const parts = [
      changed.length === 0 ? [] : [`changed since they were applied: ${changed.join(', ')}`],
      removed.length === 0 ? [] : [`removed since they were applied: ${removed.join(', ')}`],
    ];
    return `Migrations of the plugin ${plugin} were ${parts.flat().join('; ')}. Write a further migration, or start with "--dev --reset ${plugin}", which drops the tables of the plugin and applies its migrations anew.`;
  },
);

/**
 * Compares the migrations of plugins with what was applied of them.
 *
 * @throws StartError `Database.MigrationChanged`
 */
export async function requireUnchanged(database: Database, plugins: readonly DevelopedPlugin[]): Promise<void> {
  for (const plugin of plugins) {
    const applied = await listApplied(database, plugin);
    const { migrations = [] } = plugin;
    const removed = applied.filter(({ name }) => migrations.every((each) => each.name !== name));
    const changed: string[] = [];
    for (const migration of migrations) {
      const source = applied.find(({ name }) => name === migration.name)?.source ?? undefined;
      if (source !== undefined && source !== (await hashMigration(migration))) changed.push(migration.name);
    }
    if (changed.length + removed.length === 0) continue;
    throw new MigrationChanged({ plugin: plugin.name, changed, removed: removed.map(({ name }) => name) });
  }
}

/** Keeps what applied migrations say now, so that a change will be noticed. */
export async function storeSources(database: Database, plugins: readonly DevelopedPlugin[]): Promise<void> {
  for (const migration of plugins.flatMap(({ migrations = [] }) => migrations)) {
    await database.query('update ticketgate.migration set source = $2 where name = $1 and source is null', [
      migration.name,
      await hashMigration(migration),
    ]);
  }
}

/**
 * Drops what the migrations of a plugin have made, so that they are applied anew.
 *
 * @returns the names of what was dropped
 */
export async function resetMigrations(database: Database, plugin: DevelopedPlugin): Promise<readonly string[]> {
  return database.withTransaction(async (transaction) => {
    await acquireMigrationLock(transaction);
    const applied = await listApplied(transaction, plugin);
    const made = applied.flatMap((migration) => migration.made);
    await dropRelations(transaction, made);
    await transaction.query('delete from ticketgate.migration where name = any($1)', [applied.map(({ name }) => name)]);
    return made;
  });
}

const KINDS: Readonly<Record<string, string>> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized view',
  S: 'sequence',
  i: 'index',
};

/** Drops relations with all that depends on them. Some go with others, for example indexes with their table. */
async function dropRelations(transaction: Database, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [found] = await transaction.query<{ relkind: string }>(
      'select relkind from pg_class where oid = to_regclass($1)',
      [name],
    );
    // A name as PostgreSQL itself has quoted it.
    if (found !== undefined) await transaction.query(`drop ${KINDS[found.relkind] ?? 'table'} ${name} cascade`);
  }
}

interface AppliedMigration {
  readonly name: string;
  readonly made: readonly string[];
  readonly source: string | null;
}

/** Includes migrations that the plugin no longer has. */
async function listApplied(
  database: Database,
  { name, migrations = [] }: DevelopedPlugin,
): Promise<readonly AppliedMigration[]> {
  const owners = [name, ...migrations.map((migration) => nameOwner(migration.name))];
  return database.query<AppliedMigration & Record<string, unknown>>(
    `select name, made, source from ticketgate.migration where split_part(name, '/', 1) = any($1) order by applied_at, name`,
    [owners],
  );
}

/** The first part of a migration's name: the package that it is from. */
export function nameOwner(name: string): string {
  return name.split('/')[0] ?? name;
}

/** More than any migration sends to a database that answers nothing: then it is in a loop. */
const MOST_STATEMENTS = 10_000;

/**
 * A hash of what a migration does: the statements that it sends to a database which answers nothing, whatever function or list they are
 * from. The source of one that cannot do without answers counts, too.
 */
async function hashMigration(migration: Migration): Promise<string> {
  const texts: string[] = [migration.schema];
  const database: Pick<Database, 'query' | 'withTransaction' | 'withConnection'> = {
    query(text) {
      if (texts.push(text.replace(/\s+/g, ' ').trim()) > MOST_STATEMENTS) throw new Error('This never ends.');
      return Promise.resolve([]);
    },
    withTransaction: (work) => work(database as Database),
    withConnection: (work) => work(database as Database),
  };
  try {
    await migration.up(database as Database); // what it lacks throws
  } catch {
    texts.push(migration.up.toString());
  }
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}
