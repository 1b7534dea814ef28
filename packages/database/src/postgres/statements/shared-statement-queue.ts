import { isOperationError, type SharedRow, type SharedStatement } from '@ticketgate/sdk';

import {
  runStatement,
  type Connection,
  type Statement,
  type WithPooledConnection,
} from '../connection/run-statement.js';

interface Waiting<Item, Row> {
  readonly item: Item;
  readonly size: number;
  resolve(row: Row | undefined): void;
  reject(cause: unknown): void;
}

const MOST_ITEMS = 32;
/** Most characters of a batch; a larger item has its own batch. */
const MOST_CHARACTERS = 250_000;
/** Milliseconds after which further batches no longer wait for a slow one. */
const SLOW = 100;
/** Concurrent batches: one that PostgreSQL works on, and one that is ready when it is done. */
const CONCURRENT_BATCHES = 2;

/**
 * Batches the items of a shared statement (ADR 18). While a batch runs, more items gather for the next one: an idle system runs the
 * statement for each item at once, and the busier it is, the more items share a statement, its transaction and its locks.
 */
export class SharedStatementQueue<Item, Row extends SharedRow> {
  readonly #withConnection: WithPooledConnection;
  #connection: PipelinedConnection | undefined;
  readonly #statement: SharedStatement<Item>;
  readonly #waiting: Waiting<Item, Row>[] = [];
  #isStarting = false;
  /** The sizes of the running batches that others wait for. */
  readonly #running: number[] = [];

  constructor(withConnection: WithPooledConnection, statement: SharedStatement<Item>) {
    this.#withConnection = withConnection;
    this.#statement = statement;
  }

  /** Implements `Database.queryTogether`. */
  run(item: Item): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size: this.#statement.sizeOf(item), resolve, reject });
      this.#startIfFull();
    });
  }

  /** Starts a second batch once it is as large as the running one, so that PostgreSQL needs about as long for each. */
  #startIfFull(): void {
    if (this.#isStarting || this.#running.length === CONCURRENT_BATCHES) return;
    if (this.#waiting.length < (this.#running[0] ?? 1)) return;
    if (this.#running.length > 0) this.#start(this.#takeBatch());
    else this.#startSoon();
  }

  /** Starts a batch after this turn of the event loop, which may read further requests. */
  #startSoon(): void {
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      this.#start(this.#takeBatch());
      this.#startIfFull();
    });
  }

  #start(batch: readonly Waiting<Item, Row>[]): void {
    this.#running.push(batch.length);
    let isOver = false;
    const startNext = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#running.splice(this.#running.indexOf(batch.length), 1);
      this.#startIfFull();
    };
    // A batch that waits for a lock delays its own items and the next batch, but no more.
    const timer = setTimeout(() => {
      this.#connection = undefined;
      startNext();
    }, SLOW).unref();
    void this.#runBatch(batch).finally(startNext);
  }

  /** Takes the first items that fit into a batch: at most half of all, so that this process has work while the batch runs. */
  #takeBatch(): readonly Waiting<Item, Row>[] {
    const all = this.#running.reduce((sum, count) => sum + count, this.#waiting.length);
    const most = Math.min(MOST_ITEMS, Math.floor(all / 2));
    let count = 0;
    let size = 0;
    for (const waiting of this.#waiting) {
      size += waiting.size;
      if (count > 0 && (count >= most || size > MOST_CHARACTERS)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #runBatch(batch: readonly Waiting<Item, Row>[]): Promise<void> {
    try {
      if (this.#connection?.isOpen !== true) this.#connection = new PipelinedConnection(this.#withConnection);
      const rows = await this.#connection.run<Row>(this.#statement.statementFor(batch.map(({ item }) => item)));
      const byPosition = new Map(rows.map((row) => [row.position, row]));
      batch.forEach((waiting, index) => waiting.resolve(byPosition.get(index + 1)));
    } catch (cause) {
      if (batch.length > 1 && isRolledBack(cause)) for (const waiting of batch) await this.#runBatch([waiting]);
      else for (const waiting of batch) waiting.reject(cause);
    }
  }
}

/** Errors after which nothing of a batch was written. After a lost connection, it may have been committed. */
const ROLLED_BACK: ReadonlySet<string> = new Set([
  'Database.Conflict',
  'Database.Timeout',
  'Database.UniqueViolation',
  'Database.ValueUnfit',
]);

function isRolledBack(cause: unknown): boolean {
  return !isOperationError(cause) || ROLLED_BACK.has(cause.code);
}

/** Statements after which a connection goes back to its pool, so that others get their turn. */
const MOST_STATEMENTS = 32;

/**
 * A connection of the pool, kept while one of its statements is running. Statements are sent without waiting for previous answers, so that
 * PostgreSQL can continue at once, and does not wait until this process has read the answer.
 */
class PipelinedConnection {
  readonly #connection: Promise<Connection>;
  #release: (() => void) | undefined;
  #sent = 0;
  #running = 0;
  #isOpen = true;

  constructor(withConnection: WithPooledConnection) {
    this.#connection = new Promise((resolve, reject) => {
      const finished = withConnection((connection) => {
        resolve(connection);
        return new Promise<void>((release) => {
          this.#release = release;
        });
      });
      finished.catch(reject);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#sent < MOST_STATEMENTS;
  }

  async run<Row extends object>(statement: Statement): Promise<Row[]> {
    this.#sent += 1;
    this.#running += 1;
    try {
      return await runStatement<Row>(await this.#connection, statement);
    } catch (cause) {
      // The connection may be lost.
      this.#isOpen = false;
      throw cause;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#end();
    }
  }

  #end(): void {
    this.#isOpen = false;
    this.#release?.();
  }
}
