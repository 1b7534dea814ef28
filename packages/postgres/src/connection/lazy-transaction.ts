import {
  queryAlone,
  type Database,
  type SharedRow,
  type SharedStatement,
  type StatementOptions,
} from '@ticketgate/sdk';
import type { Knex } from 'knex';

import { knexOn } from './knex-on-connection.js';
import { TransactionOver } from './transaction-errors.js';

/** Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. */
export type Transact = (work: (transaction: Database) => Promise<void>) => Promise<void>;

/** A transaction that begins with its first statement: without one it costs nothing. */
export class LazyTransaction implements Database {
  readonly #instance: Knex;
  readonly #transact: Transact;
  #begun: Promise<Database> | undefined;
  #builder: Knex | undefined;
  #over: Promise<void> = Promise.resolve();
  #end: ((reason?: Error) => void) | undefined;
  #isOver = false;
  readonly #listeners: ((isCommitted: boolean) => void)[] = [];

  constructor(instance: Knex, transact: Transact) {
    this.#instance = instance;
    this.#transact = transact;
  }

  get knex(): Knex {
    this.#builder ??= knexOn(this.#instance, async () => {
      const transaction = await this.#begin();
      // Knex types its client as any; that of a transaction has one connection.
      const client = transaction.knex.client as Knex.Client;
      return client.acquireConnection() as Promise<unknown>;
    });
    return this.#builder;
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]> {
    const transaction = await this.#begin();
    // Awaited, so that the stack of an error has its caller.
    return await transaction.query<Row>(text, values, options);
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    return queryAlone<Item, Row>(this, statement, item);
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  withConnection<Result>(work: (connection: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  /** @throws OperationError those of the database; nothing was kept then */
  async commit(): Promise<void> {
    this.#finish();
    await this.#over;
    this.#notify(true);
  }

  async rollBack(): Promise<void> {
    this.#finish(new TransactionOver());
    // Whatever kept it from rolling back ends the transaction too.
    await this.#over.catch(() => undefined);
    this.#notify(false);
  }

  /** Rolls back, and begins again with the next statement. */
  async startOver(): Promise<void> {
    if (this.#isOver) throw new TransactionOver();
    const over = this.#over;
    this.#end?.(new TransactionOver());
    this.#begun = undefined;
    this.#end = undefined;
    this.#over = Promise.resolve();
    await over.catch(() => undefined);
  }

  /** Calls once it has been committed or rolled back. */
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
      // It may be over before there is a connection.
      ended.catch(() => undefined);
      this.#over = this.#transact((transaction) => {
        resolve(transaction);
        return ended;
      });
      this.#over.catch(reject);
    });
    return this.#begun;
  }
}
