import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { largestTables } from '@ticketgate/database';
import type { Data } from '@ticketgate/sdk';
import { inputObject, integer, listOf, named, number, objectOf, text } from '@ticketgate/sdk/schema';

import { task } from '../tasks/task.js';

/** Milliseconds in which the event loop is watched. */
const WATCHED = 200;
const NANOSECONDS = 1e6;

const queues = named(
  'WaitingWork',
  objectOf({ waitingRequests: integer, debugRequests: integer, debugBytes: integer, droppedRequests: integer }),
);

export const measureLoad = task({
  at: 'GET /system/load',
  summary:
    'Measures how busy this process is (its event loop over 200 milliseconds, connections to the database, queues and caches), and the largest tables.',
  input: inputObject({}),
  answer: named(
    'ProcessLoad',
    objectOf({
      pid: integer,
      eventLoop: named('EventLoop', objectOf({ busy: number, meanDelay: number, mostDelay: number })),
      pools: listOf(named('Pool', objectOf({ name: text, used: integer, free: integer, waiting: integer }))),
      caches: listOf(named('Cache', objectOf({ name: text, kept: integer, read: integer }))),
      queues: { anyOf: [queues, { type: 'null' }] },
      tables: listOf(named('TableSize', objectOf({ name: text, rows: { type: ['number', 'null'] }, bytes: integer }))),
    }),
  ),
  async run(_input, { system }): Promise<Data> {
    const { database, snapshots } = system;
    const [eventLoop, tables] = await Promise.all([watchEventLoop(), largestTables(database)]);
    const caches = snapshots.uses();
    return { pid: process.pid, eventLoop, pools: database.pools(), caches, queues: system.queues(), tables };
  },
});

/** The delay of timers in milliseconds, and the share of its time that the loop works. */
async function watchEventLoop() {
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
