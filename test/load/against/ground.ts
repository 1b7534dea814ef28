import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../support/index.js';
import { startEmbeddedServer } from '@ticketgate/database';
import type { OpenDatabase } from '@ticketgate/database/postgres';

import { HOST_AGENT, HOST_CONFIGURATION, makeHostDatabases } from '../attached/host-databases.js';
import { startDebianPostgres } from '../attached/debian-postgres.js';
import { loadTickets, type LoadedTickets } from '../data/load-tickets.js';
import { BENCH_CONFIGURATION, type Credentials } from '../system/start-system.js';
import { onDatabase, withPath } from '../system/on-database.js';
import { readPostmaster } from '../system/process-meter.js';

const TICKETS = 10_000;
const DATABASES = ['bench_ours', 'bench_other'] as const;

/** What checkouts are compared on: one PostgreSQL, with a database for each. */
export interface Ground {
  /** The process whose children serve connections. */
  readonly databasePID: number;
  readonly databases: readonly [string, string];
  readonly configuration: string;
  /** Who calls; undefined: root@localhost, with the password that it got. */
  readonly agent: Credentials | undefined;
  /** What a database holds once a server runs on it. */
  fill(database: OpenDatabase): Promise<LoadedTickets>;
  stop(): Promise<void>;
}

/** Two empty databases, which get their tables from the checkouts, and the same statements fill. */
export async function standAloneGround(folder: string): Promise<Ground> {
  const server = await startEmbeddedServer({ folder: join(folder, 'data'), logger: silentLogger });
  await onDatabase(server.url, async (database) => {
    for (const name of DATABASES) await database.query(`create database ${name}`);
    await leaveAlone(database);
  });
  return {
    databasePID: readPostmaster(join(server.folder, 'postgresql')),
    databases: [withPath(server.url, DATABASES[0]), withPath(server.url, DATABASES[1])],
    configuration: BENCH_CONFIGURATION,
    agent: undefined,
    fill: (database) => loadTickets(database, TICKETS),
    stop: () => server.stop(),
  };
}

/** Two copies of a host's database. */
export async function attachedGround(folder: string): Promise<Ground> {
  const server = await startDebianPostgres(folder);
  try {
    mkdirSync(join(folder, 'host'));
    const host = await makeHostDatabases(server.url, { folder: join(folder, 'host'), names: DATABASES });
    await onDatabase(server.url, leaveAlone);
    return {
      databasePID: server.pid,
      databases: [withPath(server.url, DATABASES[0]), withPath(server.url, DATABASES[1])],
      configuration: HOST_CONFIGURATION,
      agent: HOST_AGENT,
      fill: () => Promise.resolve(host),
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Nothing cleans up behind our back: whose turn that would slow down is chance. */
async function leaveAlone(database: OpenDatabase): Promise<void> {
  await database.query('alter system set autovacuum = off');
  await database.query('select pg_reload_conf()');
}
