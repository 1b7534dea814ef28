import { alternate } from '../driving/alternate.js';
import { median } from '../driving/statistics.js';
import { atMost, type Measured } from '../report/measure.js';
import type { OperationName } from '../requests/gateway-probes.js';
import { gatewaySide, type Bench, type SideOptions } from './bench.js';
import { measureCost } from './measure-cost.js';
import { measureObserver } from './observer.js';

/** What, how it differs from a plain request, how much it may cost, and by which operation that is measured, if not by TicketGet. */
const FEATURES: readonly (readonly [measure: string, options: SideOptions, most: number, by?: OperationName])[] = [
  ['password instead of SessionID', { kind: 'password' }, 1.3],
  ['DebugThreshold debug instead of error, TicketGet', { service: 'BenchDebug' }, 1.25],
  ['DebugThreshold debug instead of error, TicketCreate', { service: 'BenchDebug' }, 1.25, 'TicketCreate'],
  ['failures recorded whole, TicketGet', { service: 'BenchFailures' }, 1.03],
  ['failures recorded whole, TicketCreate', { service: 'BenchFailures' }, 1.03, 'TicketCreate'],
  ['inbound and outbound Simple mapping', { service: 'BenchMapped' }, 1.1],
  ['a service with 500 operations instead of 9', { service: 'BenchMany' }, 1.05],
];

/** What single features cost, and how even the answers come. */
export async function measureFeatures(bench: Bench): Promise<readonly Measured[]> {
  const measures: Measured[] = [];
  for (const [measure, options, most, operation = 'TicketGet'] of FEATURES) {
    const sides = [gatewaySide(bench, operation), gatewaySide(bench, operation, options)] as const;
    measures.push(await measureCost(measure, sides, most));
  }
  measures.push(...(await measureObserver(bench)));
  const [rounds] = await alternate([gatewaySide(bench, 'TicketGet')]);
  const tail = median((rounds?.driven ?? []).map(({ p50, p99 }) => p99 / p50));
  return [
    ...measures,
    { measure: 'p99 / p50 of TicketGet, 16 connections', unit: 'ratio', value: tail, target: atMost(5) },
  ];
}
