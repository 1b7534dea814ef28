import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { readDatabaseCondition } from '@ticketgate/database';

import type { System } from '../system/open-system.js';
import type { MetricsRegistry } from './metrics-registry.js';

interface Condition {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Returns numbers with their labels. */
  readonly read: () => Promise<readonly (readonly [Readonly<Record<string, string>>, number])[]>;
}

/** Adds metrics of what a gateway depends on: slots of the database, the certificate, the disk. All processes see the same numbers. */
export function addConditionMetrics({ client, registry }: MetricsRegistry, system: System): void {
  for (const { name, help, read, labelNames = [] } of [
    ...databaseSlots(system),
    ...certificateEnd(system),
    ...freeDisk(system),
  ]) {
    new client.Gauge({
      name: `ticketgate_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      aggregator: 'max',
      async collect() {
        // The other metrics must not depend on the database or on files.
        const values = await read().catch(() => []);
        this.reset();
        for (const [labels, value] of values) this.set({ ...labels }, value);
      },
    });
  }
}

/** A pooler has slots of its own, which PostgreSQL does not know. */
function databaseSlots({ database }: System): readonly Condition[] {
  if (database.isPooled()) return [];
  return [
    {
      name: 'database_slots',
      help: 'Connections of all programs to PostgreSQL (used), and how many more it allows to ordinary roles (free).',
      labelNames: ['state'],
      async read() {
        const { mostConnections, connections } = await readDatabaseCondition(database);
        return [
          [{ state: 'used' }, connections],
          [{ state: 'free' }, Math.max(0, mostConnections - connections)],
        ];
      },
    },
  ];
}

function certificateEnd({ configuration: { tls } }: System): readonly Condition[] {
  const { certificate } = tls;
  if (certificate === null) return [];
  return [
    {
      name: 'certificate_end_timestamp_seconds',
      help: 'When the certificate in tls.certificate ends, in seconds since 1970.',
      async read() {
        const { validTo } = new X509Certificate(await readFile(certificate));
        return [[{}, Date.parse(validTo) / 1000]];
      },
    },
  ];
}

function freeDisk({ configuration: { data, database } }: System): readonly Condition[] {
  if (database.url !== null) return [];
  return [
    {
      name: 'data_free_bytes',
      help: 'Free bytes on the disk of the embedded PostgreSQL.',
      async read() {
        const { bavail, bsize } = await statfs(data);
        return [[{}, bavail * bsize]];
      },
    },
  ];
}
