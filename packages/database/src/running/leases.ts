import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Database } from '@ticketgate/sdk';

/** Seconds that a lease lasts unless it is renewed. */
const LEASE = 6;

/**
 * Makes sure that only one of all processes on the database does something at a time. Who claims it again within six seconds keeps it;
 * otherwise the next one gets it, by the database's clock. Rows get through every pooler, unlike the locks of sessions.
 */
export class Leases {
  readonly #database: Database;
  readonly #holder = randomUUID();
  /** When each lease ends, by the clock of this process that nobody corrects. */
  readonly #ends = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether this process holds it. A process that was suspended for longer knows that it does not. */
  has(name: string): boolean {
    return (this.#ends.get(name) ?? 0) > performance.now();
  }

  /**
   * Claims it if nobody holds it, or keeps it.
   *
   * @throws OperationError `Database.Unavailable`
   */
  async claim(name: string): Promise<boolean> {
    // The database begins to count later than this.
    const asked = performance.now();
    const claimed = await this.#database.query(
      `insert into ticketgate.lease as lease (name, holder, ends_at)
       values ($1, $2, now() + interval '${LEASE} seconds')
       on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at
         where lease.holder = excluded.holder or lease.ends_at < now()
       returning name`,
      [name, this.#holder],
    );
    if (claimed.length > 0) this.#ends.set(name, asked + LEASE * 1000);
    else this.#ends.delete(name);
    return this.has(name);
  }

  /** Gives all leases back. */
  async release(): Promise<void> {
    this.#ends.clear();
    await this.#database.query('delete from ticketgate.lease where holder = $1', [this.#holder]);
  }
}
