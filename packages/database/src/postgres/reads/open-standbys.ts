import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Database, Logger } from '@ticketgate/sdk';

import type { Around } from '../connection/connector.js';
import { describeHost } from '../connection/database-url.js';
import { KnexDatabase } from '../connection/knex-database.js';
import { openPool, poolLog } from '../connection/knex-pool.js';
import {
  openPools,
  makeTarget,
  watchedConnector,
  type ConnectionTarget,
  type DatabaseOptions,
  type OpenDatabase,
} from '../connection/open-database.js';
import { PrimaryQuestions, type AloneConnection, type Clock } from './primary-questions.js';
import { Standby, type OpenStandby } from './standby.js';
import { Standbys, type Consistency } from './standbys.js';

export interface StandbysOptions {
  /** Each is `host:port`, with everything else as in the URL of the primary, or a complete URL. */
  readonly hosts: readonly string[];
  /** Default: `caller`. */
  readonly consistency?: Consistency;
  /** Seconds by which a standby may lag before it is no longer used; default: 10. */
  readonly maxLag?: number;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  wait: (milliseconds) => (milliseconds > 0 ? setTimeout(milliseconds) : setImmediate()),
};
/** Milliseconds within which a standby, and the primary, must report their position. */
const POLL_TIMEOUT = 1_000;
const QUESTION_TIMEOUT = 5_000;

/** Opens the pools of the standbys, with the primary's options, and asks for their positions. They may all be away. */
export async function openStandbys(
  primary: Pick<OpenDatabase, 'tableNames'> & Database,
  options: DatabaseOptions,
  { hosts, consistency = 'caller', maxLag = 10 }: StandbysOptions,
): Promise<Standbys> {
  const target = { ...makeTarget(options), tableNames: primary.tableNames };
  const questions = new PrimaryQuestions(
    openAlone(options.logger, target, QUESTION_TIMEOUT),
    consistency === 'strict',
    CLOCK,
  );
  const standbys = hosts.map((host) => {
    const own = { ...target, isForReads: true, url: target.url.at(host) };
    return new Standby({
      host: own.url.hosts.map(describeHost).join(','),
      questions,
      clock: CLOCK,
      mayBeAhead: consistency === 'eventual',
      isPooled: target.pooling === 'transaction',
      open: (around) => openStandby(options, { ...own, around }),
    });
  });
  const opened = new Standbys({
    primary,
    standbys,
    questions,
    clock: CLOCK,
    consistency,
    maxLag: maxLag * 1000,
    logger: options.logger,
  });
  await opened.start();
  return opened;
}

function openStandby(options: DatabaseOptions, target: ConnectionTarget & { readonly around: Around }): OpenStandby {
  const pools = openPools(options, target, quiet(options.logger));
  const { around: _around, ...alone } = target;
  const poll = openAlone(options.logger, alone, POLL_TIMEOUT);
  return {
    database: pools.base,
    poll,
    drop() {
      for (const each of pools.watches) each.dropSilent(POLL_TIMEOUT);
    },
    async close() {
      await poll.close();
      await pools.close();
    },
  };
}

/** One connection, which is given up early if the server is silent. */
function openAlone(logger: Logger, target: ConnectionTarget, timeout: number): AloneConnection {
  const { connector, watch } = watchedConnector({ ...target, silence: timeout });
  const pool = openPool({ connector, log: quiet(logger), size: 1, acquireTimeout: timeout });
  return {
    query: new KnexDatabase(pool).query,
    async close() {
      watch.close();
      await pool.destroy();
    },
  };
}

/** For a standby, problems are reported once instead of for each connection. */
function quiet(logger: Logger) {
  return poolLog(logger, () => false);
}
