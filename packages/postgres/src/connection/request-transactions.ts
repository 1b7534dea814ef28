import { OperationError, type Database } from '@ticketgate/sdk';
import pLimit, { type LimitFunction } from 'p-limit';

import { LazyTransaction, type Transact } from './lazy-transaction.js';
import { TransactionOver } from './transaction-errors.js';

/** Milliseconds that a transaction waits for a place: longer than a burst of short ones takes. */
const PATIENCE = 2_000;

/** The transactions of requests. They hold half of the pool's connections at most: each may need another one beside its own. */
export class RequestTransactions {
  readonly #database: Database;
  /** At a time. */
  readonly most: number;
  readonly #limit: LimitFunction;

  constructor(database: Database, poolSize: number) {
    this.#database = database;
    this.most = Math.max(1, Math.floor(poolSize / 2));
    this.#limit = pLimit(this.most);
  }

  /**
   * Runs all of `work` or nothing of it: when it throws or `signal` is aborted, it is rolled back. The transaction begins with its first
   * statement.
   *
   * @throws OperationError `Database.TransactionsBusy` and those of the database
   */
  async run<Result>(signal: AbortSignal, work: (transaction: Database) => Promise<Result>): Promise<Result> {
    const transaction = new LazyTransaction(this.#database.knex, this.#transact);
    const giveUp = () => void transaction.rollBack();
    signal.addEventListener('abort', giveUp);
    try {
      const result = await work(transaction);
      signal.throwIfAborted();
      await transaction.commit();
      return result;
    } catch (cause) {
      const rolledBack = transaction.rollBack();
      // Nobody waits any more: a statement that is under way may take long.
      if (!signal.aborted) await rolledBack;
      // Not a mistake of the operation then.
      if (cause instanceof TransactionOver) signal.throwIfAborted();
      throw cause;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  readonly #transact: Transact = (work) =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(busy(this.most));
      }, PATIENCE);
      const begin = async () => {
        clearTimeout(timer);
        if (!isLate) await this.#database.withTransaction(work);
      };
      this.#limit(begin).then(resolve, reject);
    });
}

function busy(most: number): OperationError {
  const message = `${most} requests are writing at the moment, which is as many as may. Nothing was written; send this one again in a second.`;
  return new OperationError('Database.TransactionsBusy', message, { reason: 'Unavailable', retryAfter: 1 });
}
