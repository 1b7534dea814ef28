/**
 * An expected failure with a code. In compatible services it is answered with HTTP 200 and
 * `{"Error": {"ErrorCode": code, "ErrorMessage": message}}`, elsewhere with `status`.
 */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  /** For example `TicketCreate.MissingParameter`; listed in `docs/errors.md`. */
  readonly code: string;
  /** The HTTP status for services with `ErrorStatus: http`. */
  readonly status: number;
  /** Seconds after which the request may be sent again, where that is known: `Retry-After` of 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, options: OperationErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? statusOfCode(code);
    this.retryAfter = options.retryAfter;
  }
}

export interface OperationErrorOptions {
  readonly status?: number;
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/**
 * The operation could not do its work although the input was fine. Answered with HTTP 500 and
 * `{"faultcode": "Server", "faultstring": message}` in compatible services (`docs/compatibility.md`).
 */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';

  constructor(message = 'OperationObject returned an error, cancelling Request', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** True also for errors made by another copy of this package. */
export function isOperationError(error: unknown): error is OperationError {
  return error instanceof Error && error.name === 'OperationError' && 'code' in error;
}

/** True also for errors made by another copy of this package. */
export function isOperationFault(error: unknown): error is OperationFault {
  return error instanceof Error && error.name === 'OperationFault';
}

/**
 * Makes an error class for one code.
 *
 * @example
 * const QueueUnknown = createError<{ queue: string }>(
 *   'Hello.QueueUnknown', ({ queue }) => `There is no queue "${queue}".`, 400);
 * throw new QueueUnknown({ queue: 'Rwa' });
 */
export function createError<Details = void>(
  code: string,
  message: (details: Details) => string,
  status = statusOfCode(code),
): new (details: Details, cause?: unknown) => OperationError {
  return class extends OperationError {
    constructor(details: Details, cause?: unknown) {
      super(code, message(details), { status, cause });
    }
  };
}

const STATUS_BY_REASON: Readonly<Record<string, number>> = {
  AuthFail: 401,
  SessionInvalid: 401,
  AccessDenied: 403,
  NotInstalled: 501,
  Conflict: 409,
  TooManyRequests: 429,
  Unavailable: 503,
};

/** The family's codes are `<Operation>.<Reason>`; the reason decides the status, anything unlisted is the caller's input: 400. */
function statusOfCode(code: string): number {
  return STATUS_BY_REASON[code.split('.').at(-1) ?? ''] ?? 400;
}
