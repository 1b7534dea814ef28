import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Database } from '@ticketgate/sdk';

import { TableAccess } from '../table-access.js';

/** Seconds until a lease expires, unless it is renewed. */
const LEASE = 6;

/**
 * Leases by name, each held by at most one of the processes on a database. A holder renews its lease by claiming it again; after six
 * seconds of the database's clock without that, another process can claim it. Leases are rows, because advisory locks of sessions do not
 * work through all connection poolers.
 */
export class Leases extends TableAccess {
  readonly #holder = randomUUID();
  /** When each lease expires, by the monotonic clock of this process. */
  readonly #ends = new Map<string, number>();

  /** Whether this process holds the lease. False if it was suspended for too long. */
  has(name: string): boolean {
    return (this.#ends.get(name) ?? 0) > performance.now();
  }

  /**
   * Claims a free lease, or renews one that this process holds.
   *
   * @throws OperationError `Database.Unavailable`
   */
  async claim(name: string): Promise<boolean> {
    // Before the query, so that the lease expires here before it does in the database.
    const asked = performance.now();
    const claimed = await this.database.query(
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

  /** Releases all leases of this process. */
  async release(): Promise<void> {
    this.#ends.clear();
    await this.database.query('delete from ticketgate.lease where holder = $1', [this.#holder]);
  }
}

interface ChoreClaim {
  readonly name: string;
  /** Seconds between two executions. */
  readonly interval: number;
  readonly now: Date;
}

/**
 * Whether this process should do a chore now: one of the processes on the database does it, once per interval. A claim from a clock that was
 * ahead and has been corrected blocks nobody.
 */
export async function claimChore(database: Database, { name, interval, now }: ChoreClaim): Promise<boolean> {
  const claimed = await database.query(
    `insert into ticketgate.chore as chore (name, began_at) values ($1, $2)
     on conflict (name) do update set began_at = excluded.began_at
       where chore.began_at <= excluded.began_at - make_interval(secs => $3)
         or chore.began_at > excluded.began_at + make_interval(secs => $3)
     returning name`,
    [name, now.toISOString(), interval],
  );
  return claimed.length > 0;
}
