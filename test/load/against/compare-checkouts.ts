import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder } from '../../support/index.js';

import { showProgress } from '../data/progress-bar.js';
import { drive } from '../driving/drive.js';
import { driveMetered, type MeteredTurn } from '../driving/metered-turn.js';
import type { Side } from '../peers/check-peers.js';
import { chooseCaller, probeFor, type OperationName } from '../requests/gateway-probes.js';
import { ROOT } from '../../support/root.js';
import type { AgainstOptions } from './against-options.js';
import { findCheckout, prepareCheckout, startCheckout, type RunningCheckout } from './checkout.js';
import { attachedGround, standAloneGround, type Ground } from './ground.js';
import { compare, type Pairs } from './judge.js';
import { renderComparisons, type Point } from './render-comparisons.js';

/** Until both have compiled what they need; seconds. */
const WARM_UP = 2;
/** Seconds that installing, starting and loading take, and what a turn takes beyond its length. */
const ESTIMATE = { start: 60, grow: 90, turn: 0.3 };

/**
 * Measures this checkout against another one: on one PostgreSQL, each on a database of its own with the same tickets, in turns, so that what else the machine does hits both.
 *
 * @returns false when an operation became slower than tolerated
 */
export async function compareCheckouts(options: AgainstOptions): Promise<boolean> {
  const checkouts = [findCheckout(ROOT), findCheckout(options.checkout)] as const;
  console.error(`${checkouts[0].name} against ${checkouts[1].name}: ${describeEstimate(options)}`);
  prepareCheckout(checkouts[1]);
  const folder = makeServerFolder();
  const ground = await (options.attached ? attachedGround : standAloneGround)(folder.path);
  const running: RunningCheckout[] = [];
  try {
    for (const [index, checkout] of checkouts.entries()) {
      const place = { databaseURL: ground.databases[index] ?? '', folder: join(folder.path, `side-${index}`) };
      running.push(await startCheckout(checkout, { ...place, ground }));
    }
    const [ours, other] = running;
    if (ours === undefined || other === undefined) throw new Error('Both checkouts have to run.');
    const points = await measureAll([ours, other], { ...options, ground });
    const names = checkouts.map(({ name }) => name);
    console.log(`\n${renderComparisons(names, points)}`);
    writeFileSync(
      'bench-against.json',
      `${JSON.stringify({ time: new Date().toISOString(), checkouts, options, points }, undefined, 2)}\n`,
    );
    return points.every(({ comparison }) => comparison.verdict !== 'slower');
  } finally {
    for (const each of running) await each.stop();
    await ground.stop();
    folder.remove();
  }
}

function describeEstimate({ connections, operations, turns, seconds, attached }: AgainstOptions): string {
  const points = connections.length * operations.length;
  const start = ESTIMATE.start + (attached ? ESTIMATE.grow : 0);
  const time = start + points * 2 * (WARM_UP + turns * (seconds + ESTIMATE.turn));
  return `${points} comparisons of ${turns} turns each, about ${Math.ceil(time / 60)} minutes.`;
}

type Both = readonly [ours: RunningCheckout, other: RunningCheckout];
type Measuring = AgainstOptions & { readonly ground: Ground };

async function measureAll(running: Both, options: Measuring): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (const operation of options.operations) {
    for (const { database } of running) await database.query('vacuum analyze');
    await running[0].database.query('checkpoint');
    for (const connections of options.connections) {
      const sides = [
        sideOf(running[0], operation, options.ground),
        sideOf(running[1], operation, options.ground),
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
  { databasePID }: Ground,
): Side {
  const caller = chooseCaller(operation === 'SessionCreate' ? 'password' : 'SessionID', credentials);
  return {
    name: checkout.name,
    url: server.url,
    probe: probeFor(operation, { prefix: '/Webservice/Bench', caller, tickets, pageEnds: [] }),
    processes: { server: server.child.pid ?? 0, database: databasePID },
  };
}
