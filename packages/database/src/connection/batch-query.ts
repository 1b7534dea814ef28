import { DriverQuery, type RowQuery } from './row-query.js';
import { knownShape, type RawRow, type Wire } from './row-shape.js';

/**
 * Statements that the server gets in one piece and answers in one piece: it wakes up once for all of them, and so do we. They are one
 * transaction, so that the failure of one is the failure of all.
 */
export class BatchQuery extends DriverQuery {
  readonly #queries: readonly RowQuery[];
  #answered = 0;

  /** Each has been executed on the connection before: see {@link canBatch}. */
  constructor(queries: readonly RowQuery[]) {
    super({});
    this.text = '';
    this.#queries = queries;
  }

  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Wire): void {
    for (const query of this.#queries) query.start(connection);
    connection.sync();
  }

  handleDataRow(message: { readonly fields: RawRow }): void {
    this.#queries[this.#answered]?.handleDataRow(message);
  }

  handleCommandComplete(): void {
    this.#answered += 1;
  }

  handleReadyForQuery(): void {
    for (const query of this.#queries) query.handleReadyForQuery();
  }

  handleError(cause: unknown): void {
    for (const query of this.#queries) query.handleError(cause);
  }
}

/** One statement gains nothing, and what is not prepared yet has to be described too. */
export function canBatch(queries: readonly RowQuery[], connection: Wire): boolean {
  return queries.length > 1 && queries.every(({ name }) => knownShape(connection, name) !== undefined);
}
