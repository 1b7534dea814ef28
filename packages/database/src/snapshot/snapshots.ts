import type { Database, Snapshot } from '@ticketgate/sdk';

import type { OpenDatabase } from '../connection/open-database.js';

export interface SnapshotOptions {
  readonly database: OpenDatabase;
  /** Seconds after which a value is read anew although nobody dropped it. */
  readonly maxAge: number;
  now(): Date;
}

export interface Snapshots {
  snapshot<Value>(name: string, load: (database: Database) => Promise<Value>): Snapshot<Value>;
  close(): void;
}

const CHANNEL = 'ticketgate_snapshot';

/** Values that are read once and kept in this process; `drop()` reaches every process on the database. */
export async function createSnapshots(options: SnapshotOptions): Promise<Snapshots> {
  const kept = new Map<string, KeptSnapshot<unknown>>();
  const stop = await options.database.notifications.listen(CHANNEL, (name) => {
    if (name === undefined)
      kept.forEach((snapshot) => {
        snapshot.forget();
      });
    else kept.get(name)?.forget();
  });
  return {
    snapshot(name, load) {
      const snapshot = new KeptSnapshot(name, load, options);
      kept.set(name, snapshot);
      return snapshot;
    },
    close: stop,
  };
}

class KeptSnapshot<Value> implements Snapshot<Value> {
  readonly #name: string;
  readonly #load: (database: Database) => Promise<Value>;
  readonly #options: SnapshotOptions;
  #reading: Promise<Value> | undefined;
  #staleAt = 0;

  constructor(name: string, load: (database: Database) => Promise<Value>, options: SnapshotOptions) {
    this.#name = name;
    this.#load = load;
    this.#options = options;
  }

  current(): Promise<Value> {
    const now = this.#options.now().getTime();
    if (this.#reading === undefined || now >= this.#staleAt) {
      this.#staleAt = now + this.#options.maxAge * 1000;
      this.#reading = this.#read();
    }
    return this.#reading;
  }

  forget(): void {
    this.#reading = undefined;
  }

  async drop(): Promise<void> {
    this.forget();
    await this.#options.database.notifications.notify(CHANNEL, this.#name);
  }

  async #read(): Promise<Value> {
    const reading = this.#load(this.#options.database);
    // A failed reading is not kept: the next caller tries again.
    reading.catch(() => {
      this.forget();
    });
    return reading;
  }
}
