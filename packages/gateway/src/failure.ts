import type { Reason, RequestInfo } from '@ticketgate/sdk';

/** The family's answer to a failure, byte for byte as recorded (`docs/compatibility.md`). */
export interface RecordedAnswer {
  /** The family's reason. */
  readonly reason: Reason;
  /** Default: `text/plain` in UTF-8. */
  readonly contentType?: string;
  readonly body: string;
  /** Of a fault: what it says. The body has it as JSON. */
  readonly faultstring?: string;
}

/** A request that ends before its operation has answered; its classes are made by {@link createFailure}. */
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
  /** The answer of compatible services. If the family has no such failure, they answer the message as plain text. */
  readonly recorded?: (details: Details) => RecordedAnswer;
  /** Headers of the answer. */
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
 * A failure behind the transport: compatible services answer a fault, which is JSON sent as plain text. It says what the family says, which is
 * the message unless it differs.
 */
export function createFault(code: string) {
  return createFailure<{ readonly message: string; readonly says?: string }>(code, {
    reason: 'Broken',
    message: ({ message }) => message,
    recorded: ({ message, says = message }) => recordedFault(says),
  });
}

/** The family's answer to a failure that is told as a fault. */
export function recordedFault(faultstring: string): RecordedAnswer {
  return { reason: 'Broken', faultstring, body: JSON.stringify({ faultcode: 'Server', faultstring }) };
}

/** The family's message of a failure behind the transport. */
export function readFaultstring({ recorded, message }: Failure): string {
  return recorded?.faultstring ?? message;
}

/** A request that costs too much work. */
export const BodyTooComplex = createFailure<{ what: string; setting: string }>('Gateway.BodyTooComplex', {
  reason: 'TooLarge',
  message: ({ what, setting }) =>
    `The body has ${what}. Send less at once, or raise limits.${setting} in the configuration.`,
});

/** For a client that has left; only the debug log shows it. */
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
