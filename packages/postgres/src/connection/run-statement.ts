import type { StatementOptions } from '@ticketgate/sdk';
import type { QueryResult } from 'pg';

import { errorCode } from './error-code.js';
import { RowQuery } from './row-query.js';
import type { Wire } from './row-shape.js';
import { statementName } from './statement-name.js';
import { checkValues } from './statement-too-large.js';
import { refuseTransactionControl } from './transaction-errors.js';
import { isUnavailable } from './translate-error.js';

/** The parts of pg's client that statements use. */
export interface Connection {
  query(text: string): Promise<QueryResult>;
  query(query: RowQuery): unknown;
  readonly connection: Wire;
  /** False behind a pooler that may run the next statement on another connection, which does not know the name. */
  readonly namesStatements?: boolean;
  /** Knex's mark of a connection that its pool must not hand out again. */
  __knex__disposed?: unknown;
}

/** Runs `work` with a connection of the pool. */
export type WithPooledConnection = (work: (connection: Connection) => Promise<unknown>) => Promise<unknown>;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly options?: StatementOptions | undefined;
}

export async function runStatement<Row extends object>(
  connection: Connection,
  { text, values, options }: Statement,
): Promise<Row[]> {
  checkValues(values);
  refuseTransactionControl(text);
  const isNamed = connection.namesStatements !== false && options?.isPlannedByValues !== true;
  const name = isNamed ? statementName(text, options?.isSearch) : undefined;
  try {
    const rows = await new Promise<object[]>((resolve, reject) => {
      connection.query(new RowQuery({ text, values, name }, { resolve, reject }));
    });
    return rows as Row[];
  } catch (cause) {
    // The driver's stack begins where it reads from the socket.
    if (cause instanceof Error) Error.captureStackTrace(Object.assign(cause, { statement: text }));
    disposeIfUnusable(connection, cause);
    throw cause;
  }
}

/**
 * Marks a connection for disposal after an error that makes it unusable: the server is about to end it, or a prepared statement refers to
 * columns that have changed since.
 */
export function disposeIfUnusable(connection: Connection, cause: unknown): void {
  if (isUnavailable(cause) || isOutdated(cause)) connection.__knex__disposed ??= cause;
}

/** `feature_not_supported`: "cached plan must not change result type". */
function isOutdated(cause: unknown): boolean {
  return errorCode(cause) === '0A000';
}
