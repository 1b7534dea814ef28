import type { StatementOptions } from '@ticketgate/sdk';
import type pg from 'pg';

import type { ConnectionTraits } from './connector.js';
import {
  errorCode,
  checkValues,
  refuseTransactionControl,
  isUnavailable,
  translateDatabaseError,
} from './database-errors.js';
import { QueryGroup, RowQuery, type RowStatement, type Wire } from './row-query.js';
import { statementName } from './statement-name.js';

/** The parts of pg's client that statements use. */
export interface Connection extends ConnectionTraits {
  query(text: string): Promise<pg.QueryResult>;
  query(query: RowQuery | QueryGroup): unknown;
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

/** Runs statements that only read, one after the other. At a standby, the statements that surround each one surround all of them together. */
export function runStatements(connection: Connection, statements: readonly Statement[]): readonly Promise<object[]>[] {
  const send = () => statements.map((statement) => checkAndSend(connection, statement));
  if (connection.around === undefined) return inOneGroup(connection, send);
  const run = () => runAround(connection, () => Promise.allSettled(send()));
  // The rows of one statement arrive while the server runs what surrounds it.
  const all = statements.length === 1 ? run() : inOneGroup(connection, run);
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

/** The statements of each connection that are sent once their caller has named all of them. */
const gathered = new WeakMap<Connection, RowQuery[]>();

/** Sends the statements of one call as a group, if the connection has prepared all of them. */
function inOneGroup<Result>(connection: Connection, gather: () => Result): Result {
  const queries: RowQuery[] = [];
  gathered.set(connection, queries);
  try {
    return gather();
  } finally {
    gathered.delete(connection);
    const isGroup = queries.length > 1 && queries.every((each) => each.startOn(connection.connection));
    const send = (query: RowQuery | QueryGroup) => connection.query(query);
    if (isGroup) send(new QueryGroup(queries, send));
    else queries.forEach(send);
  }
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
    const rows = await new Promise<object[]>((resolve, reject) => {
      const query = new RowQuery(statement, { resolve, reject });
      const group = gathered.get(connection);
      if (group === undefined) connection.query(query);
      else group.push(query);
    });
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
