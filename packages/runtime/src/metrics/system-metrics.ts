import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { readDatabaseCondition } from '@ticketgate/database';
import type { Gateway } from '@ticketgate/gateway';

import type { Configuration } from '../configuration/configuration.js';
import type { System } from '../system/open-system.js';
import { addReadings, type MetricsRegistry, type Reading } from './metrics-registry.js';

/**
 * Adds metrics of this process, its connections, queues and caches, and of what it depends on: slots of the database, the certificate, the
 * disk. The library adds those of Node.js.
 */
export function addSystemMetrics(metrics: MetricsRegistry, system: System, gateway: Gateway): void {
  addReadings(metrics, [
    ...poolNumbers(system),
    ...standbyNumbers(system),
    ...gatewayNumbers(gateway),
    ...databaseSlots(system),
    ...certificateEnd(system),
    ...freeDisk(system),
  ]);
}

function poolNumbers({ database, snapshots }: System): readonly Reading[] {
  return [
    {
      name: 'database_connections',
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
      name: 'cache_uses',
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

function standbyNumbers({ standbys }: System): readonly Reading[] {
  const report = () => standbys?.report() ?? [];
  return [
    {
      name: 'standby_reads',
      help: 'Reads that a standby answered since the start.',
      labelNames: ['host'],
      read: () => report().map(({ host, reads }) => [{ host }, reads]),
    },
    {
      name: 'standby_fallbacks',
      help: 'Requests whose reads went on at the primary since the start, by reason: away, behind, ahead, failed.',
      labelNames: ['reason'],
      read: () => [...(standbys?.fallbacks ?? [])].map(([reason, count]) => [{ reason }, count]),
    },
    {
      name: 'standby_serves',
      isShared: true,
      help: '1 for a standby that is read from, 0 for one that is away or lags.',
      labelNames: ['host'],
      read: () => report().map(({ host, state }) => [{ host }, state === 'serving' ? 1 : 0]),
    },
    {
      name: 'standby_lag_seconds',
      isShared: true,
      help: 'How old what a standby shows is, at most.',
      labelNames: ['host'],
      read: () => report().flatMap(({ host, lag }) => (lag === undefined ? [] : [[{ host }, lag] as const])),
    },
  ];
}

function gatewayNumbers(gateway: Gateway): readonly Reading[] {
  const read = (one: keyof Gateway['load']) => () => gateway.load[one];
  const help = 'Requests that the debug log lost since the start.';
  return [
    { name: 'waiting_requests', help: 'Requests that wait for their answer.', read: read('waitingRequests') },
    { name: 'debug_log_queue_requests', help: 'Requests to be written to the debug log.', read: read('debugRequests') },
    { name: 'debug_log_queue_bytes', help: 'Bytes of these requests.', read: read('debugBytes') },
    { name: 'debug_log_dropped_requests', help, read: () => gateway.droppedDebuggerEntries },
  ];
}

/** A pooler has slots of its own, which PostgreSQL does not know. */
function databaseSlots({ database }: System): readonly Reading[] {
  if (database.isPooled()) return [];
  return [
    {
      name: 'database_slots',
      isShared: true,
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

function certificateEnd({ configuration: { tls } }: System): readonly Reading[] {
  const { certificate } = tls;
  if (certificate === null) return [];
  return [
    {
      name: 'certificate_end_timestamp_seconds',
      isShared: true,
      help: 'When the certificate in tls.certificate ends, in seconds since 1970.',
      async read() {
        const { validTo } = new X509Certificate(await readFile(certificate));
        return Date.parse(validTo) / 1000;
      },
    },
  ];
}

function freeDisk({ configuration }: System): readonly Reading[] {
  const disk = findDisk(configuration);
  const help = 'Free bytes on the disk of the embedded PostgreSQL.';
  return disk === undefined ? [] : [{ name: 'data_free_bytes', isShared: true, help, read: disk.readFree }];
}

/** The disk of the embedded PostgreSQL; undefined for another server, whose disk cannot be seen from here. */
export function findDisk({ data, database }: Pick<Configuration, 'data' | 'database'>) {
  if (database.url !== null) return undefined;
  const folder = existsSync(data) ? data : process.cwd();
  const readFree = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return { folder, readFree };
}
