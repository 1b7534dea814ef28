import type { Writable } from 'node:stream';
import type pg from 'pg';

import { columnTypes } from './column-types.js';

/** A row as the server sends it, one text per column. */
export type RawRow = readonly (string | null)[];
export type Row = Record<string, unknown>;

/** The parts of pg's connection that a statement uses. */
export interface Wire {
  /** The socket. */
  readonly stream: Pick<Writable, 'cork' | 'uncork'>;
  bind(config: { statement: string; values: readonly unknown[] }): void;
  execute(): void;
  sync(): void;
}

/** The columns of a statement's rows. */
export interface RowShape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** A row of nulls: its copies have all columns from the start, and so the same hidden class. */
  readonly empty: Readonly<Row>;
}

/** The shapes of prepared statements, by connection and name. A prepared statement cannot change its columns. */
const shapes = new WeakMap<Wire, Map<string, RowShape>>();

/** The shape of a statement that the connection has executed under this name before. */
export function cachedShape(connection: Wire, name: string | undefined): RowShape | undefined {
  return name === undefined ? undefined : shapes.get(connection)?.get(name);
}

export function cacheShape(connection: Wire, name: string, shape: RowShape): void {
  const known = shapes.get(connection) ?? new Map<string, RowShape>();
  shapes.set(connection, known.set(name, shape));
}

export function shapeOf(fields: readonly pg.FieldDef[]): RowShape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, parse: columnTypes.getTypeParser(dataTypeID) })),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

export function readRow(fields: RawRow, { columns, empty }: RowShape): Row {
  const row = { ...empty };
  columns.forEach(({ name, parse }, index) => {
    const text = fields[index];
    if (text !== null && text !== undefined) row[name] = parse(text);
  });
  return row;
}
