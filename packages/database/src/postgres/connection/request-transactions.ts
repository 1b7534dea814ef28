import { OperationError, type Database } from '@ticketgate/sdk';
import pLimit, { type LimitFunction } from 'p-limit';

import { LazyTransaction, type RunTransaction } from './lazy-transaction.js';
import { TransactionOver } from './transaction-errors.js';

/** Milliseconds that a transaction waits for its turn: longer than a burst of short ones takes. */
const QUEUE_TIMEOUT = 2_000;

/** Runs the transactions of requests, on half of the pool's connections at most: each may need a second connection. */
export class RequestTransactions {
  readonly #database: Database;
  /** The number of transactions that may be open at a time. */
  readonly most: number;
  readonly #limit: LimitFunction;

  constructor(database: Database, poolSize: number) {
    this.#database = database;
    this.most = Math.max(1, Math.floor(poolSize / 2));
    this.#limit = pLimit(this.most);
  }

  /**
   * Runs `work` in a transaction that begins with its first statement, and rolls back when `work` throws or `signal` is aborted.
   *
   * @throws OperationError `Database.TransactionsBusy` and other `Database.…`
   */
  async run<Result>(signal: AbortSignal, work: (transaction: Database) => Promise<Result>): Promise<Result> {
    const transaction = new LazyTransaction(this.#database.knex, this.#runInTurn);
    const giveUp = () => void transaction.rollBack();
    signal.addEventListener('abort', giveUp);
    try {
      const result = await work(transaction);
      signal.throwIfAborted();
      await transaction.commit();
      return result;
    } catch (cause) {
      const rolledBack = transaction.rollBack();
      // After an abort nobody waits for the rollback, which may take as long as the running statement.
      if (!signal.aborted) await rolledBack;
      // After an abort, a statement that comes too late is not a mistake of the operation.
      if (cause instanceof TransactionOver) signal.throwIfAborted();
      throw cause;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  readonly #runInTurn: RunTransaction = (work) =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(busy(this.most));
      }, QUEUE_TIMEOUT);
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
