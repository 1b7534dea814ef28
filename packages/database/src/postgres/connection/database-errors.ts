import { createError, OperationError, isOperationError, type Reason } from '@ticketgate/sdk';
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

/** SQLSTATEs of texts that are too long or not valid, and of numbers out of range. */
const UNFIT: ReadonlySet<string> = new Set(['22001', '22003', '22021', '22P05']);

/** The constraint that an error of the driver names. */
function readConstraint(cause: unknown): string {
  return cause instanceof Error && 'constraint' in cause ? String(cause.constraint) : '';
}

interface Translation {
  readonly code: string;
  readonly reason: Reason;
  readonly message: string;
}

const UNAVAILABLE: Translation = {
  code: 'Database.Unavailable',
  reason: 'Unavailable',
  message: 'The database cannot be reached, or takes no writes, at the moment. Send the request again later.',
};
const TIMEOUT: Translation = {
  code: 'Database.Timeout',
  reason: 'Unavailable',
  message: 'The database did not answer in time. Send the request again later.',
};
const CONFLICT: Translation = {
  code: 'Database.Conflict',
  reason: 'Conflict',
  message: 'Another request changed the same data at the same time. Send the request again.',
};

/** Translations by SQLSTATE or its class. */
const BY_STATE: Readonly<Record<string, Translation | undefined>> = {
  '08': UNAVAILABLE,
  // From the server, a protocol violation is a bug of ours; poolers use the code for everything.
  '08P01': undefined,
  '53': UNAVAILABLE,
  // The server was demoted: another one takes writes now or soon.
  '25006': UNAVAILABLE,
  '57P01': UNAVAILABLE,
  '57P02': UNAVAILABLE,
  '57P03': UNAVAILABLE,
  '57P05': UNAVAILABLE,
  '25P03': UNAVAILABLE,
  '57014': TIMEOUT,
  '40001': CONFLICT,
  '40P01': CONFLICT,
  '55P03': CONFLICT,
};

const BY_SYSTEM_CODE = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH'.split(' '),
);
/** Messages of pg for errors that have neither a class nor a code. */
const LOST_CONNECTION = /Connection terminated|Connection ended|not queryable|timeout expired|Client was closed/;

/** Makes an OperationError of an error of the driver; errors that callers can do nothing about are returned unchanged. */
export function translateDatabaseError(cause: unknown): Error {
  if (isOperationError(cause)) return cause;
  if (errorCode(cause) === '23505') return new UniqueViolation({ constraint: readConstraint(cause) }, cause);
  if (UNFIT.has(errorCode(cause))) return new ValueUnfit({ reason: readWords(cause) }, cause);
  const translation = findTranslation(cause);
  if (translation !== undefined) {
    return new OperationError(translation.code, translation.message, { reason: translation.reason, cause });
  }
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** Whether the connection that the error came from is unusable. */
export function isUnavailable(cause: unknown): boolean {
  return findTranslation(cause) === UNAVAILABLE;
}

function readWords(cause: unknown): string {
  return cause instanceof Error ? cause.message : '';
}

function findTranslation(cause: unknown): Translation | undefined {
  const code = errorCode(cause);
  if (cause instanceof knex.KnexTimeoutError || BY_SYSTEM_CODE.has(code) || LOST_CONNECTION.test(readWords(cause)))
    return UNAVAILABLE;
  if (code === '08P01' && isFromPooler(cause)) return UNAVAILABLE;
  if (code in BY_STATE) return BY_STATE[code];
  return /^[0-9A-Z]{5}$/.test(code) ? BY_STATE[code.slice(0, 2)] : undefined;
}

/** Whether a pooler made the error: PostgreSQL names the function of its source that reports one. */
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

/** A statement came after the end of its transaction, because it was not awaited. That is a bug, so it has no code. */
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

/** A statement would begin or end a transaction that others are in. That is a bug, so it has no code. */
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
