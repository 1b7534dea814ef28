import { isOperationError, type Database, type SharedRow, type SharedStatement } from '@ticketgate/sdk';

/** An item that waits for its statement. */
interface Waiting<Item, Row> {
  readonly item: Item;
  readonly size: number;
  resolve(row: Row | undefined): void;
  reject(cause: unknown): void;
}

export interface SharedStatementLimits {
  /** Items of one run at most; it takes half of those that wait, so that the process works for the others meanwhile. */
  readonly items: number;
  /** Items that one run takes if so many wait. */
  readonly few: number;
  /** Characters of all of them; a larger item has a run of its own. */
  readonly characters: number;
  /** Milliseconds after which the next run no longer waits for this one. */
  readonly patience: number;
}

/**
 * While a statement runs, more items gather for the next run. So a system that is not busy runs it for each item at once, and the busier it
 * is, the more items share a run, its transaction and the locks of the rows that they refer to.
 */
export class SharedStatementQueue<Item, Row extends SharedRow> {
  readonly #query: Database['query'];
  readonly #statement: SharedStatement<Item>;
  readonly #limits: SharedStatementLimits;
  readonly #waiting: Waiting<Item, Row>[] = [];
  #isBusy = false;

  constructor(query: Database['query'], statement: SharedStatement<Item>, limits: SharedStatementLimits) {
    this.#query = query;
    this.#statement = statement;
    this.#limits = limits;
  }

  /** As `Database.queryTogether`. */
  run(item: Item): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size: this.#statement.sizeOf(item), resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    let isOver = false;
    const goOn = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#isBusy = false;
      this.#start();
    };
    // One that waits for a lock holds up only its own items.
    const timer = setTimeout(goOn, this.#limits.patience).unref();
    // Requests that arrived together get here together.
    setImmediate(() => {
      void this.#runGroup(this.#takeGroup()).finally(goOn);
    });
  }

  /** The first ones that fit together, one at least. */
  #takeGroup(): readonly Waiting<Item, Row>[] {
    const { items, few, characters } = this.#limits;
    const most = Math.min(items, Math.max(few, Math.ceil(this.#waiting.length / 2)));
    let count = 0;
    let size = 0;
    for (const waiting of this.#waiting) {
      size += waiting.size;
      if (count > 0 && (count === most || size > characters)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #runGroup(group: readonly Waiting<Item, Row>[]): Promise<void> {
    try {
      const { text, values } = this.#statement.statementFor(group.map(({ item }) => item));
      const rows = await this.#query<Row>(text, values);
      const byPosition = new Map(rows.map((row) => [row.position, row]));
      group.forEach((waiting, index) => {
        waiting.resolve(byPosition.get(index + 1));
      });
    } catch (cause) {
      if (group.length > 1 && isUndone(cause)) await this.#runEach(group);
      else for (const waiting of group) waiting.reject(cause);
    }
  }

  async #runEach(group: readonly Waiting<Item, Row>[]): Promise<void> {
    for (const waiting of group) await this.#runGroup([waiting]);
  }
}

/** False where what it wrote may have been committed, and where it would only take as long again. */
function isUndone(cause: unknown): boolean {
  return !isOperationError(cause) || cause.code === 'Database.Conflict';
}
