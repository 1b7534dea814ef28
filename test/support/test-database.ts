import { createHash, randomBytes } from 'node:crypto';
import type { Migration } from '@ticketgate/sdk';
import { databaseMigrations, migrate } from '@ticketgate/database';
import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';

import { silentLogger } from './silent-logger.js';

export interface TestDatabase {
  readonly database: OpenDatabase;
  readonly url: string;
  /** Closes and drops it. */
  stop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** In order; default: those of the database package alone. An empty list gives an empty database. */
  readonly migrations?: readonly Migration[];
}

/**
 * Creates a database for a test file, cloned from a template that is migrated once per set of migrations.
 * The server is the one of the test run (`test/setup/postgres.mjs`).
 */
export async function startTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = serverURL();
  const administration = await openDatabase({ url: server, poolSize: 1, logger: silentLogger });
  const name = `test_${run()}_${randomBytes(8).toString('hex')}`;
  try {
    const template = await prepareTemplate(administration, server, options.migrations ?? databaseMigrations);
    await administration.query(`create database ${name} template ${template}`);
  } finally {
    await administration.close();
  }
  const url = withDatabase(server, name);
  const database = await openDatabase({ url, logger: silentLogger });
  return {
    database,
    url,
    async stop() {
      await database.close();
      await dropDatabase(server, name);
    },
  };
}

/** Templates are created again in each run: a longer-lived server must not keep those of older code. */
function run(): string {
  return process.env.TICKETGATE_TEST_RUN ?? 'alone';
}

function serverURL(): string {
  const url = process.env.TICKETGATE_TEST_DATABASE_URL;
  if (url === undefined)
    throw new Error('No test server: run the tests by jest with the configuration of this repository.');
  return url;
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Test files run in parallel: the first one migrates, the others wait for it. */
async function prepareTemplate(
  administration: OpenDatabase,
  server: string,
  migrations: readonly Migration[],
): Promise<string> {
  const text = migrations.map((migration) => `${migration.name} ${migration.why}`).join('\n');
  const template = `template_${run()}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const lock = Number.parseInt(template.slice(-8), 16);
  await administration.query('select pg_advisory_lock($1)', [lock]);
  try {
    const found = await administration.query('select 1 from pg_database where datname = $1', [template]);
    if (found.length === 0) await makeTemplate(administration, server, { template, migrations });
  } finally {
    await administration.query('select pg_advisory_unlock($1)', [lock]);
  }
  return template;
}

async function makeTemplate(
  administration: OpenDatabase,
  server: string,
  { template, migrations }: { template: string; migrations: readonly Migration[] },
): Promise<void> {
  const unfinished = `${template}_${randomBytes(4).toString('hex')}`;
  await administration.query(`create database ${unfinished}`);
  const database = await openDatabase({ url: withDatabase(server, unfinished), logger: silentLogger });
  try {
    if (migrations.length > 0) await migrate(database, migrations, { isAttached: false });
  } finally {
    await database.close();
  }
  await administration.query(`alter database ${unfinished} rename to ${template}`);
}

async function dropDatabase(server: string, name: string): Promise<void> {
  const administration = await openDatabase({ url: server, poolSize: 1, logger: silentLogger });
  try {
    await administration.query(`drop database ${name} with (force)`);
  } finally {
    await administration.close();
  }
}
