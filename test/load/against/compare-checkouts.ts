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
import { findCheckout, placeCheckout, prepareCheckout, type RunningCheckout } from './checkout.js';
import { attachedGround, standAloneGround, type Ground } from './ground.js';
import { compare } from './judge.js';
import { renderComparisons, type Point } from './render-comparisons.js';

/** Seconds until both have compiled what an operation needs, which takes some 5,000 requests. */
const WARM_UP = 10;
/** Seconds that installing and loading take, starting both for a turn, and what a turn takes beyond its length. */
const ESTIMATE = { load: 40, grow: 90, start: 6, turn: 0.3 };

/**
 * Measures this checkout against another one: on one PostgreSQL, each on a database of its own with the same tickets, in turns, so that what else the machine does hits both.
 * Both are started anew for each turn: two processes of the same program differ by up to a fifth, for as long as they live.
 *
 * @returns false when an operation became slower than tolerated
 */
export async function compareCheckouts(options: AgainstOptions): Promise<boolean> {
  const checkouts = [findCheckout(ROOT), findCheckout(options.checkout)] as const;
  console.error(`${checkouts[0].name} against ${checkouts[1].name}: ${describeEstimate(options)}`);
  prepareCheckout(checkouts[1]);
  const folder = makeServerFolder();
  const ground = await (options.attached ? attachedGround : standAloneGround)(folder.path);
  try {
    const place = (index: 0 | 1) =>
      placeCheckout(checkouts[index], {
        databaseURL: ground.databases[index],
        folder: join(folder.path, `side-${index}`),
        ground,
      });
    const points = await measureAll([place(0), place(1)], { ...options, ground });
    const names = checkouts.map(({ name }) => name);
    console.log(`\n${renderComparisons(names, points)}`);
    writeFileSync(
      'bench-against.json',
      `${JSON.stringify({ time: new Date().toISOString(), checkouts, options, points }, undefined, 2)}\n`,
    );
    return points.every(({ comparison }) => comparison.verdict !== 'slower');
  } finally {
    await ground.stop();
    folder.remove();
  }
}

function describeEstimate({ connections, operations, turns, seconds, attached }: AgainstOptions): string {
  const points = connections.length * operations.length;
  const load = ESTIMATE.load + (attached ? ESTIMATE.grow : 0);
  const turn = ESTIMATE.start + operations.length * WARM_UP + points * 2 * (seconds + ESTIMATE.turn);
  const time = load + turns * turn;
  return `${points} to compare in ${turns} turns each, about ${Math.ceil(time / 60)} minutes.`;
}

type Both<One> = readonly [ours: One, other: One];
type Measuring = AgainstOptions & { readonly ground: Ground };

async function measureAll(
  starts: Both<() => Promise<RunningCheckout>>,
  { operations, connections: all, turns, seconds, ground }: Measuring,
): Promise<readonly Point[]> {
  const points = operations.flatMap((operation) =>
    all.map((connections) => ({ operation, connections, pairs: { ours: [], other: [] } as Turns })),
  );
  for (let turn = 0; turn < turns; turn += 1) {
    const isOursFirst = turn % 2 === 0;
    await withBoth(starts, isOursFirst, async ([ours, other]) => {
      await ours.database.query('checkpoint');
      for (const operation of operations) {
        const sides = { ours: sideOf(ours, operation, ground), other: sideOf(other, operation, ground) };
        await Promise.all(Object.values(sides).map(warmUp));
        for (const { connections, pairs } of points.filter((point) => point.operation === operation)) {
          for (const side of inOrder<keyof Turns>(['ours', 'other'], isOursFirst))
            pairs[side].push(await driveMetered(sides[side], { connections, seconds }));
        }
      }
    });
    showProgress('Turns', turn + 1, turns);
  }
  return points.map((point) => ({ ...point, comparison: compare(point.pairs) }));
}

function warmUp({ url, probe }: Side): Promise<unknown> {
  return drive(url, probe, { connections: 8, seconds: WARM_UP });
}

type Turns = Record<'ours' | 'other', MeteredTurn[]>;

/** In the order ABBA: what grows meanwhile hits both alike. */
function inOrder<One>([ours, other]: Both<One>, isOursFirst: boolean): Both<One> {
  return isOursFirst ? [ours, other] : [other, ours];
}

async function withBoth(
  starts: Both<() => Promise<RunningCheckout>>,
  isOursFirst: boolean,
  work: (running: Both<RunningCheckout>) => Promise<void>,
): Promise<void> {
  const [startFirst, startSecond] = inOrder(starts, isOursFirst);
  const first = await startFirst();
  try {
    const second = await startSecond();
    try {
      await work(inOrder([first, second], isOursFirst));
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
  }
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
