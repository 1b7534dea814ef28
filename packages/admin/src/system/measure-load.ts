import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { largestTables } from '@ticketgate/database';
import type { Data } from '@ticketgate/sdk';
import {
  inputObject,
  integer,
  listOfNamed,
  named,
  number,
  text,
  oneOf,
  orNull,
  numberOrNull,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { waitingWork } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';

/** Milliseconds in which the event loop is watched. */
const WATCHED = 200;
const NANOSECONDS = 1e6;

export const measureLoad = task({
  at: 'GET /system/load',
  needs: 'look',
  summary:
    'Measures how busy this process is (its event loop over 200 milliseconds, connections to the database, queues and caches), and the largest tables.',
  input: inputObject({}),
  answer: named('ProcessLoad', {
    pid: integer('Number of the process.'),
    eventLoop: named(
      'EventLoop',
      {
        busy: number('The share of the time that it works, 0 to 1.'),
        meanDelay: number('Milliseconds by which timers came late, on average.'),
        mostDelay: number('Milliseconds by which timers came late, at most.'),
      },
      'How late and how busy the process is.',
    ),
    pools: listOfNamed('Connections to the database.', 'Pool', {
      name: text('What its connections are for.'),
      used: integer('Connections in use.'),
      free: integer('Connections that nobody uses.'),
      waiting: integer('Requests that wait for a connection.'),
    }),
    standbys: listOfNamed('Standbys that are read from.', 'StandbyState', {
      host: text('Its address.'),
      state: oneOf(
        ['serving', 'lagging', 'away'],
        'Whether it is read from; a standby that lags is left alone until it has caught up.',
      ),
      problem: textOrNull('Why it is away; null if it is not.'),
      lag: numberOrNull('How many seconds old what it shows is, at most; null if it has never followed the primary.'),
      reads: integer('Reads that it answered since the start.'),
    }),
    fallbacks: listOfNamed('Requests whose reads went on at the primary.', 'Fallback', {
      reason: oneOf(
        ['away', 'behind', 'ahead', 'failed'],
        'No standby serves (away), it did not catch up in time (behind), it showed more than the primary did (ahead), or it failed.',
      ),
      count: integer('How many since the start.'),
    }),
    caches: listOfNamed('What the process remembers of the database.', 'Cache', {
      name: text('What it keeps.'),
      kept: integer('How often it was used as it was kept, since the start.'),
      read: integer('How often it had to be read from the database for that.'),
    }),
    queues: orNull(waitingWork, 'What waits in the process; null where other processes serve the web services.'),
    tables: listOfNamed('The largest tables first.', 'TableSize', {
      name: text('Name of the table, with its schema.'),
      rows: numberOrNull('As PostgreSQL estimates them; null before it has looked.'),
      bytes: integer('With indexes and long values.'),
    }),
  }),
  async run(_input, { system }): Promise<Data> {
    const { database, snapshots } = system;
    const [eventLoop, tables] = await Promise.all([watchEventLoop(), largestTables(database)]);
    const caches = snapshots.uses();
    const standbys = (system.standbys?.report() ?? []).map(({ problem = null, lag = null, ...rest }) => ({
      ...rest,
      problem,
      lag,
    }));
    const fallbacks = [...(system.standbys?.fallbacks ?? [])].map(([reason, count]) => ({ reason, count }));
    const own = { pid: process.pid, eventLoop, pools: database.pools(), caches, queues: system.queues() };
    return { ...own, standbys, fallbacks, tables };
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
