import { isOperationError, type Database, type SharedRow, type SharedWrite } from '@ticketgate/sdk';

/** An item that waits to be written. */
interface Waiting<Item, Row> {
  readonly item: Item;
  readonly size: number;
  resolve(row: Row | undefined): void;
  reject(cause: unknown): void;
}

export interface SharedWriteLimits {
  /** Items of one statement. */
  readonly items: number;
  /** Characters of all of them; a larger item is written alone. */
  readonly characters: number;
  /** Milliseconds after which the next statement no longer waits for the one that runs. */
  readonly patience: number;
}

/**
 * While one statement writes, more items gather for the next one. So a system that is not busy writes each item at once, and the busier it
 * is, the more of them share a statement, a transaction and the locks of the rows that they refer to.
 */
export class SharedWrites<Item, Row extends SharedRow> {
  readonly #query: Database['query'];
  readonly #write: SharedWrite<Item>;
  readonly #limits: SharedWriteLimits;
  readonly #waiting: Waiting<Item, Row>[] = [];
  #isBusy = false;

  constructor(query: Database['query'], write: SharedWrite<Item>, limits: SharedWriteLimits) {
    this.#query = query;
    this.#write = write;
    this.#limits = limits;
  }

  run(item: Item): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size: this.#write.sizeOf(item), resolve, reject });
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
    const timer = setTimeout(goOn, this.#limits.patience);
    void this.#writeGroup(this.#takeGroup()).finally(goOn);
  }

  /** The first ones that fit together, one at least. */
  #takeGroup(): readonly Waiting<Item, Row>[] {
    const { items, characters } = this.#limits;
    let count = 0;
    let size = 0;
    for (const waiting of this.#waiting) {
      size += waiting.size;
      if (count > 0 && (count === items || size > characters)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #writeGroup(group: readonly Waiting<Item, Row>[]): Promise<void> {
    try {
      const { text, values } = this.#write.statementFor(group.map(({ item }) => item));
      const rows = await this.#query<Row>(text, values);
      const byPosition = new Map(rows.map((row) => [row.position, row]));
      group.forEach((waiting, index) => {
        waiting.resolve(byPosition.get(index + 1));
      });
    } catch (cause) {
      if (group.length > 1 && isUndone(cause)) await this.#writeEach(group);
      else for (const waiting of group) waiting.reject(cause);
    }
  }

  async #writeEach(group: readonly Waiting<Item, Row>[]): Promise<void> {
    for (const waiting of group) await this.#writeGroup([waiting]);
  }
}

/** False where the statement may have been committed, and where it would only take as long again. */
function isUndone(cause: unknown): boolean {
  return !isOperationError(cause) || cause.code === 'Database.Conflict';
}
