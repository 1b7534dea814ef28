import type { Rounds } from '../driving/alternate.js';
import { median } from '../driving/statistics.js';
import { renderTable } from './render-table.js';

/** The same requests to a gateway that reads from standbys and to one that does not. */
export interface StandbyPoint {
  readonly connections: number;
  readonly without: Rounds;
  readonly reading: Rounds;
  /** Statements that standbys answered, also those before the first turn. */
  readonly atStandbys: number;
  /** Requests whose reads went on at the primary, by the reason. */
  readonly fallenBack: ReadonlyMap<string, number>;
}

/** Requests that processor time is told for. */
const REQUESTS = 10_000;

export function renderStandbys(points: readonly StandbyPoint[]): string {
  const head = ['connections', 'reads', 'primary s', 'standbys s', 'gateway s', 'p50 ms', 'requests/s', 'at standbys'];
  const rows = points.flatMap(({ connections, without, reading, atStandbys, fallenBack }) => [
    [String(connections), 'without', ...describe(without), '-', '-'],
    [String(connections), 'with', ...describe(reading), String(atStandbys), describeReasons(fallenBack)],
  ]);
  return `Processor time is for ${REQUESTS} TicketGet.\n\n${renderTable([...head, 'fallen back'], rows)}`;
}

function describe({ spent, driven, perSecond }: Rounds): readonly string[] {
  const times = [spent?.database, spent?.standbys, spent?.server].map((milliseconds) =>
    milliseconds === undefined ? '-' : ((milliseconds * REQUESTS) / 1000).toFixed(2),
  );
  return [...times, median(driven.map(({ p50 }) => p50)).toFixed(2), median(perSecond).toFixed(0)];
}

function describeReasons(counts: StandbyPoint['fallenBack']): string {
  const reasons = [...counts].filter(([, count]) => count > 0).map(([reason, count]) => `${count} ${reason}`);
  return reasons.length === 0 ? '0' : reasons.join(', ');
}
