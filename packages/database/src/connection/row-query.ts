import { createRequire } from 'node:module';
import pg from 'pg';

import { columnTypes } from './column-types.js';

/** A row as the server sends it, one text per column. */
type RawRow = readonly (string | null)[];
type Row = Record<string, unknown>;

/** What of pg's connection a statement uses. */
interface Wire {
  bind(config: { statement: string; values: readonly unknown[] }): void;
  execute(): void;
  sync(): void;
}

/** What of pg's Query, beside what its types declare, is used and replaced here. */
interface DriverQuery {
  text: string;
  values: readonly unknown[];
  name: string | undefined;
  prepare(connection: Wire): void;
}

// pg publishes how it writes values without types.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null;
};
const DriverQuery = pg.Query as unknown as new (config: object) => DriverQuery;

/** How the rows of a statement look. */
interface RowShape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** A row without values: copies of it have all columns at once. */
  readonly empty: Readonly<Row>;
}

/** The shapes of the statements that are prepared on a connection, by name. As long as they are, their shapes cannot change. */
const shapes = new WeakMap<Wire, Map<string, RowShape>>();

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
    this.#connection = connection;
    const { name, values } = this;
    this.#shape = name === undefined ? undefined : shapes.get(connection)?.get(name);
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
    const known = shapes.get(this.#connection) ?? new Map<string, RowShape>();
    shapes.set(this.#connection, known.set(this.name, this.#shape));
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

function shapeOf(fields: readonly pg.FieldDef[]): RowShape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, parse: columnTypes.getTypeParser(dataTypeID) })),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

function readRow(fields: RawRow, { columns, empty }: RowShape): Row {
  const row = { ...empty };
  columns.forEach(({ name, parse }, index) => {
    const text = fields[index];
    if (text !== null && text !== undefined) row[name] = parse(text);
  });
  return row;
}
