import type { Logger } from '@ticketgate/sdk';
import type pg from 'pg';

import type { Connector } from './connector.js';
import { translateDatabaseError } from './translate-error.js';

/** The first of two numbers of our advisory locks; a host's own locks have others. */
const LOCK_CLASS = 0x5447_4556;

export interface SoleProcessOptions {
  readonly connector: Connector;
  readonly logger: Logger;
  /** Runs a statement on any connection. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<readonly object[]>;
}

/**
 * Makes sure that only one of all processes on the database does something at a time. Claims are advisory locks on a connection of their
 * own, opened for the first one: however a process ends, its claims end with its connection.
 */
export class SoleProcess {
  readonly #options: SoleProcessOptions;
  readonly #claims = new Set<string>();
  #client: pg.Client | undefined;

  constructor(options: SoleProcessOptions) {
    this.#options = options;
  }

  /** Whether this process has claimed it and still has it, as far as it knows. */
  has(name: string): boolean {
    return this.#claims.has(name);
  }

  /**
   * Claims it, if nobody has it. Processes that ask in vain need no connection for that.
   *
   * @throws OperationError `Database.Unavailable`
   */
  async claim(name: string): Promise<boolean> {
    if (this.has(name)) return true;
    if (await this.#isTaken(name)) return false;
    try {
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as taken',
        [LOCK_CLASS, name],
      );
      if (rows[0]?.taken === true) this.#claims.add(name);
    } catch (cause) {
      throw translateDatabaseError(cause);
    } finally {
      if (this.#claims.size === 0) await this.release();
    }
    return this.has(name);
  }

  /** Gives all claims back. */
  async release(): Promise<void> {
    const client = this.#client;
    this.#forget();
    await client?.end().catch(() => undefined);
  }

  async #isTaken(name: string): Promise<boolean> {
    const rows = await this.#options.query(
      `select 1 from pg_locks
       where locktype = 'advisory' and granted and classid = $1::bigint::oid and objsubid = 2
         and objid = (hashtext($2)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database())`,
      [LOCK_CLASS, name],
    );
    return rows.length > 0;
  }

  async #connect(): Promise<pg.Client> {
    const { connector, logger } = this.#options;
    const client = await connector.connect();
    client.once('end', () => {
      if (client !== this.#client) return;
      logger.warn('the connection that holds claims was lost', { claims: [...this.#claims] });
      this.#forget();
    });
    return client;
  }

  #forget(): void {
    this.#client = undefined;
    this.#claims.clear();
  }
}
