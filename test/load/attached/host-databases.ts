import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startServerProcess, type ServerProcess } from '@ticketgate/test-support';
import pg from 'pg';

import type { LoadedTickets } from '../data/load-tickets.js';
import { logIn } from '../measures/bench.js';
import { callerOf } from '../requests/gateway-probes.js';
import { benchServices } from '../system/bench-services.js';
import { onDatabase, withPath } from '../system/on-database.js';
import { ROOT } from '../system/root.js';
import { BENCH_CATALOGUE, BENCH_CONFIGURATION, type Credentials } from '../system/start-system.js';
import { growTickets } from './grow-tickets.js';

const TICKETS = 24_000;
const SEED = resolve(ROOT, '../shared/oracle/seed.sql.gz');
const GROWN = 'host_grown';

/** Our services and catalogue are applied to the host's database. Requests are those of the other measures: without types and services.
 * All wait that the load sends: without indexes they take longer than waiting requests may. */
export const HOST_CONFIGURATION = `${BENCH_CONFIGURATION}apply: [webServices, catalogue]
limits: { waitingRequests: 1000 }
Settings:
  CheckMXRecord: 0
  SystemID: '10'
  OTOBOTimeZone: UTC
  Ticket::Type: 0
  Ticket::Service: 0
  Ticket::Responsible: 0
`;

/** Of the seed, with a SHA-256 hash. */
export const HOST_AGENT: Credentials = { UserLogin: 'apiagent', Password: 'secret-Passw0rd', ApiKey: '' };

/**
 * Makes databases of a host, all with the same tickets: the recorded one of OTOBO, grown by our own creates, without anything of ours but
 * the service `Bench`, the tickets, and the names that they use.
 *
 * @throws Error when the recorded database is not here
 */
export async function makeHostDatabases(
  url: string,
  { folder, names }: { readonly folder: string; readonly names: readonly string[] },
): Promise<LoadedTickets> {
  if (!existsSync(SEED)) throw new Error(`There is no ${SEED}: the database of a host to be attached to.`);
  await onDatabase(url, (database) => database.query(`create database ${GROWN}`));
  await restore(withPath(url, GROWN));
  const tickets = await grow(withPath(url, GROWN), folder);
  await onDatabase(url, async (database) => {
    for (const name of names) await database.query(`create database ${name} template ${GROWN}`);
    await database.query(`drop database ${GROWN}`);
    await database.query('checkpoint');
  });
  return tickets;
}

/** A server that is attached to a host's database. */
export function startAttached(url: string, folder: string): Promise<ServerProcess> {
  mkdirSync(join(folder, 'webservices'), { recursive: true });
  writeFileSync(join(folder, 'webservices', 'Bench.yml'), benchServices().Bench ?? '');
  writeFileSync(join(folder, 'catalogue.yml'), BENCH_CATALOGUE);
  return startServerProcess(folder, { environment: { DATABASE_URL: url }, configuration: HOST_CONFIGURATION });
}

/** The dump is plain SQL of many statements. */
async function restore(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(SEED)).toString('utf8'));
  await client.end();
}

async function grow(url: string, folder: string): Promise<LoadedTickets> {
  const server = await startAttached(url, folder);
  try {
    return await onDatabase(url, async (database) => {
      const caller = callerOf('SessionID', await logIn(server.url, HOST_AGENT));
      const tickets = await growTickets({ url: server.url, database, caller }, TICKETS);
      await server.stop();
      // Each checkout makes its own: one refuses what a newer one has migrated.
      await database.query('drop schema ticketgate cascade');
      return tickets;
    });
  } finally {
    await server.stop();
  }
}
