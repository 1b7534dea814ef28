import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder, silentLogger, type ServerProcess } from '../../support/index.js';
import { openDatabase } from '@ticketgate/database/postgres';

import { HOST_AGENT, makeHostDatabases, startAttached } from '../attached/host-databases.js';
import { startDebianPostgres, type DebianPostgres } from '../attached/debian-postgres.js';
import type { AttachedOptions } from '../attached/attached-options.js';
import type { LoadedTickets } from '../data/load-tickets.js';
import { showProgress } from '../data/progress-bar.js';
import { alternate, ratio, type Rounds } from '../driving/alternate.js';
import { median } from '../driving/statistics.js';
import { checkPeers, type Side } from '../peers/check-peers.js';
import { startPeer, type Peer } from '../peers/start-peer.js';
import { atLeast, type Measured } from '../report/measure.js';
import { renderTable } from '../report/render-table.js';
import { ANYBODY, chooseCaller, probeFor, type OperationName } from '../requests/gateway-probes.js';
import { withPath } from '../system/on-database.js';
import { runCommand } from '../system/start-system.js';
import { logIn } from './bench.js';

/** Turns of two seconds: without indexes a search takes a tenth of one. */
const TURNS = { rounds: 3, seconds: 2 };
/** Where peers take part. */
const WITH_PEERS = 16;
const WARM_UP = { connections: 16, seconds: 2 };

/** Requests per second of OTOBO 11 with 8 connections; docs/performance.md says how that was measured. */
const OTOBO: Partial<Readonly<Record<OperationName, number>>> = {
  TicketCreate: 13.9,
  TicketGet: 92,
  'TicketSearch title': 56,
  'TicketSearch %word%': 55,
  SessionCreate: 97,
  // Its SOAP was not measured; it does more than its REST for each request.
  'SOAP TicketCreate': 13.9,
  'SOAP TicketGet': 92,
};
const WITH_OTOBO = 8;

/** Operations that bare peers do too. */
const OF_PEERS: readonly OperationName[] = ['TicketGet', 'TicketSearch title', 'TicketSearch %word%', 'TicketCreate'];

/** One operation with so many connections. */
export interface AttachedPoint {
  readonly operation: OperationName;
  readonly connections: number;
  /** Medians. */
  readonly plain: number;
  readonly indexed: number;
  readonly express: number | undefined;
  readonly node: number | undefined;
}

export interface AttachedResult {
  readonly points: readonly AttachedPoint[];
  readonly measures: readonly Measured[];
}

/** What is measured: the same server on two copies of a host's database, of which one has the indexes, and who does the same by hand. */
interface AttachedBench {
  readonly postgres: DebianPostgres;
  readonly tickets: LoadedTickets;
  readonly plain: Attached;
  readonly indexed: Attached;
  readonly peers: readonly Peer[];
}

interface Attached {
  readonly name: string;
  readonly databaseURL: string;
  readonly server: ServerProcess;
  readonly SessionID: string;
}

/** The product attached to the database of an OTOBO 11, with and without the indexes that `ticketgate indexes --apply` makes. */
export async function measureAttached(options: AttachedOptions): Promise<AttachedResult> {
  const folder = makeServerFolder();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startDebianPostgres(folder.path);
    stops.push(() => postgres.stop());
    const tickets = await makeHostDatabases(postgres.url, {
      folder: made(join(folder.path, 'grown')),
      names: ['host_plain', 'host_indexed'],
    });
    const start = async (name: string) => {
      const attached = await attach(name, withPath(postgres.url, name), made(join(folder.path, name)));
      stops.push(() => attached.server.stop());
      return attached;
    };
    const [plain, indexed] = [await start('host_plain'), await start('host_indexed')];
    runCommand(['indexes', '--apply'], { environment: { DATABASE_URL: indexed.databaseURL } });
    const peers: Peer[] = [];
    for (const kind of ['express', 'node'] as const) {
      const peer = await startPeer(kind, indexed.databaseURL);
      stops.push(() => peer.stop());
      peers.push(peer);
    }
    return await measureAll({ postgres, tickets, plain, indexed, peers }, options);
  } finally {
    for (const stop of stops.reverse()) await stop();
    folder.remove();
  }
}

function made(folder: string): string {
  mkdirSync(folder);
  return folder;
}

