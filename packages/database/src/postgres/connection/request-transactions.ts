import { type Database, OperationError } from '@ticketgate/sdk';
import type { Knex } from 'knex';
import pLimit, { type LimitFunction } from 'p-limit';

import { knexOn } from './knex-pool.js';
import { SingleConnectionDatabase } from './single-connection-database.js';
import { TransactionOver } from './database-errors.js';

/** Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. */
type RunTransaction = (work: (transaction: Database) => Promise<void>) => Promise<void>;

/** A transaction that begins with its first statement; without statements, it costs nothing. */
export class LazyTransaction extends SingleConnectionDatabase {
  readonly isTransaction = true;
  readonly #runTransaction: RunTransaction;
  #begun: Promise<Database> | undefined;
  #builder: Knex | undefined;
  #over: Promise<void> = Promise.resolve();
  #end: ((reason?: Error) => void) | undefined;
  #isOver = false;
  readonly #listeners: ((isCommitted: boolean) => void)[] = [];

  constructor(runTransaction: RunTransaction) {
    super();
    this.#runTransaction = runTransaction;
  }

  get knex(): Knex {
    this.#builder ??= knexOn(async () => {
      const transaction = await this.#begin();
      // Casts: Knex types its client as any; that of a transaction has one connection.
      const client = transaction.knex.client as Knex.Client;
      return client.acquireConnection() as Promise<unknown>;
    });
    return this.#builder;
  }

  readonly query = async <Row extends object>(...statement: Parameters<Database['query']>): Promise<Row[]> => {
    const transaction = await this.#begin();
    // Awaited here so that the stack of an error includes the caller.
    return await transaction.query<Row>(...statement);
  };

  /** @throws OperationError `Database.…`; then nothing was written */
  async commit(): Promise<void> {
    this.#finish();
    await this.#over;
    this.#notify(true);
  }

  async rollBack(): Promise<void> {
    this.#finish(new TransactionOver());
    // An error here, such as a lost connection, also ends the transaction.
    await this.#over.catch(() => undefined);
    this.#notify(false);
  }

  /** Rolls back; the next statement begins a new transaction. */
  async startOver(): Promise<void> {
    if (this.#isOver) throw new TransactionOver();
    const over = this.#over;
    this.#end?.(new TransactionOver());
    this.#begun = undefined;
    this.#end = undefined;
    this.#over = Promise.resolve();
    await over.catch(() => undefined);
  }

  /** Calls `listener` after the commit or the rollback. */
  whenOver(listener: (isCommitted: boolean) => void): void {
    this.#listeners.push(listener);
  }

  #notify(isCommitted: boolean): void {
    for (const listener of this.#listeners.splice(0)) listener(isCommitted);
  }

  #finish(reason?: Error): void {
    this.#isOver = true;
    this.#end?.(reason);
  }

  async #begin(): Promise<Database> {
    if (this.#isOver) throw new TransactionOver();
    this.#begun ??= new Promise((resolve, reject) => {
      const ended = new Promise<void>((commit, rollBack) => {
        this.#end = (reason) => {
          if (reason === undefined) commit();
          else rollBack(reason);
        };
      });
      // The transaction may end before it has a connection.
      ended.catch(() => undefined);
      this.#over = this.#runTransaction((transaction) => {
        resolve(transaction);
        return ended;
      });
      this.#over.catch(reject);
    });
    return this.#begun;
  }
}

/** Milliseconds that a transaction waits for its turn: longer than a burst of short ones takes. */
const QUEUE_TIMEOUT = 2_000;

/** Runs the transactions of requests, on at most half of the pool's connections: each may need a second connection. */
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
   * Runs `work` in a transaction that begins with its first statement, and rolls back if `work` throws or `signal` is aborted.
   *
   * @throws OperationError `Database.TransactionsBusy` and other `Database.…`
   */
  async run<Result>(signal: AbortSignal, work: (transaction: Database) => Promise<Result>): Promise<Result> {
    const transaction = new LazyTransaction(this.#runInTurn);
    const giveUp = () => void transaction.rollBack();
    signal.addEventListener('abort', giveUp);
    try {
      const result = await work(transaction);
      signal.throwIfAborted();
      await transaction.commit();
      return result;
    } catch (cause) {
      const rolledBack = transaction.rollBack();
      // After an abort, nobody waits for the rollback, which may take as long as the running statement.
      if (!signal.aborted) await rolledBack;
      // After an abort, a late statement is not a mistake of the operation.
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
        reject(inUse(this.most));
      }, QUEUE_TIMEOUT);
      const begin = async () => {
        clearTimeout(timer);
        if (!isLate) await this.#database.withTransaction(work);
      };
      this.#limit(begin).then(resolve, reject);
    });
}

function inUse(most: number): OperationError {
  const message = `${most} requests are writing at the moment, which is as many as may. Nothing was written; send this one again in a second.`;
  return new OperationError('Database.TransactionsBusy', message, { reason: 'Unavailable', retryAfter: 1 });
}
