import {
  queryAlone,
  type ConnectionOptions,
  type Database,
  type SharedRow,
  type SharedStatement,
  type StatementOptions,
} from '@ticketgate/sdk';
import type { Knex } from 'knex';

import { knexOn } from './knex-on-connection.js';
import { QuickStatements } from './quick-statements.js';
import { dispose, run, type Connection, type OnConnection } from './run-statement.js';
import type { SearchPool } from './search-pool.js';
import { SharedStatementQueue } from '../statements/shared-statement-queue.js';
import { TransactionLost, TransactionOver } from './transaction-errors.js';
import { translateDatabaseError } from './translate-error.js';

/**
 * The database port on a Knex instance. Statements go straight to the driver on a connection of Knex's pool: building and
 * parsing a query object per statement would cost more than many statements do, and Knex's transactions take twice as long.
 */
export class KnexDatabase implements Database {
  readonly knex: Knex;
  readonly #searches: SearchPool | undefined;
  readonly #lend: OnConnection = (work) => this.#onConnection(work);
  readonly #quick = new QuickStatements(this.#lend);
  /** One for each shared statement that there is in the program. */
  readonly #queues = new Map<unknown, unknown>();

  /** @param searches where searches run; without it they run like all other statements */
  constructor(instance: Knex, searches?: SearchPool) {
    this.knex = instance;
    this.#searches = searches;
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
    options?: StatementOptions,
  ): Promise<Row[]> {
    if (options?.isSearch === true && this.#searches !== undefined) {
      return this.#searches.run((database) => database.query<Row>(text, values, options));
    }
    const statement = { text, values, options };
    try {
      if (options?.isQuick === true) return await this.#quick.run<Row>(statement);
      return await this.#onConnection((connection) => run<Row>(connection, statement));
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  async withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    try {
      return await this.#onConnection((connection) => transact(this.knex, connection, work));
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  async withConnection<Result>(
    work: (connection: Database) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result> {
    if (options?.isSearch === true && this.#searches !== undefined) {
      return this.#searches.run((database) => database.withConnection(work));
    }
    try {
      return await this.#onConnection((connection) => work(new ConnectionDatabase(this, connection)));
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    // A map cannot say that the types of its values follow from its keys.
    const known = this.#queues.get(statement) as SharedStatementQueue<Item, Row> | undefined;
    const queue = known ?? new SharedStatementQueue(this.#lend, statement);
    if (known === undefined) this.#queues.set(statement, queue);
    return queue.run(item);
  }

  async #onConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    // Knex types its client as any; acquireConnection gives a pg client.
    const client = this.knex.client as Knex.Client;
    const connection = (await client.acquireConnection()) as Connection;
    try {
      return await work(connection);
    } finally {
      await client.releaseConnection(connection);
    }
  }
}

/** Statements on one connection of the pool; transactions take another one. */
class ConnectionDatabase implements Database {
  readonly #pool: KnexDatabase;
  readonly #connection: Connection;

  constructor(pool: KnexDatabase, connection: Connection) {
    this.#pool = pool;
    this.#connection = connection;
  }

  get knex(): Knex {
    return this.#pool.knex;
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
    options?: StatementOptions,
  ): Promise<Row[]> {
    try {
      return await run<Row>(this.#connection, { text, values, options });
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    return queryAlone<Item, Row>(this, statement, item);
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return this.#pool.withTransaction(work);
  }

  withConnection<Result>(work: (connection: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}

/** Within a transaction all work uses its connection, and a transaction within is the same one. */
class TransactionDatabase implements Database {
  readonly #instance: Knex;
  readonly #connection: Connection;
  readonly #begun: Promise<unknown>;
  #builder: Knex | undefined;
  #isOver = false;

  /** `begun`: the answer to `begin`, which travels with the first statement. */
  constructor(instance: Knex, connection: Connection, begun: Promise<unknown>) {
    this.#instance = instance;
    this.#connection = connection;
    this.#begun = begun;
  }

  get knex(): Knex {
    this.#builder ??= knexOn(this.#instance, () => this.#usableConnection());
    return this.#builder;
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
    options?: StatementOptions,
  ): Promise<Row[]> {
    try {
      const rows = settled(run<Row>(this.#usableConnection(), { text, values, options }));
      // If the transaction could not begin, this error says why the statement fails.
      await this.#begun;
      return await rows;
    } catch (cause) {
      // Here the stack has the caller, which did not wait for the rows yet when they were asked for.
      if (cause instanceof Error) Error.captureStackTrace(cause);
      throw translateDatabaseError(cause);
    }
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

  end(): void {
    this.#isOver = true;
  }

  /** The connection serves others by the time a forgotten promise goes on. */
  #usableConnection(): Connection {
    if (this.#isOver) throw new TransactionOver();
    return this.#connection;
  }
}

async function transact<Result>(
  instance: Knex,
  connection: Connection,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const begun = settled(connection.query('begin'));
  const transaction = new TransactionDatabase(instance, connection, begun);
  try {
    const result = await work(transaction);
    transaction.end();
    await begun;
    const ended = await connection.query('commit');
    // After a failed statement whose error was swallowed the server rolls back and reports success.
    if (ended.command !== 'COMMIT') throw new TransactionLost();
    return result;
  } catch (cause) {
    transaction.end();
    await rollBack(connection, cause);
    throw cause;
  }
}

async function rollBack(connection: Connection, reason: unknown): Promise<void> {
  try {
    await connection.query('rollback');
    dispose(connection, reason);
  } catch (cause) {
    connection.__knex__disposed ??= cause;
  }
}

/** The same promise, which somebody looks at later: its failure is not an unhandled one meanwhile. */
function settled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
