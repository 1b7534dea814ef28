import type { Logger } from '@ticketgate/sdk';
import pg from 'pg';

import { translateDatabaseError } from './translate-error.js';

/** The first of two numbers of our advisory locks; a host's own locks have others. */
const LOCK_CLASS = 0x5447_4556;

/** Without an answer for this long, a server whose client's machine is gone ends the connection, and with it the locks. */
const SERVER_OPTIONS = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

export interface SoleProcessOptions {
  readonly config: pg.ClientConfig;
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
    const { config, logger } = this.#options;
    const options = [config.options, SERVER_OPTIONS].filter((each) => each !== undefined).join(' ');
    const client = new pg.Client({ ...config, options });
    // What the error was is of no use: the end of the connection follows, and that is what counts.
    client.on('error', () => undefined);
    await client.connect();
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