async function attach(name: string, databaseURL: string, folder: string): Promise<Attached> {
  const server = await startAttached(databaseURL, folder);
  const { SessionID } = await logIn(server.url, HOST_AGENT);
  return { name, databaseURL, server, SessionID };
}

async function measureAll(
  bench: AttachedBench,
  { operations, connections: loads }: AttachedOptions,
): Promise<AttachedResult> {
  const points: AttachedPoint[] = [];
  const measures: Measured[] = [];
  for (const operation of operations) {
    for (const [index, connections] of loads.entries()) {
      const withPeers = OF_PEERS.includes(operation) && connections === WITH_PEERS;
      const sides = sidesOf(bench, operation, withPeers);
      if (withPeers) await check(bench, sides);
      // Code and plans are the same with any number of connections.
      const warmUp = index === 0 || withPeers ? WARM_UP : { connections, seconds: 1 };
      const rounds = await alternate(sides, { warmUp, connections, ...TURNS });
      points.push(pointOf(operation, connections, rounds));
      measures.push(...measuresOf(operation, connections, rounds));
    }
    showProgress('Measuring', operations.indexOf(operation) + 1, operations.length);
  }
  return { points, measures };
}

function sidesOf(bench: AttachedBench, operation: OperationName, withPeers: boolean): readonly Side[] {
  const { plain, indexed, tickets, postgres } = bench;
  const kind = operation === 'SessionCreate' ? 'password' : 'SessionID';
  const ours = [plain, indexed].map(({ name, server, SessionID }) => ({
    name,
    url: server.url,
    probe: probeFor(operation, {
      prefix: '/Webservice/Bench',
      caller: chooseCaller(kind, { ...HOST_AGENT, SessionID }),
      tickets,
      pageEnds: [],
    }),
    processes: { server: server.child.pid ?? 0, database: postgres.pid },
  }));
  const peers = bench.peers.map(({ name, url, pid }) => ({
    name,
    url,
    probe: probeFor(operation, { prefix: '', caller: ANYBODY, tickets, pageEnds: [] }),
    processes: { server: pid, database: postgres.pid },
  }));
  return [...ours, ...(withPeers ? peers : [])];
}

/** On the database that peers work on. */
async function check({ indexed }: AttachedBench, [, ...sides]: readonly Side[]): Promise<void> {
  const database = await openDatabase({ url: indexed.databaseURL, poolSize: 1, logger: silentLogger });
  try {
    await checkPeers(database, sides);
  } finally {
    await database.close();
  }
}

function pointOf(operation: OperationName, connections: number, rounds: readonly Rounds[]): AttachedPoint {
  const [plain = 0, indexed = 0, express, node] = rounds.map(({ perSecond }) => median(perSecond));
  return { operation, connections, plain, indexed, express, node };
}

function measuresOf(operation: OperationName, connections: number, rounds: readonly Rounds[]): readonly Measured[] {
  if (connections !== WITH_PEERS) return [];
  const [plain, indexed, express, node] = rounds;
  const target = operation === 'TicketSearch title' ? atLeast(40) : undefined;
  const compared = (what: string, other: Rounds) => ({
    measure: `attached ${operation}, ${what}`,
    unit: 'ratio' as const,
    value: ratio(indexed, other),
  });
  return [
    ...(plain === undefined ? [] : [{ ...compared('with indexes against without', plain), target }]),
    ...(express === undefined ? [] : [compared('against bare Express', express)]),
    ...(node === undefined ? [] : [compared('against bare node', node)]),
  ];
}

export function renderAttached(points: readonly AttachedPoint[]): string {
  const show = (value: number | undefined) => value?.toFixed(value < 100 ? 1 : 0) ?? '-';
  return renderTable(
    ['requests/s', 'connections', 'OTOBO', 'ours', 'with indexes', 'bare Express', 'bare node'],
    points.map(({ operation, connections, plain, indexed, express, node }) => [
      operation,
      String(connections),
      connections === WITH_OTOBO ? show(OTOBO[operation]) : '-',
      ...[plain, indexed, express, node].map(show),
    ]),
  );
}

/** Beside `bench.json` of the other measures. */
export function writeAttached(circumstances: object, { points, measures }: AttachedResult): void {
  writeFileSync('bench-attached.json', `${JSON.stringify({ ...circumstances, points, measures }, undefined, 2)}\n`);
}
