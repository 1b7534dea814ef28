import { isOperationError, type SharedRow, type SharedStatement } from '@ticketgate/sdk';

import type { OnConnection } from '../connection/run-statement.js';
import { StatementPipeline } from '../connection/statement-pipeline.js';
import { translateDatabaseError } from '../connection/translate-error.js';

/** An item that waits for its statement. */
interface Waiting<Item, Row> {
  readonly item: Item;
  readonly size: number;
  resolve(row: Row | undefined): void;
  reject(cause: unknown): void;
}

/** Items of one run at most. */
const MOST_ITEMS = 32;
/** Characters of all of them; a larger item has a run of its own. */
const MOST_CHARACTERS = 250_000;
/** Milliseconds after which no other run waits for this one. */
const PATIENCE = 100;
/** One that PostgreSQL works on, and one that it finds when it is done with that. */
const RUNS = 2;

/**
 * While a statement runs, more items gather for the next run. So a system that is not busy runs it for each item at once, and the busier it
 * is, the more items share a run, its transaction and the locks of the rows that they refer to.
 */
export class SharedStatementQueue<Item, Row extends SharedRow> {
  readonly #pipeline: StatementPipeline;
  readonly #statement: SharedStatement<Item>;
  readonly #waiting: Waiting<Item, Row>[] = [];
  #isStarting = false;
  /** How many items each run has that others wait for. */
  readonly #underWay: number[] = [];

  constructor(onConnection: OnConnection, statement: SharedStatement<Item>) {
    this.#pipeline = new StatementPipeline(onConnection);
    this.#statement = statement;
  }

  /** As `Database.queryTogether`. */
  run(item: Item): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size: this.#statement.sizeOf(item), resolve, reject });
      this.#startIfWorthIt();
    });
  }

  /** A run goes behind another one when it has as many items, so that both take PostgreSQL about as long. */
  #startIfWorthIt(): void {
    if (this.#isStarting || this.#underWay.length === RUNS) return;
    if (this.#waiting.length < (this.#underWay[0] ?? 1)) return;
    if (this.#underWay.length > 0) this.#start(this.#takeGroup());
    else this.#startSoon();
  }

  /** Requests that arrived together get here together. */
  #startSoon(): void {
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      this.#start(this.#takeGroup());
      this.#startIfWorthIt();
    });
  }

  #start(group: readonly Waiting<Item, Row>[]): void {
    this.#underWay.push(group.length);
    let isOver = false;
    const goOn = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#underWay.splice(this.#underWay.indexOf(group.length), 1);
      this.#startIfWorthIt();
    };
    // One that waits for a lock holds up its own items, and those behind it, but no more.
    const timer = setTimeout(() => {
      this.#pipeline.leave();
      goOn();
    }, PATIENCE).unref();
    void this.#runGroup(group).finally(goOn);
  }

  /** The first ones that fit together, one at least: half of all, so that the process works for the others meanwhile. */
  #takeGroup(): readonly Waiting<Item, Row>[] {
    const all = this.#underWay.reduce((sum, count) => sum + count, this.#waiting.length);
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

  async #runGroup(group: readonly Waiting<Item, Row>[]): Promise<void> {
    try {
      const { text, values } = this.#statement.statementFor(group.map(({ item }) => item));
      const rows = await this.#query(text, values);
      const byPosition = new Map(rows.map((row) => [row.position, row]));
      group.forEach((waiting, index) => {
        waiting.resolve(byPosition.get(index + 1));
      });
    } catch (cause) {
      if (group.length > 1 && isUndone(cause)) await this.#runEach(group);
      else for (const waiting of group) waiting.reject(cause);
    }
  }

  async #query(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.#pipeline.run<Row>({ text, values });
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  async #runEach(group: readonly Waiting<Item, Row>[]): Promise<void> {
    for (const waiting of group) await this.#runGroup([waiting]);
  }
}

/** A statement that was too slow was rolled back, perhaps for one item alone. With a lost connection, what it wrote may have been committed. */
const UNDONE: ReadonlySet<string> = new Set([
  'Database.Conflict',
  'Database.Timeout',
  'Database.UniqueViolation',
  'Database.ValueUnfit',
]);

function isUndone(cause: unknown): boolean {
  return !isOperationError(cause) || UNDONE.has(cause.code);
}
