import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startServerProcess, type ServerProcess } from '../../support/index.js';
import pg from 'pg';

import type { LoadedTickets } from '../data/load-tickets.js';
import { logIn } from '../measures/bench.js';
import { chooseCaller } from '../requests/gateway-probes.js';
import { benchServices } from '../system/bench-services.js';
import { onDatabase, withPath } from '../system/on-database.js';
import { ROOT } from '../../support/root.js';
import { BENCH_CATALOGUE, BENCH_CONFIGURATION, type Credentials } from '../system/start-system.js';
import { growTickets } from './grow-tickets.js';

const TICKETS = 24_000;
const SEEDS = resolve(ROOT, '../shared/oracle');
const GROWN = 'host_grown';

/** Of each host, the folder of its recorded database and the name of the setting for its time zone. */
export const HOSTS = {
  'OTOBO 11': { folder: '.', timeZone: 'OTOBOTimeZone' },
  'Znuny 6.5': { folder: 'znuny65', timeZone: 'OTRSTimeZone' },
  'OTRS 6.0': { folder: 'otrs60', timeZone: 'OTRSTimeZone' },
} as const;
export type HostName = keyof typeof HOSTS;

/** Our services and catalogue are applied to the host's database. Requests are those of the other measures: without types and services.
 * All wait that the load sends: without indexes they take longer than waiting requests may. */
function configurationOf(host: HostName): string {
  return `${BENCH_CONFIGURATION}apply: [webServices, catalogue]
limits: { waitingRequests: 1000 }
Settings:
  CheckMXRecord: 0
  SystemID: '10'
  ${HOSTS[host].timeZone}: UTC
  Ticket::Type: 0
  Ticket::Service: 0
  Ticket::Responsible: 0
`;
}
export const HOST_CONFIGURATION = configurationOf('OTOBO 11');

/** Of all seeds, with a SHA-256 hash. */
export const HOST_AGENT: Credentials = { UserLogin: 'apiagent', Password: 'secret-Passw0rd', ApiKey: '' };

interface Making {
  readonly folder: string;
  readonly names: readonly string[];
  readonly host?: HostName;
  readonly count?: number;
}

/**
 * Makes databases of a host, all with the same tickets: the recorded one, by default that of OTOBO, grown by our own creates, without
 * anything of ours but the service `Bench`, the tickets, and the names that they use.
 *
 * @throws Error when the recorded database is not here
 */
export async function makeHostDatabases(
  url: string,
  { folder, names, host = 'OTOBO 11', count = TICKETS }: Making,
): Promise<LoadedTickets> {
  const seed = join(SEEDS, HOSTS[host].folder, 'seed.sql.gz');
  if (!existsSync(seed)) throw new Error(`There is no ${seed}: the database of a host to be attached to.`);
  await onDatabase(url, (database) => database.query(`create database ${GROWN}`));
  await restore(withPath(url, GROWN), seed);
  const tickets = await grow(withPath(url, GROWN), folder, { host, count });
  await onDatabase(url, async (database) => {
    for (const name of names) await database.query(`create database ${name} template ${GROWN}`);
    await database.query(`drop database ${GROWN}`);
    await database.query('checkpoint');
  });
  return tickets;
}

/** A server that is attached to a host's database. */
export function startAttached(url: string, folder: string, host: HostName = 'OTOBO 11'): Promise<ServerProcess> {
  mkdirSync(join(folder, 'webservices'), { recursive: true });
  const { Bench = '', BenchSoap = '' } = benchServices();
  writeFileSync(join(folder, 'webservices', 'Bench.yml'), Bench);
  writeFileSync(join(folder, 'webservices', 'BenchSoap.yml'), BenchSoap);
  writeFileSync(join(folder, 'catalogue.yml'), BENCH_CATALOGUE);
  return startServerProcess(folder, { environment: { DATABASE_URL: url }, configuration: configurationOf(host) });
}

/** Lines for psql, which a dump of a newer PostgreSQL begins and ends with. */
const PSQL = /^\\(?:un)?restrict .*$/gm;

/** The dump is plain SQL of many statements. */
async function restore(url: string, seed: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(seed)).toString('utf8').replace(PSQL, ''));
  await client.end();
}

async function grow(
  url: string,
  folder: string,
  { host, count }: Required<Pick<Making, 'host' | 'count'>>,
): Promise<LoadedTickets> {
  const server = await startAttached(url, folder, host);
  try {
    return await onDatabase(url, async (database) => {
      const caller = chooseCaller('SessionID', await logIn(server.url, HOST_AGENT));
      const tickets = await growTickets({ url: server.url, database, caller }, count);
      await server.stop();
      // Each checkout makes its own: one refuses what a newer one has migrated.
      await database.query('drop schema ticketgate cascade');
      return tickets;
    });
  } finally {
    await server.stop();
  }
}
