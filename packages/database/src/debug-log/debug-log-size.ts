import type { Database } from '@ticketgate/sdk';

const DAY = 86_400_000;

/** Bytes of all texts of the debug log as they were recorded: what they take on disk is less, and freed much later. */
export class DebugLogSize {
  readonly #database: Database;
  #counted: Date | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds up what was written and deleted since the last time. Once a day all requests are counted, for what others may have deleted. */
  async read(now: Date): Promise<number> {
    const isDue = this.#counted === undefined || now.getTime() - this.#counted.getTime() >= DAY;
    const [row] = await this.#database.query<{ bytes: number }>(isDue ? COUNT : ADD_UP);
    if (isDue) this.#counted = now;
    return row?.bytes ?? 0;
  }
}

/** Each writer and each deleter of requests adds a row in the same transaction, so that none waits for another. */
const ADD_UP = `
with change as (delete from ticketgate.debug_log_size returning bytes)
insert into ticketgate.debug_log_size (bytes) select coalesce(sum(bytes), 0) from change returning bytes`;

/** Requests that are being written have neither a row of theirs nor one here that this could see. */
const COUNT = `
with change as (delete from ticketgate.debug_log_size)
insert into ticketgate.debug_log_size (bytes) select coalesce(sum(bytes), 0) from ticketgate.debug_entry returning bytes`;
