import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder, type ServerProcess } from '../../support/index.js';

import type { Median } from '../against/median-interval.js';
import type { AttachedOptions } from '../attached/attached-options.js';
import { startDebianPostgres, type DebianPostgres } from '../attached/debian-postgres.js';
import { HOST_AGENT, HOSTS, makeHostDatabases, startAttached, type HostName } from '../attached/host-databases.js';
import type { LoadedTickets } from '../data/load-tickets.js';
import { showProgress } from '../data/progress-bar.js';
import { alternate, ratioInterval, workInterval, type Rounds } from '../driving/alternate.js';
import type { Side } from '../peers/check-peers.js';
import { atLeast, type Measured } from '../report/measure.js';
import { chooseCaller, probeFor, type OperationName } from '../requests/gateway-probes.js';
import { withPath } from '../system/on-database.js';
import { logIn } from './bench.js';

/** The other hosts may be a tenth slower than OTOBO. */
const TARGET = atLeast(0.9);
/** Of each host: three databases have to be grown. */
const TICKETS = 2_000;
/** So many that a few may be spoilt by what else the machine does. */
const TURNS = { rounds: 16, seconds: 1 };
const WARM_UP = { connections: 8, seconds: 2 };

/** The product attached to the database of a host. */
interface AttachedHost {
  readonly name: HostName;
  readonly server: ServerProcess;
  readonly tickets: LoadedTickets;
  readonly SessionID: string;
}

/** The product attached to the databases of all hosts, with the same tickets and in turns: each of the others against OTOBO. */
export async function measureHosts(options: AttachedOptions): Promise<readonly Measured[]> {
  const folder = makeServerFolder();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startDebianPostgres(folder.path);
    stops.push(() => postgres.stop());
    const hosts: AttachedHost[] = [];
    for (const name of HOST_NAMES) {
      const host = await startHost(name, postgres, folder.path);
      stops.push(() => host.server.stop());
      hosts.push(host);
    }
    return await measureAll(hosts, postgres, options);
  } finally {
    for (const stop of stops.reverse()) await stop();
    folder.remove();
  }
}

const HOST_NAMES = Object.keys(HOSTS) as readonly HostName[]; // the names of a constant

async function startHost(name: HostName, postgres: DebianPostgres, folder: string): Promise<AttachedHost> {
  const database = `host_${HOST_NAMES.indexOf(name)}`;
  const [grown, own] = [join(folder, `${database}-grown`), join(folder, database)];
  for (const each of [grown, own]) mkdirSync(each);
  const making = { folder: grown, names: [database], host: name, count: TICKETS };
  const tickets = await makeHostDatabases(postgres.url, making);
  const server = await startAttached(withPath(postgres.url, database), own, name);
  const { SessionID } = await logIn(server.url, HOST_AGENT);
  return { name, server, tickets, SessionID };
}

async function measureAll(
  hosts: readonly AttachedHost[],
  postgres: DebianPostgres,
  { operations, connections: loads }: AttachedOptions,
): Promise<readonly Measured[]> {
  const measures: Measured[] = [];
  for (const [index, operation] of operations.entries()) {
    const sides = hosts.map((host) => sideOf(host, operation, postgres));
    for (const connections of loads) {
      const rounds = await alternate(sides, { warmUp: WARM_UP, connections, ...TURNS });
      measures.push(...measuresOf(operation, connections, rounds));
    }
    showProgress('Measuring', index + 1, operations.length);
  }
  return measures;
}

function sideOf(
  { name, server, tickets, SessionID }: AttachedHost,
  operation: OperationName,
  postgres: DebianPostgres,
): Side {
  const kind = operation === 'SessionCreate' ? 'password' : 'SessionID';
  const caller = chooseCaller(kind, { ...HOST_AGENT, SessionID });
  return {
    name,
    url: server.url,
    probe: probeFor(operation, { prefix: '/Webservice/Bench', caller, tickets, pageEnds: [] }),
    processes: { server: server.child.pid ?? 0, database: postgres.pid },
  };
}

function measuresOf(
  operation: OperationName,
  connections: number,
  [otobo, ...others]: readonly Rounds[],
): readonly Measured[] {
  if (otobo === undefined) return [];
  return others.flatMap((other) => {
    const measure = `${operation}, ${connections} connections, ${other.name} against ${otobo.name}`;
    const spent = [other, otobo].flatMap((each) => each.spent ?? []);
    const work = workInterval(other, otobo);
    return [
      { ...measured(measure, ratioInterval(other, otobo)), spent },
      ...(work === undefined ? [] : [measured(`${measure}, by processor time`, work)]),
    ];
  });
}

function measured(measure: string, { value, ...interval }: Median): Measured {
  return { measure, value, interval, unit: 'ratio', target: TARGET };
}
