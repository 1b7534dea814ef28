import { NO_METRICS, type Metrics } from '@ticketgate/sdk';
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

/** Numbers that are read when somebody asks for the metrics. */
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
        const numbers = await Promise.resolve(read()).catch(() => []);
        this.reset();
        if (typeof numbers === 'number') this.set(numbers);
        else for (const [labels, number] of numbers) this.set({ ...labels }, number);
      },
    });
  }
}

/** Most combinations of label values for a metric of a plugin. */
const MOST_LABELS = 1000;
const NAME = /^[a-z][a-z0-9_]*$/;

/** The metrics of one plugin. */
export function openMetrics(plugin: string, metrics: MetricsRegistry | undefined): Metrics {
  if (metrics === undefined) return NO_METRICS;
  const { client, registry } = metrics;
  const registers = [registry];
  const prefix = `ticketgate_${plugin.replace(/^@(?:ticketgate\/)?/, '').replaceAll(/[^A-Za-z0-9]+/g, '_')}_`;
  const nameOf = (name: string) => {
    if (NAME.test(name)) return `${prefix}${name}`;
    throw new Error(`The metric "${name}" of ${plugin} needs a name of small letters, digits and "_".`);
  };
  return {
    counter({ name, help, labels = [] }) {
      const counter = new client.Counter({ name: nameOf(name), help, labelNames: [...labels], registers });
      const admit = admission();
      return {
        add(amount = 1, values = {}) {
          if (admit(values)) counter.inc({ ...values }, amount);
        },
      };
    },
    histogram({ name, help, labels = [] }, steps) {
      const options = { name: nameOf(name), help, labelNames: [...labels], buckets: [...steps], registers };
      const histogram = new client.Histogram(options);
      const admit = admission();
      return {
        observe(value, values = {}) {
          if (admit(values)) histogram.observe({ ...values }, value);
        },
      };
    },
    gauge({ name, help }, read) {
      new client.Gauge({
        name: nameOf(name),
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
}

/** Limits the combinations of label values, since plugins may take them from clients. */
function admission(): (labels: object) => boolean {
  const known = new Set<string>();
  return (labels) => {
    const key = JSON.stringify(labels);
    if (known.has(key)) return true;
    if (known.size >= MOST_LABELS) return false;
    known.add(key);
    return true;
  };
}
