import type { Writable } from 'node:stream';
import type { StatementOptions } from '@ticketgate/sdk';
import type { QueryResult } from 'pg';

import { BatchQuery, canBatch } from './batch-query.js';
import { errorCode } from './error-code.js';
import { RowQuery } from './row-query.js';
import type { Wire } from './row-shape.js';
import { statementName } from './statement-name.js';
import { checkValues } from './statement-too-large.js';
import { isUnavailable } from './translate-error.js';

/** What of pg's client the fast path uses. */
export interface Connection {
  query(text: string): Promise<QueryResult>;
  query(query: RowQuery | BatchQuery): unknown;
  readonly connection: Wire & { readonly stream: Writable };
  /** Knex's mark of a connection that its pool must not hand out again. */
  __knex__disposed?: unknown;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly options?: StatementOptions | undefined;
}

/** In one batch where the connection knows all of them; the first times each by itself. */
export function sendAll(client: Connection, queries: readonly RowQuery[]): void {
  if (canBatch(queries, client.connection)) {
    client.query(new BatchQuery(queries));
    return;
  }
  sendTogether(client);
  for (const query of queries) client.query(query);
}

export function run<Row extends object>(connection: Connection, statement: Statement): Promise<Row[]> {
  return answered<Row>(connection, statement, (query) => {
    sendTogether(connection);
    connection.query(query);
  });
}

/** The rows of a statement that `send` sends, now or by the end of the turn. */
export async function answered<Row extends object>(
  connection: Connection,
  { text, values, options }: Statement,
  send: (query: RowQuery) => void,
): Promise<Row[]> {
  checkValues(values);
  const name = options?.isPlannedByValues === true ? undefined : statementName(text, options?.isSearch);
  try {
    const rows = await new Promise<object[]>((resolve, reject) => {
      send(new RowQuery({ text, values, name }, { resolve, reject }));
    });
    return rows as Row[];
  } catch (cause) {
    // The driver's own begins where it reads from the socket.
    if (cause instanceof Error) Error.captureStackTrace(cause);
    dispose(connection, cause);
    throw cause;
  }
}

export function command(connection: Connection, text: string): Promise<QueryResult> {
  sendTogether(connection);
  return connection.query(text);
}

/** All statements that a connection gets in one turn leave in one piece. */
function sendTogether({ connection: { stream } }: Connection): void {
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}

/**
 * The server ends a connection after it has answered with the reason: the end may come after the next use. A statement whose table has
 * other columns by now can only be prepared anew.
 */
export function dispose(connection: Connection, cause: unknown): void {
  if (isUnavailable(cause) || isOutdated(cause)) connection.__knex__disposed ??= cause;
}

/** `feature_not_supported`: "cached plan must not change result type". */
function isOutdated(cause: unknown): boolean {
  return errorCode(cause) === '0A000';
}
