import { drive } from '../driving/drive.js';
import { atMost, type Measured } from '../report/measure.js';
import type { OperationName } from '../requests/gateway-probes.js';
import { usageOf } from '../system/process-meter.js';
import { gatewaySide, logIn, type Bench } from './bench.js';

const REQUESTS = 100_000;
/** The size is read after each; each has the whole mix. */
const PARTS = 10;
const MEGABYTE = 1024 * 1024;
/** Shares of the requests: mostly reading, as clients do. */
const MIX: readonly (readonly [OperationName, number])[] = [
  ['TicketSearch title', 0.35],
  ['QueueList', 0.3],
  ['TicketGet', 0.23],
  ['SessionCreate', 0.06],
  ['TicketCreate', 0.03],
  ['TicketUpdate', 0.03],
];

/** Resident memory of a fresh server after many requests of all kinds, and whether it still grows. */
export async function measureMemory(bench: Bench): Promise<readonly Measured[]> {
  const gateway = await bench.system.startGateway();
  const fresh = { ...bench, gateway, credentials: await logIn(gateway.url, bench.credentials) };
  const sizes: number[] = [];
  try {
    for (let part = 0; part < PARTS; part += 1) {
      await runPart(fresh);
      const usage = usageOf(gateway.child.pid ?? 0);
      if (usage === undefined) return [];
      sizes.push(usage.memory / MEGABYTE);
    }
  } finally {
    await gateway.stop();
  }
  const middle = sizes[PARTS / 2 - 1] ?? 0;
  const last = sizes.at(-1) ?? 0;
  return [
    { measure: 'resident memory after 100,000 mixed requests', unit: 'MB', value: last, target: atMost(220) },
    { measure: 'growth of it over the last half', unit: 'ratio', value: last / middle, target: atMost(1.1) },
  ];
}

async function runPart(bench: Bench): Promise<void> {
  for (const [operation, share] of MIX) {
    const { url, probe } = gatewaySide(bench, operation);
    await drive(url, probe, { connections: 16, amount: Math.ceil((REQUESTS / PARTS) * share) });
  }
}
