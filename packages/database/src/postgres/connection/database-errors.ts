import { createError, isOperationError } from '@ticketgate/sdk';
import knex from 'knex';

/** The `code` of a system or database error; `''` if it has none. Does not use `instanceof`: in tests, Node's errors are of another realm. */
export function errorCode(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? cause.code : '';
}

const UniqueViolation = createError<{ constraint: string }>(
  'Database.UniqueViolation',
  ({ constraint }) =>
    `There is a row with these values already (constraint "${constraint}"). Send other values: the same ones are refused again.`,
  'Conflict',
);

export const ValueUnfit = createError<{ reason: string }>(
  'Database.ValueUnfit',
  ({ reason }) =>
    `A value does not fit its column: ${reason}. Send a shorter text, a smaller number, or a text without NUL.`,
  'Invalid',
);

/** Whether a value has a wrong form or does not fit: SQLSTATE class 22, translated or not. */
export function isWrongValue(cause: unknown): boolean {
  return /^(?:22|Database\.ValueUnfit$)/.test(errorCode(cause));
}

/** SQLSTATEs of texts that are too long or invalid, and of numbers out of range. */
const UNFIT: ReadonlySet<string> = new Set(['22001', '22003', '22021', '22P05']);

function readConstraint(cause: unknown): string {
  return cause instanceof Error && 'constraint' in cause ? String(cause.constraint) : '';
}

const Unavailable = createError(
  'Database.Unavailable',
  () => 'The database cannot be reached, or takes no writes, at the moment. Send the request again later.',
  'Unavailable',
);
const Timeout = createError(
  'Database.Timeout',
  () => 'The database did not answer in time. Send the request again later.',
  'Unavailable',
);
const Conflict = createError(
  'Database.Conflict',
  () => 'Another request changed the same data at the same time. Send the request again.',
  'Conflict',
);

/** System codes, SQLSTATEs, and classes of SQLSTATEs. 25006: the server was demoted, so another one takes writes now or soon. */
const UNAVAILABLE: ReadonlySet<string> = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH 08 53 25006 25P03 57P01 57P02 57P03 57P05'.split(
    ' ',
  ),
);
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);
/** Messages of pg for errors that have neither a class nor a code. */
const LOST_CONNECTION = /Connection terminated|Connection ended|not queryable|timeout expired|Client was closed/;

/** Turns an error of the driver into an OperationError; errors that callers cannot handle are returned unchanged. */
export function translateDatabaseError(cause: unknown): Error {
  if (isOperationError(cause)) return cause;
  if (errorCode(cause) === '23505') return new UniqueViolation({ constraint: readConstraint(cause) }, cause);
  if (UNFIT.has(errorCode(cause))) return new ValueUnfit({ reason: readWords(cause) }, cause);
  const Translation = findTranslation(cause);
  if (Translation !== undefined) return new Translation(undefined, cause);
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** Whether the connection that the error came from is unusable. */
export function isUnavailable(cause: unknown): boolean {
  return findTranslation(cause) === Unavailable;
}

function readWords(cause: unknown): string {
  return cause instanceof Error ? cause.message : '';
}

function findTranslation(cause: unknown): typeof Unavailable | undefined {
  const code = errorCode(cause);
  if (cause instanceof knex.KnexTimeoutError || LOST_CONNECTION.test(readWords(cause))) return Unavailable;
  // From the server, a protocol violation is a bug of ours; poolers use the code for everything.
  if (code === '08P01') return isFromPooler(cause) ? Unavailable : undefined;
  if (UNAVAILABLE.has(code) || UNAVAILABLE.has(code.slice(0, 2))) return Unavailable;
  if (code === '57014') return Timeout;
  return CONFLICTS.has(code) ? Conflict : undefined;
}

/** Whether a pooler made the error: PostgreSQL names the function in its source that reports one. */
function isFromPooler(cause: unknown): boolean {
  return cause instanceof Error && !('routine' in cause && cause.routine !== undefined);
}

/** Limits of PostgreSQL's protocol. */
const MOST_VALUES = 65_535;

const StatementTooLarge = createError<{ values: number }>(
  'Database.StatementTooLarge',
  ({ values }) =>
    `The request needs ${values} values in one statement; at most ${MOST_VALUES} are possible. Send fewer values, or several requests.`,
  'Invalid',
);

/** @throws OperationError `Database.StatementTooLarge` */
export function checkValues({ length }: readonly unknown[]): void {
  if (length > MOST_VALUES) throw new StatementTooLarge({ values: length });
}

/** A statement was not awaited, and came after the end of its transaction. That is a bug, so it has no code. */
export class TransactionOver extends Error {
  constructor() {
    super(
      'This transaction has already ended. Await every statement before the operation answers, or inside the function passed to withTransaction().',
    );
  }
}

/** The transaction was rolled back at its commit, because the error of a statement was caught and ignored. */
export class TransactionLost extends Error {
  constructor() {
    super(
      'The transaction was rolled back: one of its statements had failed. Do not catch its error, so that callers see it.',
    );
  }
}

/** A statement would begin or end a transaction of other code. That is a bug, so it has no code. */
class TransactionControl extends Error {
  constructor(text: string) {
    super(
      `"${text.trim().slice(0, LONGEST_SHOWN)}" would begin or end a transaction behind the back of the gateway. Use withTransaction() instead; throw to roll back.`,
    );
  }
}

const LONGEST_SHOWN = 60;

/** Statements that begin or end a transaction, after any comments. `rollback to` a savepoint does not. */
const CONTROL =
  /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:begin|start\s+transaction|commit|end|abort|prepare\s+transaction|rollback(?!\s+(?:(?:work|transaction)\s+)?to\b))\b/i;

/** @throws TransactionControl */
export function refuseTransactionControl(text: string): void {
  if (CONTROL.test(text)) throw new TransactionControl(text);
}
