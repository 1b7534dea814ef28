import type { Writable } from 'node:stream';
import type { ConnectionOptions, Database, StatementOptions } from '@ticketgate/sdk';
import type { Knex } from 'knex';
import type { QueryResult } from 'pg';

import { errorCode } from './error-code.js';
import { knexOn } from './knex-on-connection.js';
import { RowQuery } from './row-query.js';
import type { SearchPool } from './search-pool.js';
import { statementName } from './statement-name.js';
import { checkValues } from './statement-too-large.js';
import { TransactionLost, TransactionOver } from './transaction-errors.js';
import { isUnavailable, translateDatabaseError } from './translate-error.js';

/** What of pg's client the fast path uses. */
interface Connection {
  query(text: string): Promise<QueryResult>;
  query(query: RowQuery): RowQuery;
  readonly connection: { readonly stream: Writable };
  /** Knex's mark of a connection that its pool must not hand out again. */
  __knex__disposed?: unknown;
}

/**
 * The database port on a Knex instance. Statements go straight to the driver on a connection of Knex's pool: building and
 * parsing a query object per statement would cost more than many statements do, and Knex's transactions take twice as long.
 */
export class KnexDatabase implements Database {
  readonly knex: Knex;
  readonly #searches: SearchPool | undefined;

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

  query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
    options?: StatementOptions,
  ): Promise<Row[]> {
    return run<Row>(this.#connection, { text, values, options });
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
      // Where there is no transaction, that says why the statement fails.
      await this.#begun;
      return await rows;
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
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
  const begun = settled(command(connection, 'begin'));
  const transaction = new TransactionDatabase(instance, connection, begun);
  try {
    const result = await work(transaction);
    transaction.end();
    await begun;
    const ended = await command(connection, 'commit');
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
    await command(connection, 'rollback');
    dispose(connection, reason);
  } catch (cause) {
    connection.__knex__disposed ??= cause;
  }
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly options?: StatementOptions | undefined;
}

async function run<Row extends object>(connection: Connection, { text, values, options }: Statement): Promise<Row[]> {
  checkValues(values);
  const name = options?.isPlannedByValues === true ? undefined : statementName(text, options?.isSearch);
  try {
    const rows = await new Promise<object[]>((resolve, reject) => {
      sendTogether(connection);
      connection.query(new RowQuery({ text, values, name }, { resolve, reject }));
    });
    return rows as Row[];
  } catch (cause) {
    // The driver's own begins where it reads from the socket.
    if (cause instanceof Error) Error.captureStackTrace(cause);
    dispose(connection, cause);
    throw cause;
  }
}

function command(connection: Connection, text: string): Promise<QueryResult> {
  sendTogether(connection);
  return connection.query(text);
}

/** All statements that a connection gets in one turn leave in one piece. */
function sendTogether({ connection: { stream } }: Connection): void {
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}

/** The same promise, which somebody looks at later: its failure is not an unhandled one meanwhile. */
function settled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * The server ends a connection after it has answered with the reason: the end may come after the next use. A statement whose table has
 * other columns by now can only be prepared anew.
 */
function dispose(connection: Connection, cause: unknown): void {
  if (isUnavailable(cause) || isOutdated(cause)) connection.__knex__disposed ??= cause;
}

/** `feature_not_supported`: "cached plan must not change result type". */
function isOutdated(cause: unknown): boolean {
  return errorCode(cause) === '0A000';
}
