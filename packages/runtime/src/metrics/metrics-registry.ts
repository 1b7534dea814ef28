import type { default as Prometheus, Registry } from 'prom-client';

import type { Configuration } from '../configuration/configuration.js';

/** The metrics of this process. */
export interface MetricsRegistry {
  /** The library, which is only loaded if metrics are enabled. */
  readonly client: typeof Prometheus;
  readonly registry: Registry;
}

/** Undefined if metrics are not enabled. */
export async function createMetrics({ metrics }: Configuration): Promise<MetricsRegistry | undefined> {
  if (metrics.listen === null && metrics.token === null) return undefined;
  const { default: client } = await import('prom-client');
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  return { client, registry };
}

type Labelled = readonly (readonly [Readonly<Record<string, string>>, number])[];

/** Numbers that are read when the metrics are. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** All processes see the same numbers, which are not added up. */
  readonly isShared?: boolean;
  /** Returns a number, or several with their labels. */
  readonly read: () => number | Labelled | Promise<number | Labelled>;
}

export function addReadings({ client, registry }: MetricsRegistry, readings: readonly Reading[]): void {
  for (const { name, help, labelNames = [], isShared = false, read } of readings) {
    new client.Gauge({
      name: `ticketgate_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      ...(isShared && { aggregator: 'max' }),
      async collect() {
        // The other metrics must not depend on the database or on files.
        const numbers = await readNumbers(read);
        this.reset();
        // What has no labels is 0 then, which nobody has read.
        this.remove({});
        if (typeof numbers === 'number') this.set(numbers);
        else for (const [labels, number] of numbers) this.set({ ...labels }, number);
      },
    });
  }
}

async function readNumbers(read: Reading['read']): Promise<number | Labelled> {
  try {
    return await read();
  } catch {
    return [];
  }
}
