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

/** How the rows of a statement look. */
export interface RowShape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** A row without values: copies of it have all columns at once. */
  readonly empty: Readonly<Row>;
}

/** The shapes of the statements that are prepared on a connection, by name. As long as they are, their shapes cannot change. */
const shapes = new WeakMap<Wire, Map<string, RowShape>>();

/** Undefined until the statement has been executed on the connection under this name. */
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
