import { elapsedClock, type Database, type Snapshot } from '@ticketgate/sdk';

import { ALL_SNAPSHOTS, forgetSnapshots, SNAPSHOT_CHANNEL, type OpenDatabase } from './postgres/index.js';

export interface SnapshotOptions {
  readonly database: OpenDatabase;
  /** Seconds after which a value is read again even if it was not dropped. */
  readonly maxAge: number;
  now(): Date;
}

export interface Snapshots {
  snapshot<Value>(name: string, load: (database: Database) => Promise<Value>): Snapshot<Value>;
  /**
   * Runs `work` in one transaction. If `isChange` is true of its result, every process on the database forgets all snapshots when the
   * transaction ends, so that callers need not know which tables a snapshot was read from.
   */
  change<Result>(
    work: (transaction: Database) => Promise<Result>,
    isChange: (result: Result) => boolean,
  ): Promise<Result>;
  /** Forgets all snapshots in every process on the database. Call it after the writing transaction has ended. */
  dropAll(): Promise<void>;
  /** How often each snapshot was used since the start. */
  uses(): readonly SnapshotUse[];
  close(): void;
}

export interface SnapshotUse {
  readonly name: string;
  /** Uses of the kept value. */
  readonly kept: number;
  /** Uses that had to read the database. */
  readonly read: number;
}

/** Values that are read once and kept in this process; `drop()` reaches every process on the database. */
export async function createSnapshots(options: SnapshotOptions): Promise<Snapshots> {
  const kept = new Map<string, ReturnType<typeof keepSnapshot>>();
  const forgetAll = () => kept.forEach((snapshot) => snapshot.forget());
  const stop = await options.database.notifications.listen(SNAPSHOT_CHANNEL, (name) => {
    if (name === undefined || name === ALL_SNAPSHOTS) forgetAll();
    else kept.get(name)?.forget();
  });
  return {
    async change(work, isChange) {
      const result = await options.database.withTransaction(async (transaction) => {
        const done = await work(transaction);
        if (isChange(done)) await forgetSnapshots(transaction);
        return done;
      });
      forgetAll();
      return result;
    },
    async dropAll() {
      forgetAll();
      await options.database.notifications.notify(SNAPSHOT_CHANNEL, ALL_SNAPSHOTS);
    },
    snapshot(name, load) {
      const snapshot = keepSnapshot(name, load, options);
      kept.set(name, snapshot);
      return snapshot;
    },
    uses: () => [...kept].map(([name, { uses }]) => ({ name, ...uses })),
    close: stop,
  };
}

function keepSnapshot<Value>(name: string, load: (database: Database) => Promise<Value>, options: SnapshotOptions) {
  const { database, maxAge } = options;
  const elapsed = elapsedClock(() => options.now());
  const uses = { kept: 0, read: 0 };
  let reading: Promise<Value> | undefined;
  let staleAt = 0;
  const forget = () => {
    reading = undefined;
  };
  return {
    uses,
    forget,
    current(): Promise<Value> {
      const now = elapsed();
      if (reading !== undefined && now < staleAt) {
        uses.kept += 1;
        return reading;
      }
      uses.read += 1;
      staleAt = now + maxAge * 1000;
      const read = (reading = load(database));
      // A failed read is not kept: the next caller tries again.
      read.catch(() => reading === read && forget());
      return read;
    },
    async drop(): Promise<void> {
      forget();
      await database.notifications.notify(SNAPSHOT_CHANNEL, name);
    },
  };
}
