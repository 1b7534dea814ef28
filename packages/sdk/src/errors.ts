import { isData } from './data.js';
import { readReason, type Reason } from './reasons.js';

/**
 * An expected failure of a request, with a code. Compatible services answer HTTP 200 (503 if its reason is `Unavailable`) and
 * `{"Error": {"ErrorCode": code, "ErrorMessage": message}}`, others the HTTP status of its reason.
 */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  /** For example `TicketCreate.MissingParameter`; listed in `docs/errors.md`. */
  readonly code: string;
  /** Determines the HTTP status in services with `ErrorStatus: http`; `Unavailable` does so in every service. */
  readonly reason: Reason;
  /** Seconds after which the request may be repeated: `Retry-After` of 429 and 503. */
  readonly retryAfter: number | undefined;
  /** The values in the message, for translations. */
  readonly values: unknown;

  constructor(code: string, message: string, options: OperationErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options.reason ?? readReason(code);
    this.retryAfter = options.retryAfter;
    this.values = options.values;
  }
}

/**
 * Creates an error in the form of the family: code and message begin with the name of the operation.
 *
 * @example
 * throw operationError('OrderCancel', 'NotFound', 'There is no order 17.');
 * // code `OrderCancel.NotFound`, message `OrderCancel: There is no order 17.`
 */
export function operationError(operation: string, reason: string, sentence: string): OperationError {
  return new OperationError(`${operation}.${reason}`, `${operation}: ${sentence}`);
}

export interface OperationErrorOptions {
  /** Default: the last part of the code. */
  readonly reason?: Reason;
  readonly retryAfter?: number;
  readonly values?: unknown;
  readonly cause?: unknown;
}

/**
 * The operation has failed although its input was valid. Compatible services answer HTTP 500 and
 * `{"faultcode": "Server", "faultstring": message}` (`docs/compatibility.md`).
 */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';

  constructor(message = 'OperationObject returned an error, cancelling Request', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** What an error says: all reasons of one that has several, or the code of one without words. */
export function explainError(error: unknown): string {
  // Errors of Node's core may come from another realm, where they are not an `Error`.
  if (!isData(error)) return String(error);
  const { name, errors, message, code } = error;
  if (name === 'AggregateError' && Array.isArray(errors) && errors.length > 0)
    return errors.map(explainError).join('; ');
  const texts = [message, code, name].filter((each) => typeof each === 'string');
  return texts.find((text) => text !== '') ?? JSON.stringify(error);
}

/** Also true for errors that another copy of this package created. */
export function isOperationError(error: unknown): error is OperationError {
  return error instanceof Error && error.name === 'OperationError' && 'code' in error;
}

/** Also true for errors that another copy of this package created. */
export function isOperationFault(error: unknown): error is OperationFault {
  return error instanceof Error && error.name === 'OperationFault';
}

/** The properties of an error class. */
export interface ErrorKind {
  readonly code: string;
  readonly reason: Reason;
}

/**
 * Makes an error class for one code.
 *
 * @example
 * const QueueUnknown = createError<{ queue: string }>(
 *   'Hello.QueueUnknown', ({ queue }) => `There is no queue "${queue}".`, 'NotFound');
 * throw new QueueUnknown({ queue: 'Rwa' });
 */
export function createError<Details = void>(
  code: string,
  message: (details: Details) => string,
  reason = readReason(code),
): ErrorKind & (new (details: Details, cause?: unknown) => OperationError) {
  return class extends OperationError {
    static readonly code = code;
    static readonly reason = reason;

    constructor(details: Details, cause?: unknown) {
      super(code, message(details), { reason, cause, values: details });
    }
  };
}

/** An expected failure of a command or of the start. Its message says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** For example `Database.FolderInUse`; listed in `docs/errors.md`. */
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Makes an error class for one code, as `createError` does for requests. */
export function createStartError<Details = void>(
  code: string,
  message: (details: Details) => string,
): new (details: Details, cause?: unknown) => StartError {
  return class extends StartError {
    constructor(details: Details, cause?: unknown) {
      super(code, message(details), cause);
    }
  };
}

/** True for failures with a message for users, even if another copy of this package created them. */
export function isExpectedError(error: unknown): error is OperationError | StartError {
  return isOperationError(error) || (error instanceof Error && error.name === 'StartError' && 'code' in error);
}
