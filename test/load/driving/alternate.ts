import { FEWEST_VALUES, medianInterval, type Median } from '../against/median-interval.js';
import type { Side } from '../peers/check-peers.js';
import type { Spent } from '../report/measure.js';
import { drive, type Load } from './drive.js';
import { driveMetered, spentOn, type MeteredTurn } from './metered-turn.js';
import { median } from './statistics.js';

/** How fast a side was in each round. */
export interface Rounds {
  readonly name: string;
  readonly perSecond: readonly number[];
  readonly driven: readonly MeteredTurn[];
  /** Over all rounds; undefined where the system does not tell. */
  readonly spent: Spent | undefined;
}

/** Many short turns: a moment in which the machine is busy elsewhere spoils one of them. */
const USUAL = {
  rounds: 5,
  connections: 16,
  seconds: 1,
  /** Until a process has compiled what it needs. */
  warmUp: { connections: 16, seconds: 3 } as Load,
};

export interface Alternation {
  readonly warmUp?: Load;
  readonly rounds?: number;
  readonly connections?: number;
  /** Of a turn. */
  readonly seconds?: number;
}

/**
 * Drives the sides with so many connections in short turns, each round in the opposite order of the last, after requests that are not counted: what else the
 * machine does hits all of them alike.
 */
export async function alternate(sides: readonly Side[], alternation: Alternation = {}): Promise<readonly Rounds[]> {
  const { warmUp, rounds, connections, seconds } = { ...USUAL, ...alternation };
  for (const { url, probe } of sides) await drive(url, probe, warmUp);
  const driven = sides.map((): MeteredTurn[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = sides.map((_side, index) => (round % 2 === 0 ? index : sides.length - 1 - index));
    for (const index of order) {
      const side = sides[index];
      if (side !== undefined) driven[index]?.push(await driveMetered(side, { connections, seconds }));
    }
  }
  return sides.map(({ name }, index) => {
    const results = driven[index] ?? [];
    const spent = spentOn(name, results);
    return { name, driven: results, perSecond: results.map(({ perSecond }) => perSecond), spent };
  });
}

/** What all sides took of the processors, as far as the system tells. */
export function spentOf(sides: readonly Rounds[]): readonly Spent[] {
  return sides.flatMap(({ spent }) => spent ?? []);
}

/** The median over the rounds of how much faster `a` is than `b`. */
export function ratio(a: Rounds | undefined, b: Rounds | undefined): number {
  return median(ratios(a, b));
}

/** The same with its interval, which needs more rounds than are usual. */
export function ratioInterval(a: Rounds | undefined, b: Rounds | undefined): Median {
  return medianInterval(ratios(a, b));
}

/** The same of the requests in a second of processor time, which suffer less from what else the machine does; undefined where it is not told. */
export function workInterval(a: Rounds, b: Rounds): Median | undefined {
  const ratios = a.driven.flatMap((turn, round) => {
    const [mine, other] = [turn, b.driven[round]].map(perProcessorSecond);
    return mine === undefined || other === undefined ? [] : [mine / other];
  });
  return ratios.length < FEWEST_VALUES ? undefined : medianInterval(ratios);
}

function perProcessorSecond(turn: MeteredTurn | undefined): number | undefined {
  if (turn?.server === undefined || turn.database === undefined || turn.requests === 0) return undefined;
  return turn.requests / (turn.server + turn.database);
}

function ratios(a: Rounds | undefined, b: Rounds | undefined): readonly number[] {
  if (a === undefined || b === undefined) throw new Error('A ratio needs two sides.');
  return a.perSecond.map((each, round) => each / (b.perSecond[round] ?? each));
}
