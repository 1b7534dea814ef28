import type { Database } from '@ticketgate/sdk';

const DAY = 86_400_000;

/** Tracks the bytes of all recorded texts. They take less on disk, where space is freed much later. */
export class DebugLogSize {
  readonly #database: Database;
  #counted: Date | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds up what was written and deleted since the last call. Once a day all requests are counted, since a host may delete some. */
  async read(now: Date): Promise<number> {
    const isDue = this.#counted === undefined || now.getTime() - this.#counted.getTime() >= DAY;
    const [row] = await this.#database.query<{ bytes: number }>(isDue ? COUNT : ADD_UP);
    if (isDue) this.#counted = now;
    return row?.bytes ?? 0;
  }
}

/** Each transaction that writes or deletes requests adds a row of its own, so that none waits for another. */
const ADD_UP = `
with change as (delete from ticketgate.debug_log_size returning bytes)
insert into ticketgate.debug_log_size (bytes) select coalesce(sum(bytes), 0) from change returning bytes`;

/** Consistent, since the rows of running transactions are invisible in both tables. */
const COUNT = `
with change as (delete from ticketgate.debug_log_size)
insert into ticketgate.debug_log_size (bytes) select coalesce(sum(bytes), 0) from ticketgate.debug_entry returning bytes`;
