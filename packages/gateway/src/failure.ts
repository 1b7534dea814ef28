import type { Reason, RequestInfo } from '@ticketgate/sdk';

/** The family's answer to a failure, byte for byte as recorded (`docs/compatibility.md`). */
export interface RecordedAnswer {
  readonly reason: Reason;
  /** Default: `text/plain` in UTF-8. */
  readonly contentType?: string;
  readonly body: string;
  /** The message of a fault, which the body contains as JSON. */
  readonly faultstring?: string;
}

/** The reason why a request ends before its operation has answered; {@link createFailure} makes its classes. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly reason: Reason;
  readonly recorded: RecordedAnswer | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    message: string,
    { code, reason, recorded, headers, cause }: Omit<Failure, 'name' | 'message' | 'stack'>,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.reason = reason;
    this.recorded = recorded;
    this.headers = headers;
  }
}

interface FailureParts<Details> {
  readonly reason: Reason;
  readonly message: (details: Details) => string;
  /** The answer of compatible services. Default: the message as plain text, if the family has no such failure. */
  readonly recorded?: (details: Details) => RecordedAnswer;
  readonly headers?: (details: Details) => Readonly<Record<string, string>>;
}

/**
 * Makes a class of failures for one code, which `docs/errors.md` lists.
 *
 * @example
 * const HostNotAllowed = createFailure<{ host: string }>('Gateway.HostNotAllowed', {
 *   reason: 'Misdirected',
 *   message: ({ host }) => `This service is not served as "${host}".`,
 * });
 */
export function createFailure<Details = void>(
  code: string,
  { reason, message, recorded, headers }: FailureParts<Details>,
) {
  return class extends Failure {
    constructor(details: Details, cause?: unknown) {
      const answer = { recorded: recorded?.(details), headers: headers?.(details) ?? {} };
      super(message(details), { code, reason, ...answer, cause });
    }
  };
}

/**
 * A failure after the transport: compatible services answer a fault, which is JSON sent as plain text.
 *
 * @param says the family's message, if it differs
 */
export function createFault(code: string) {
  return createFailure<{ readonly message: string; readonly says?: string }>(code, {
    reason: 'Broken',
    message: ({ message }) => message,
    recorded: ({ message, says = message }) => recordedFault(says),
  });
}

/** The family's answer to a failure that it reports as a fault. */
export function recordedFault(faultstring: string): RecordedAnswer {
  return { reason: 'Broken', faultstring, body: JSON.stringify({ faultcode: 'Server', faultstring }) };
}

/** The family's message of a failure after the transport. */
export function readFaultstring({ recorded, message }: Failure): string {
  return recorded?.faultstring ?? message;
}

export const BodyTooComplex = createFailure<{ what: string; setting: string }>('Gateway.BodyTooComplex', {
  reason: 'TooLarge',
  message: ({ what, setting }) =>
    `The body has ${what}. Send less at once, or raise limits.${setting} in the configuration.`,
});

/** For a client that has disconnected; only the debug log shows it. */
export const ClientLeft = createFailure('Gateway.ClientLeft', {
  reason: 'TimedOut',
  message: () => 'The client left before it was answered, so the operation stopped.',
});

const InternalError = createFailure<{ requestID: string }>('Gateway.InternalError', {
  reason: 'Broken',
  message: ({ requestID }) => `Something went wrong here. Give this request id to the administrator: ${requestID}`,
  recorded: () => CRASHED,
});

/** Wraps an unexpected error of an operation. The caller only gets the request id; the log has the details. */
export function unexpectedFailure({ id: requestID, signal }: RequestInfo, cause: unknown): Failure {
  return signal.aborted && cause === signal.reason ? new ClientLeft() : new InternalError({ requestID }, cause);
}

/** The family's answer if one of its operations crashes. */
export const CRASHED: RecordedAnswer = Object.freeze({
  reason: 'Broken',
  contentType: 'text/plain',
  body: 'Internal Server Error',
});
