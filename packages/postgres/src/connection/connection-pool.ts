import type { Logger } from '@ticketgate/sdk';
import knex, { type Knex } from 'knex';

import type { Connector } from './connector.js';
import { PreparedClient, type PoolConfig } from './prepared-client.js';

export interface PoolUse {
  readonly name: 'requests' | 'searches';
  /** Connections. */
  readonly used: number;
  readonly free: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

interface PoolOptions {
  readonly connector: Connector;
  readonly log: Knex.Logger;
  /** Connections at most. */
  readonly size: number;
  /** Milliseconds to wait for a free one. */
  readonly patience: number;
}

/** Knex only asks for it to write SQL for very old servers. */
const OLDEST_SERVER = '14';

export function openPool({ connector, log, size, patience }: PoolOptions): Knex {
  const config: PoolConfig = {
    // Typed by hand, because the dialects have no types.
    client: PreparedClient as unknown as typeof Knex.Client,
    connector,
    // Knex makes no pool without it.
    connection: {},
    pool: { min: 0, max: size },
    acquireConnectionTimeout: patience,
    version: OLDEST_SERVER,
    // Its message would have the values of the statement.
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

export function useOf(name: PoolUse['name'], { client }: Knex): PoolUse {
  // Knex types its client as any; the pool that it makes is one of tarn's, and gone once it is closed.
  const { pool } = client as { readonly pool?: TarnPool };
  return { name, used: pool?.numUsed() ?? 0, free: pool?.numFree() ?? 0, waiting: pool?.numPendingAcquires() ?? 0 };
}

/** Output of Knex that is worth logging. */
export function poolLog(logger: Logger, isWorthIt: () => boolean): Knex.Logger {
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    if (isWorthIt()) logger[level]('knex', { message: String(message) });
  };
  return { warn: write('warn'), error: write('warn'), deprecate: write('debug'), debug: write('debug') };
}
