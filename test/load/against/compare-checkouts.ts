import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, startEmbeddedServer, type EmbeddedServer } from '@ticketgate/database';
import { makeServerFolder, silentLogger } from '@ticketgate/test-support';

import { showProgress } from '../data/progress-bar.js';
import { drive } from '../driving/drive.js';
import { driveMetered, type MeteredTurn } from '../driving/metered-turn.js';
import type { Side } from '../peers/check-peers.js';
import { callerOf, probeFor, type OperationName } from '../requests/gateway-probes.js';
import { ROOT } from '../system/root.js';
import type { AgainstOptions } from './against-options.js';
import { findCheckout, prepareCheckout, startCheckout, type Checkout, type RunningCheckout } from './checkout.js';
import { compare, type Pairs } from './judge.js';
import { renderComparisons, type Point } from './render-comparisons.js';

const TICKETS = 10_000;
/** Until both have compiled what they need; seconds. */
const WARM_UP = 2;
/** Seconds that installing, starting and loading take, and what a turn takes beyond its length. */
const ESTIMATE = { start: 60, turn: 0.3 };

/**
 * Measures this checkout against another one: on one PostgreSQL, each on a database that its own migrations made and the same
 * statements filled, in turns, so that what else the machine does hits both.
 *
 * @returns false when an operation became slower than tolerated
 */
export async function compareCheckouts(options: AgainstOptions): Promise<boolean> {
  const checkouts = [findCheckout(ROOT), findCheckout(options.checkout)] as const;
  console.error(`${checkouts[0].name} against ${checkouts[1].name}: ${describeEstimate(options)}`);
  prepareCheckout(checkouts[1]);
  const folder = makeServerFolder();
  const postgres = await startEmbeddedServer({ folder: join(folder.path, 'data'), logger: silentLogger });
  const running: RunningCheckout[] = [];
  try {
    const databases = await makeDatabases(postgres);
    for (const [index, checkout] of checkouts.entries()) {
      const place = { databaseURL: databases[index] ?? '', folder: join(folder.path, `side-${index}`) };
      running.push(await start(checkout, place));
    }
    const [ours, other] = running;
    if (ours === undefined || other === undefined) throw new Error('Both checkouts have to run.');
    const points = await measureAll([ours, other], { ...options, postgres });
    const names = checkouts.map(({ name }) => name);
    console.log(`\n${renderComparisons(names, points)}`);
    writeFileSync(
      'bench-against.json',
      `${JSON.stringify({ time: new Date().toISOString(), checkouts, options, points }, undefined, 2)}\n`,
    );
    return points.every(({ comparison }) => comparison.verdict !== 'slower');
  } finally {
    for (const each of running) await each.stop();
    await postgres.stop();
    folder.remove();
  }
}

function describeEstimate({ connections, operations, turns, seconds }: AgainstOptions): string {
  const points = connections.length * operations.length;
  const time = ESTIMATE.start + points * 2 * (WARM_UP + turns * (seconds + ESTIMATE.turn));
  return `${points} comparisons of ${turns} turns each, about ${Math.ceil(time / 60)} minutes.`;
}

function start(checkout: Checkout, place: { databaseURL: string; folder: string }): Promise<RunningCheckout> {
  mkdirSync(place.folder);
  return startCheckout(checkout, { ...place, tickets: TICKETS });
}

/** Two empty ones. Nothing cleans up behind our back: whose turn that would slow down is chance. */
async function makeDatabases({ url }: EmbeddedServer): Promise<readonly string[]> {
  const database = await openDatabase({ url, poolSize: 1, logger: silentLogger });
  try {
    const names = ['bench_ours', 'bench_other'];
    for (const name of names) await database.query(`create database ${name}`);
    await database.query('alter system set autovacuum = off');
    await database.query('select pg_reload_conf()');
    return names.map((name) => Object.assign(new URL(url), { pathname: `/${name}` }).href);
  } finally {
    await database.close();
  }
}

type Both = readonly [ours: RunningCheckout, other: RunningCheckout];
type Measuring = AgainstOptions & { readonly postgres: EmbeddedServer };

async function measureAll(running: Both, options: Measuring): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (const operation of options.operations) {
    for (const { database } of running) await database.query('vacuum analyze');
    await running[0].database.query('checkpoint');
    for (const connections of options.connections) {
      const sides = [
        sideOf(running[0], operation, options.postgres),
        sideOf(running[1], operation, options.postgres),
      ] as const;
      const pairs = await measure(sides, { ...options, connections });
      points.push({ operation, connections, pairs, comparison: compare(pairs) });
    }
  }
  return points;
}

/** Turns in the order ABBA: what grows meanwhile hits both alike. */
async function measure(
  [ours, other]: readonly [Side, Side],
  { connections, turns, seconds }: { readonly connections: number; readonly turns: number; readonly seconds: number },
): Promise<Pairs> {
  const pairs: Record<'ours' | 'other', MeteredTurn[]> = { ours: [], other: [] };
  for (const { url, probe } of [ours, other]) await drive(url, probe, { connections, seconds: WARM_UP });
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn % 2 === 0) pairs.ours.push(await driveMetered(ours, { connections, seconds }));
    pairs.other.push(await driveMetered(other, { connections, seconds }));
    if (turn % 2 === 1) pairs.ours.push(await driveMetered(ours, { connections, seconds }));
    showProgress(`${ours.probe.name}, ${connections} connections`, turn + 1, turns);
  }
  return pairs;
}

function sideOf(
  { checkout, server, credentials, tickets }: RunningCheckout,
  operation: OperationName,
  postgres: EmbeddedServer,
): Side {
  const caller = callerOf(operation === 'SessionCreate' ? 'password' : 'SessionID', credentials);
  const pid = readFileSync(join(postgres.folder, 'postgresql', 'postmaster.pid'), 'utf8');
  return {
    name: checkout.name,
    url: server.url,
    probe: probeFor(operation, { prefix: '/Webservice/Bench', caller, tickets, pageEnds: [] }),
    processes: { server: server.child.pid ?? 0, database: Number.parseInt(pid, 10) },
  };
}
