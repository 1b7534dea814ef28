import type { Logger } from '@ticketgate/sdk';
import knex, { type Knex } from 'knex';

import type { Connector } from './connector.js';
import { PreparedClient, type PoolConfig } from './prepared-client.js';

export interface PoolUse {
  readonly name: 'requests' | 'searches';
  /** Connections. */
  readonly used: number;
  readonly free: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

interface PoolOptions {
  readonly connector: Connector;
  readonly log: Knex.Logger;
  /** Connections at most. */
  readonly size: number;
  /** Milliseconds to wait for a free connection. */
  readonly acquireTimeout: number;
}

/** The version that Knex writes SQL for; it only matters for older servers. */
const OLDEST_SERVER = '14';

export function openPool({ connector, log, size, acquireTimeout }: PoolOptions): Knex {
  const config: PoolConfig = {
    // Knex has no types for its dialects.
    client: PreparedClient as unknown as typeof Knex.Client,
    connector,
    // Without it, Knex makes no pool.
    connection: {},
    pool: { min: 0, max: size },
    acquireConnectionTimeout: acquireTimeout,
    version: OLDEST_SERVER,
    // The message would contain the values of the statement.
    compileSqlOnError: false,
    log,
  };
  return knex(config);
}

interface TarnPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

export function poolUse(name: PoolUse['name'], { client }: Knex): PoolUse {
  // Knex types its client as any. Its pool is tarn's, and undefined once it is closed.
  const { pool } = client as { readonly pool?: TarnPool };
  return { name, used: pool?.numUsed() ?? 0, free: pool?.numFree() ?? 0, waiting: pool?.numPendingAcquires() ?? 0 };
}

/** The logger for Knex, which is silent until the pool is open: before that, the caller gets the errors. */
export function poolLog(logger: Logger, isOpen: () => boolean): Knex.Logger {
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    if (isOpen()) logger[level]('knex', { message: String(message) });
  };
  return { warn: write('warn'), error: write('warn'), deprecate: write('debug'), debug: write('debug') };
}
