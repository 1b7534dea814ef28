import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { largestTables, type SnapshotUse, type TableSize } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

/** What waits in the gateway of a process. */
export interface GatewayQueues {
  readonly waitingRequests: number;
  readonly debugRequests: number;
  readonly debugBytes: number;
  readonly droppedRequests: number;
}

export interface ProcessLoad {
  readonly pid: number;
  readonly eventLoop: { readonly busy: number; readonly meanDelay: number; readonly mostDelay: number };
  readonly pools: ReturnType<System['database']['pools']>;
  readonly caches: readonly SnapshotUse[];
  /** Null where other processes serve the web services. */
  readonly queues: GatewayQueues | null;
  readonly tables: readonly TableSize[];
}

/** Milliseconds in which the event loop is watched. */
const WATCHED = 200;
const NANOSECONDS = 1e6;

/** How busy the process is that answers, and how large the database. */
export async function measureLoad({ database, snapshots }: System, queues: GatewayQueues | null): Promise<ProcessLoad> {
  const [eventLoop, tables] = await Promise.all([watchEventLoop(), largestTables(database)]);
  return { pid: process.pid, eventLoop, pools: database.pools(), caches: snapshots.uses(), queues, tables };
}

/** By how much timers come late, on average and at most, and the share of the time that the loop works. */
async function watchEventLoop(): Promise<ProcessLoad['eventLoop']> {
  const resolution = 1;
  const delays = monitorEventLoopDelay({ resolution });
  const before = performance.eventLoopUtilization();
  delays.enable();
  await wait(WATCHED);
  delays.disable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - resolution);
  return {
    busy: performance.eventLoopUtilization(before).utilization,
    meanDelay: Number.isNaN(delays.mean) ? 0 : late(delays.mean),
    mostDelay: late(delays.max),
  };
}
