import type { Writable } from 'node:stream';
import { keptIn } from '@ticketgate/sdk';
import pg from 'pg';

import { columnTypes } from './column-types.js';

/** A row as the server sends it, one text per column. */
type RawRow = readonly (string | null)[];

type Row = Record<string, unknown>;

/** The parts of pg's connection that a statement uses. */
export interface Wire {
  readonly stream: Pick<Writable, 'cork' | 'uncork'>;
  bind(config: { statement: string; values: readonly unknown[] }): void;
  execute(): void;
  sync(): void;
}

/** The columns of a statement's rows. */
interface RowShape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** A row of nulls: copies have all columns from the start, and so the same hidden class. */
  readonly empty: Readonly<Row>;
}

/** The shapes of prepared statements, by connection and name. A prepared statement cannot change its columns. */
const shapes = new WeakMap<Wire, Map<string, RowShape>>();

function readShape(fields: readonly pg.FieldDef[]): RowShape {
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

/** The undeclared parts of pg's Query that this file uses and overrides. */
interface DriverQuery {
  text: string;
  values: readonly unknown[];
  name: string | undefined;
  prepare(connection: Wire): void;
}

// A cast: pg exports this function without types.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils;
// A cast: the type of this class lacks the parts above.
const DriverQuery = pg.Query as unknown as new (config: object) => DriverQuery;

export interface RowStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name to prepare it under; undefined: the server plans it for each execution. */
  readonly name: string | undefined;
}

/** Exactly one of them is called, once. */
interface RowOutcome {
  resolve(rows: Row[]): void;
  reject(cause: unknown): void;
}

/**
 * A statement whose row description is cached per connection (ADR 8). pg asks the server to describe the rows for each execution and builds
 * its parsers again: with the forty columns of a ticket, that takes longer than reading a row.
 */
export class RowQuery extends DriverQuery {
  readonly #outcome: RowOutcome;
  #rows: RawRow[] = [];
  #connection: Wire | undefined;
  #shape: RowShape | undefined;

  constructor({ text, values, name }: RowStatement, outcome: RowOutcome) {
    super({});
    this.text = text;
    this.values = values.map(encodeValue);
    this.name = name;
    this.#outcome = outcome;
  }

  /** Forces the extended protocol: only that describes rows before it sends them. */
  requiresPreparation(): boolean {
    return true;
  }

  /** Whether the connection has prepared it. What was read before is gone. */
  startOn(connection: Wire): boolean {
    this.#connection = connection;
    this.#rows = [];
    this.#shape = this.name === undefined ? undefined : shapes.get(connection)?.get(this.name);
    return this.#shape !== undefined;
  }

  override prepare(connection: Wire): void {
    if (!this.startOn(connection)) {
      super.prepare(connection);
      return;
    }
    this.bindTo(connection);
    connection.sync();
  }

  /** Executes it, if it is prepared there. */
  bindTo(connection: Wire): void {
    const { name = '', values } = this;
    connection.bind({ statement: name, values });
    connection.execute();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#shape = readShape(fields);
    if (this.name === undefined || this.#connection === undefined) return;
    keptIn(shapes, this.#connection, () => new Map<string, RowShape>()).set(this.name, this.#shape);
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

/**
 * Reads with one Sync, which the server answers in one write: that saves time at both ends. Each has a snapshot of its own. If one fails, the
 * server rolls back those before it and skips those behind it, so all others are sent again.
 */
export class QueryGroup extends DriverQuery {
  readonly #queries: readonly RowQuery[];
  readonly #send: (query: RowQuery) => unknown;
  #answered = 0;

  /** @param queries prepared on the connection */
  constructor(queries: readonly RowQuery[], send: (query: RowQuery) => unknown) {
    super({});
    this.text = '';
    this.#queries = queries;
    this.#send = send;
  }

  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Wire): void {
    for (const query of this.#queries) query.bindTo(connection);
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
    const failed = this.#queries[this.#answered];
    for (const query of this.#queries) {
      if (query === failed) query.handleError(cause);
      else this.#send(query);
    }
  }
}

/** pg would quote each number of a list, which takes longer than writing them. */
function encodeValue(value: unknown): string | Buffer | null {
  const isNumbers = Array.isArray(value) && value.every((each) => typeof each === 'number');
  return isNumbers ? `{${value.join(',')}}` : prepareValue(value);
}
