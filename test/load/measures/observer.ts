import type { Measured } from '../report/measure.js';
import { gatewaySide, type Bench } from './bench.js';
import { measureCost } from './measure-cost.js';

/** Runs in a server before anything else. */
const WITHOUT = new URL('../system/without-observer.js', import.meta.url).href;
/** Beside the counters, which are always there. */
const METRICS = 'metrics: { token: bench-metrics }\n';

/** What it costs that every finished request is counted, for statistics and for Prometheus. */
export async function measureObserver(bench: Bench): Promise<readonly Measured[]> {
  const unobserved = await bench.system.startGateway({ environment: { NODE_OPTIONS: `--import=${WITHOUT}` } });
  const observed = await bench.system.startGateway({ configuration: METRICS });
  try {
    const sides = [
      { ...gatewaySide(bench, 'TicketGet', { gateway: unobserved }), name: 'no observer' },
      { ...gatewaySide(bench, 'TicketGet', { gateway: observed }), name: 'counters and metrics' },
    ] as const;
    return [await measureCost('counters and metrics instead of no observer, TicketGet', sides, 1.03)];
  } finally {
    await observed.stop();
    await unobserved.stop();
  }
}
