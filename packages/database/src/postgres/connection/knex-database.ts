import {
  type ConnectionOptions,
  type Database,
  type SharedRow,
  type SharedStatement,
  isOperationError,
  keptIn,
} from '@ticketgate/sdk';
import type { Knex } from 'knex';

import type { PooledClient } from './connector.js';
import { knexOn } from './knex-pool.js';
import { SingleConnectionDatabase } from './single-connection-database.js';
import { QuickStatements } from './quick-statements.js';
import { markIfUnusable, runStatement, type Connection, type WithPooledConnection } from './run-statement.js';
import type { SearchPool } from './search-pool.js';
import { SharedStatementQueue } from '../statements/shared-statement-queue.js';
import { TransactionLost, TransactionOver, translateDatabaseError } from './database-errors.js';

/**
 * The database on a Knex instance. Statements go straight to the driver on a connection of Knex's pool: building and parsing a query object
 * for each takes longer than many statements do, and Knex's transactions take twice as long.
 */
export class KnexDatabase implements Database {
  readonly knex: Knex;
  readonly #searches: SearchPool | undefined;
  readonly #withPooledConnection: WithPooledConnection = (work) => this.#onConnection(work);
  readonly #quick = new QuickStatements(this.#withPooledConnection);
  /** One queue per shared statement of the program. */
  readonly #queues = new Map<unknown, unknown>();

  /** @param searches the pool for searches; default: they run like all other statements */
  constructor(instance: Knex, searches?: SearchPool) {
    this.knex = instance;
    this.#searches = searches;
  }

  readonly query: Database['query'] = (text, values = [], options) => {
    if (options?.isSearch === true && this.#searches !== undefined) {
      return this.#searches.run((database) => database.query(text, values, options));
    }
    const statement = { text, values, options };
    if (options?.isQuick === true) return this.#quick.run(statement);
    return this.#onConnection((connection) => runStatement(connection, statement));
  };

  async withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    try {
      return await this.#onConnection((connection) => runTransaction(connection, work));
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  withConnection<Result>(
    work: (connection: Database) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result> {
    if (options?.isSearch === true && this.#searches !== undefined) {
      return this.#searches.run((database) => database.withConnection(work));
    }
    return this.#onConnection((connection) => work(new ConnectionDatabase(this, connection)));
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    const queue = keptIn(
      this.#queues,
      statement,
      () => new SharedStatementQueue(this.#withPooledConnection, statement),
    );
    // A cast: a map cannot express that the types of its values follow from its keys.
    return (queue as SharedStatementQueue<Item, Row>).run(item);
  }

  async #onConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    // Casts: Knex types its client as any; acquireConnection returns a pg client.
    const client = this.knex.client as Knex.Client;
    const connection = (await client.acquireConnection()) as Connection;
    try {
      return await work(connection);
    } finally {
      await client.releaseConnection(connection);
    }
  }
}

/** Statements on one connection of the pool; transactions use another one. */
class ConnectionDatabase extends SingleConnectionDatabase {
  readonly #pool: KnexDatabase;
  readonly #connection: Connection;

  constructor(pool: KnexDatabase, connection: Connection) {
    super();
    this.#pool = pool;
    this.#connection = connection;
  }

  get knex(): Knex {
    return this.#pool.knex;
  }

  readonly query: Database['query'] = (text, values = [], options) =>
    runStatement(this.#connection, { text, values, options });

  override withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return this.#pool.withTransaction(work);
  }
}

class TransactionDatabase extends SingleConnectionDatabase {
  readonly isTransaction = true;
  readonly #connection: Connection;
  readonly #begun: Promise<unknown>;
  #builder: Knex | undefined;
  #isOver = false;

  /** @param begun the answer to `begin`, which is sent together with the first statement */
  constructor(connection: Connection, begun: Promise<unknown>) {
    super();
    this.#connection = connection;
    this.#begun = begun;
  }

  get knex(): Knex {
    this.#builder ??= knexOn(() => this.#usableConnection());
    return this.#builder;
  }

  readonly query = async <Row extends object>(
    ...[text, values = [], options]: Parameters<Database['query']>
  ): Promise<Row[]> => {
    try {
      const rows = handleLater(runStatement<Row>(this.#usableConnection(), { text, values, options }));
      // If the transaction could not begin, this is the error to report.
      await this.#begun;
      return await rows;
    } catch (cause) {
      // Only here does the stack include the caller, who was not yet awaiting the rows when the statement was sent.
      const failure = isOperationError(cause) ? cause.cause : cause;
      if (failure instanceof Error) Error.captureStackTrace(failure);
      throw translateDatabaseError(cause);
    }
  };

  end(): void {
    this.#isOver = true;
  }

  /** After the transaction, the connection belongs to other requests: a statement that was not awaited must not use it. */
  #usableConnection(): Connection {
    if (this.#isOver) throw new TransactionOver();
    return this.#connection;
  }
}

/** The database in a transaction that has already begun on a client, for work that also needs the client. */
export function transactionOn(client: PooledClient): Database {
  // A cast: the driver's types lack the parts that statements use.
  return new TransactionDatabase(client as unknown as Connection, Promise.resolve());
}

async function runTransaction<Result>(
  connection: Connection,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const begun = handleLater(connection.query('begin'));
  const transaction = new TransactionDatabase(connection, begun);
  try {
    const result = await work(transaction);
    transaction.end();
    await begun;
    const ended = await connection.query('commit');
    // If a statement failed and its error was caught, the server rolls back but still reports success.
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
    markIfUnusable(connection, reason);
  } catch {
    connection.isUsable = false;
  }
}

/** Returns a promise that will be awaited later: until then, a rejection must not count as unhandled. */
function handleLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
