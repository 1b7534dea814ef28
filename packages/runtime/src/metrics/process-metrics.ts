import type { Gateway } from '@ticketgate/gateway';

import type { System } from '../system/open-system.js';
import type { MetricsRegistry } from './metrics-registry.js';

interface ReadNumber {
  readonly name: string;
  readonly help: string;
  /** Returns numbers with their labels. */
  readonly read: () => readonly (readonly [Readonly<Record<string, string>>, number])[];
  readonly labelNames?: readonly string[];
}

/** Adds metrics that are read on demand: connections, queues and caches. The library adds those of Node.js. */
export function addProcessMetrics({ client, registry }: MetricsRegistry, system: System, gateway: Gateway): void {
  for (const { name, help, read, labelNames = [] } of [...poolNumbers(system), ...gatewayNumbers(gateway)]) {
    new client.Gauge({
      name,
      help,
      registers: [registry],
      labelNames: [...labelNames],
      collect() {
        for (const [labels, value] of read()) this.set({ ...labels }, value);
      },
    });
  }
}

function poolNumbers({ database, snapshots }: System): readonly ReadNumber[] {
  return [
    {
      name: 'ticketgate_database_connections',
      help: 'Connections to the database by pool and state, and requests that wait for one.',
      labelNames: ['pool', 'state'],
      read: () =>
        database.pools().flatMap(({ name: pool, used, free, waiting }) => [
          [{ pool, state: 'used' }, used],
          [{ pool, state: 'free' }, free],
          [{ pool, state: 'waiting' }, waiting],
        ]),
    },
    {
      name: 'ticketgate_cache_uses',
      help: 'How often agents, permissions, the catalogue … were used, and how often they had to be read for that, since the start.',
      labelNames: ['cache', 'use'],
      read: () =>
        snapshots.uses().flatMap(({ name: cache, kept, read }) => [
          [{ cache, use: 'kept' }, kept],
          [{ cache, use: 'read' }, read],
        ]),
    },
  ];
}

function gatewayNumbers(gateway: Gateway): readonly ReadNumber[] {
  const number = (name: string, help: string, read: () => number): ReadNumber => ({
    name: `ticketgate_${name}`,
    help,
    read: () => [[{}, read()]],
  });
  return [
    number('waiting_requests', 'Requests that wait for their answer.', () => gateway.load.waitingRequests),
    number('debug_log_queue_requests', 'Requests to be written to the debug log.', () => gateway.load.debugRequests),
    number('debug_log_queue_bytes', 'Bytes of these requests.', () => gateway.load.debugBytes),
    number(
      'debug_log_dropped_requests',
      'Requests that the debug log lost since the start.',
      () => gateway.droppedDebuggerEntries,
    ),
  ];
}
