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

/** The undeclared parts of pg's Query that this file uses and overrides. */
export interface DriverQuery {
  text: string;
  values: readonly unknown[];
  name: string | undefined;
  prepare(connection: Wire): void;
}

// pg exports this function without types.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils;
export const DriverQuery = pg.Query as unknown as new (config: object) => DriverQuery;

export interface RowStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name to prepare it under; without a name the server plans it for each execution. */
  readonly name: string | undefined;
}

/** Callbacks of which one is called, once. */
export interface RowOutcome {
  resolve(rows: Row[]): void;
  reject(cause: unknown): void;
}

/**
 * A statement whose row description is cached per connection (ADR 8). pg asks the server to describe the rows for each execution and builds
 * its parsers again: with the forty columns of a ticket that takes longer than reading a row.
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

  /** Forces the extended protocol: only that describes rows before it sends them. */
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
    // Resolving waits for the next message: only then can the connection run another statement.
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
