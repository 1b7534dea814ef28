import pg from 'pg';

import {
  cacheShape,
  cachedShape,
  readRow,
  shapeOf,
  type RawRow,
  type Row,
  type RowShape,
  type Wire,
} from './row-shape.js';

/** The undeclared parts of pg's Query that are used and replaced here. */
export interface DriverQuery {
  text: string;
  values: readonly unknown[];
  name: string | undefined;
  prepare(connection: Wire): void;
}

// pg publishes how it writes values without types.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils;
export const DriverQuery = pg.Query as unknown as new (config: object) => DriverQuery;

/** A statement with values, and what becomes of its rows. */
export interface RowStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name to prepare it under; without it the server plans it for each execution. */
  readonly name: string | undefined;
}

/** Called once, one or the other. */
export interface RowOutcome {
  resolve(rows: Row[]): void;
  reject(cause: unknown): void;
}

/**
 * A statement whose rows are read by a shape that its connection knows since the first execution. pg asks the server to describe the
 * rows again each time, and prepares to read them again: with the forty columns of a ticket that takes longer than to read one.
 */
export class RowQuery extends DriverQuery {
  readonly #outcome: RowOutcome;
  readonly #rows: RawRow[] = [];
  #connection: Wire | undefined;
  #shape: RowShape | undefined;

  constructor({ text, values, name }: RowStatement, outcome: RowOutcome) {
    super({});
    this.text = text;
    this.values = values.map(prepareValue);
    this.name = name;
    this.#outcome = outcome;
  }

  /** Statements without values or a name use the extended protocol too: only that gives a shape. */
  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Wire): void {
    const { name, values } = this;
    this.#connection = connection;
    this.#shape = cachedShape(connection, name);
    if (name === undefined || this.#shape === undefined) {
      super.prepare(connection);
      return;
    }
    connection.bind({ statement: name, values });
    connection.execute();
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#shape = shapeOf(fields);
    if (this.name === undefined || this.#connection === undefined) return;
    cacheShape(this.#connection, this.name, this.#shape);
  }

  handleDataRow({ fields }: { readonly fields: RawRow }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    // The rows are complete; the connection is ready only after the next message.
  }

  handleReadyForQuery(): void {
    const shape = this.#shape;
    try {
      this.#outcome.resolve(shape === undefined ? [] : this.#rows.map((fields) => readRow(fields, shape)));
    } catch (cause) {
      this.#outcome.reject(cause);
    }
  }

  handleError(cause: unknown): void {
    this.#outcome.reject(cause);
  }
}
