import { setTimeout as wait } from 'node:timers/promises';

import { FINGERPRINT } from '../services/watch-services.js';
import { TableAccess } from '../table-access.js';

/** A server process. */
export interface Replica {
  /** Unique among all processes. */
  readonly id: string;
  /** The host name of its machine or container. */
  readonly name: string;
  readonly version: string;
  /** For example `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly since: Date;
  readonly load: ReplicaLoad;
}

export interface ReplicaReport extends Replica {
  /** The fingerprint of its active definitions. */
  readonly definitions: string;
}

/** The load of a process since its last report. */
export interface ReplicaLoad {
  readonly requestsPerSecond: number;
  /** Share of the time in which it was busy, 0 to 1. */
  readonly busy: number;
  /** Bytes of memory. */
  readonly memory: number;
}

/** Seconds after which a process without a report counts as gone. */
const GONE = 14;
/** Seconds after which its row is deleted. */
const FORGOTTEN = 3600;
/** Milliseconds between two checks of other processes. */
const POLL = 25;

/** The server processes on this database, which report every 5 seconds. The database's clock counts, because theirs may differ. */
export class Replicas extends TableAccess {
  async announce({ id, name, version, address, since, load, definitions }: ReplicaReport): Promise<void> {
    await this.database.query(
      `with gone as (
         delete from ticketgate.replica where seen_at < now() - interval '${FORGOTTEN} seconds'
       )
       insert into ticketgate.replica (id, name, version, address, since, load, definitions, seen_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())
       on conflict (id) do update set
         load = excluded.load, definitions = excluded.definitions, seen_at = excluded.seen_at`,
      [id, name, version, address, since.toISOString(), JSON.stringify(load), definitions],
    );
  }

  /** Reports new definitions between two regular reports. */
  async serve(id: string, definitions: string): Promise<void> {
    await this.database.query('update ticketgate.replica set definitions = $2 where id = $1', [id, definitions]);
  }

  /**
   * Waits until all processes serve the stored definitions, except those of versions that do not report it.
   *
   * @param patience in milliseconds
   * @returns the processes that do not serve them even then
   */
  async untilServed(patience: number): Promise<readonly Replica[]> {
    const end = performance.now() + patience;
    for (;;) {
      const late = await this.#list(`definitions <> ${FINGERPRINT}`);
      if (late.length === 0 || performance.now() >= end) return late;
      await wait(POLL);
    }
  }

  async leave(id: string): Promise<void> {
    await this.database.query('delete from ticketgate.replica where id = $1', [id]);
  }

  /** The processes that reported within the last 14 seconds. */
  list(): Promise<Replica[]> {
    return this.#list('true');
  }

  #list(condition: string): Promise<Replica[]> {
    return this.database.query<Replica>(
      `select id, name, version, address, since, load from ticketgate.replica
       where seen_at >= now() - interval '${GONE} seconds' and ${condition} order by name, since, id`,
    );
  }
}
