import { median } from '../driving/statistics.js';
import type { MeteredTurn } from '../driving/metered-turn.js';
import { renderTable } from '../report/render-table.js';
import { TOLERANCE, type Comparison, type Pairs } from './judge.js';
import type { Median } from './median-interval.js';

/** One operation with so many connections. */
export interface Point {
  readonly operation: string;
  readonly connections: number;
  readonly pairs: Pairs;
  readonly comparison: Comparison;
}

const MEANINGS = `Ratios are this checkout to the other one, medians of pairs of turns with their 95 % interval.
slower: an interval lies wholly beyond ${percent()} slower. same: both lie wholly within. unclear: neither; take more turns.`;

export function renderComparisons(names: readonly string[], points: readonly Point[]): string {
  const table = renderTable(
    ['operation', 'connections', 'requests/s', 'ratio', 'server ms', 'PostgreSQL ms', 'processor ratio', ''],
    points.map(({ operation, connections, pairs: { ours, other }, comparison }) => [
      operation,
      String(connections),
      beside(ours, other, ({ perSecond }) => perSecond.toFixed(0)),
      interval(comparison.throughput),
      beside(ours, other, ({ server, requests }) => milliseconds(server, requests)),
      beside(ours, other, ({ database, requests }) => milliseconds(database, requests)),
      comparison.processor === undefined ? '-' : interval(comparison.processor),
      comparison.verdict === 'slower' ? 'SLOWER' : comparison.verdict,
    ]),
  );
  return `${names.join(' against ')}\n\n${table}\n\n${MEANINGS}`;
}

/** Medians of both sides. */
function beside(
  ours: readonly MeteredTurn[],
  other: readonly MeteredTurn[],
  show: (turn: MeteredTurn) => string,
): string {
  const [first, second] = [ours, other].map((turns) => {
    const texts = turns.map(show);
    const middle = median(texts.map(Number));
    return texts.find((text) => Number(text) === middle) ?? '-';
  });
  return `${first} : ${second}`;
}

function milliseconds(seconds: number | undefined, requests: number): string {
  return seconds === undefined ? '-' : ((seconds * 1000) / requests).toFixed(2);
}

function interval({ value, low, high }: Median): string {
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function percent(): string {
  return `${((TOLERANCE - 1) * 100).toFixed(0)} %`;
}
