import type { Writable } from 'node:stream';
import { keptIn, type StatementOptions } from '@ticketgate/sdk';
import pg from 'pg';

import type { ConnectionTraits } from './connector.js';
import {
  errorCode,
  checkValues,
  refuseTransactionControl,
  isUnavailable,
  translateDatabaseError,
} from './database-errors.js';
import { statementName } from './statement-name.js';
import { columnTypes } from './column-types.js';

/** A row as the server sends it, one text per column. */
type RawRow = readonly (string | null)[];

type Row = Record<string, unknown>;

/** The parts of pg's connection that a statement uses. */
interface Wire {
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

/** The parts of pg's client that statements use. */
export interface Connection extends ConnectionTraits {
  query(text: string): Promise<pg.QueryResult>;
  query(query: RowQuery): unknown;
  readonly connection: Wire;
}

export type WithPooledConnection = (work: (connection: Connection) => Promise<unknown>) => Promise<unknown>;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly options?: StatementOptions | undefined;
}

export function runStatement<Row extends object>(connection: Connection, statement: Statement): Promise<Row[]> {
  return runAround(connection, () => checkAndSend<Row>(connection, statement));
}

/** Runs statements one after the other. At a standby, the statements that surround each one surround all of them together. */
export function runStatements(connection: Connection, statements: readonly Statement[]): readonly Promise<object[]>[] {
  const send = () => statements.map((statement) => checkAndSend(connection, statement));
  if (connection.around === undefined) return send();
  const all = runAround(connection, () => Promise.allSettled(send()));
  return statements.map(async (_statement, index) => {
    const outcome = (await all)[index];
    if (outcome?.status === 'rejected') throw outcome.reason;
    return outcome?.value ?? [];
  });
}

function runAround<Result>(connection: Connection, send: () => Promise<Result>): Promise<Result> {
  const { around } = connection;
  if (around === undefined) return send();
  const ask = <Own extends object>(text: string, values: readonly unknown[]) =>
    sendStatement<Own>(connection, {
      text,
      values,
      name: connection.namesStatements ? statementName(text) : undefined,
    });
  return inOneWrite(connection, () => around(connection, send, ask));
}

/** Sends statements in one write to the socket: pg writes each as it starts, and writing is the slowest part. */
export function inOneWrite<Result>({ connection: { stream } }: Connection, send: () => Result): Result {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

async function checkAndSend<Row extends object>(
  connection: Connection,
  { text: familyText, values, options }: Statement,
): Promise<Row[]> {
  const text = connection.tableNames?.writtenIn(familyText) ?? familyText;
  checkValues(values);
  refuseTransactionControl(text);
  const isNamed = connection.namesStatements && options?.isPlannedByValues !== true;
  return sendStatement(connection, {
    text,
    values,
    name: isNamed ? statementName(text, options?.isSearch) : undefined,
  });
}

async function sendStatement<Row extends object>(connection: Connection, statement: RowStatement): Promise<Row[]> {
  const { text } = statement;
  try {
    const rows = await new Promise<object[]>((resolve, reject) =>
      connection.query(new RowQuery(statement, { resolve, reject })),
    );
    return rows as Row[]; // A cast: the caller knows the rows of its statement.
  } catch (cause) {
    // The driver's stack begins where it reads from the socket.
    if (cause instanceof Error) Error.captureStackTrace(Object.assign(cause, { statement: text }));
    markIfUnusable(connection, cause);
    throw translateDatabaseError(cause);
  }
}

/** Some errors make a connection unusable: the server is about to end it, or a prepared statement refers to columns that have changed. */
export function markIfUnusable(connection: ConnectionTraits, cause: unknown): void {
  // `feature_not_supported`: "cached plan must not change result type".
  if (isUnavailable(cause) || errorCode(cause) === '0A000') connection.isUsable = false;
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

interface RowStatement {
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
class RowQuery extends DriverQuery {
  readonly #outcome: RowOutcome;
  readonly #rows: RawRow[] = [];
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

  override prepare(connection: Wire): void {
    const { name, values } = this;
    this.#connection = connection;
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

/** pg would quote each number of a list, which takes longer than writing them. */
function encodeValue(value: unknown): string | Buffer | null {
  const isNumbers = Array.isArray(value) && value.every((each) => typeof each === 'number');
  return isNumbers ? `{${value.join(',')}}` : prepareValue(value);
}
