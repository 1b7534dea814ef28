import { largestTables } from '@ticketgate/database';
import type { Data } from '@ticketgate/sdk';
import {
  inputObject,
  integer,
  listOfNamed,
  named,
  text,
  oneOf,
  orNull,
  numberOrNull,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { waitingWork } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';

export const measureLoad = task({
  at: 'GET /system/load',
  needs: 'look',
  summary: 'Shows the work of this process (connections to the database, standbys and queues), and the largest tables.',
  input: inputObject({}),
  answer: named('ProcessLoad', {
    pid: integer('Number of the process.'),
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
    queues: orNull(waitingWork, 'What waits in the process; null where other processes serve the web services.'),
    tables: listOfNamed('The largest tables first.', 'TableSize', {
      name: text('Name of the table, with its schema.'),
      rows: numberOrNull('As PostgreSQL estimates them; null before it has looked.'),
      bytes: integer('With indexes and long values.'),
    }),
  }),
  async run(_input, { system }): Promise<Data> {
    const { database } = system;
    const standbys = (system.standbys?.report() ?? []).map(({ problem = null, lag = null, ...rest }) => ({
      ...rest,
      problem,
      lag,
    }));
    const fallbacks = [...(system.standbys?.fallbacks ?? [])].map(([reason, count]) => ({ reason, count }));
    const own = { pid: process.pid, pools: database.pools(), queues: system.queues() };
    return { ...own, standbys, fallbacks, tables: await largestTables(database) };
  },
});
