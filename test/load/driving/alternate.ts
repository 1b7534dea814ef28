import type { Side } from '../peers/check-peers.js';
import { drive, type Driven } from './drive.js';
import { median } from './statistics.js';

/** How fast a side was in each round. */
export interface Rounds {
  readonly name: string;
  readonly perSecond: readonly number[];
  readonly driven: readonly Driven[];
}

/** Many short turns: a moment in which the machine is busy elsewhere spoils one of them. */
const ROUNDS = 5;
const TURN = { connections: 16, seconds: 1 };
/** Requests until a process has compiled what it needs. */
const WARM_UP = 2_000;

/**
 * Drives the sides with 16 connections in short turns, each round in the opposite order of the last, after requests that are not counted: what else the
 * machine does hits all of them alike.
 */
export async function alternate(sides: readonly Side[], warmUp = WARM_UP): Promise<readonly Rounds[]> {
  for (const { url, probe } of sides) await drive(url, probe, { connections: TURN.connections, amount: warmUp });
  const driven = sides.map((): Driven[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = sides.map((_side, index) => (round % 2 === 0 ? index : sides.length - 1 - index));
    for (const index of order) {
      const side = sides[index];
      if (side !== undefined) driven[index]?.push(await drive(side.url, side.probe, TURN));
    }
  }
  return sides.map(({ name }, index) => {
    const results = driven[index] ?? [];
    return { name, driven: results, perSecond: results.map(({ perSecond }) => perSecond) };
  });
}

/** The median over the rounds of how much faster `a` is than `b`. */
export function ratio(a: Rounds | undefined, b: Rounds | undefined): number {
  if (a === undefined || b === undefined) throw new Error('A ratio needs two sides.');
  return median(a.perSecond.map((each, round) => each / (b.perSecond[round] ?? each)));
}
