import { isData, type Reason, type RequestInfo } from '@ticketgate/sdk';

import { parseJson } from './json/parse-json.js';

/** How the family answers a failure: byte for byte as recorded (`docs/compatibility.md`). */
export interface RecordedAnswer {
  /** What the family takes it for. */
  readonly reason: Reason;
  /** `text/plain` in UTF-8 where nothing is said. */
  readonly contentType?: string;
  readonly body: string;
}

export interface FailureParts {
  /** Listed in `docs/errors.md`. */
  readonly code: string;
  readonly message: string;
  readonly reason: Reason;
  /** What compatible services answer; without it the family has no such failure, and they answer the message as plain text. */
  readonly recorded?: RecordedAnswer | undefined;
  /** Of the answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
}

/** A request that ends before its operation has answered. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly reason: Reason;
  readonly recorded: RecordedAnswer | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(parts: FailureParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = parts.code;
    this.reason = parts.reason;
    this.recorded = parts.recorded;
    this.headers = parts.headers ?? {};
  }
}

/** A failure behind the transport: compatible services answer a fault, which is JSON sent as plain text. */
export function fault(code: string, message: string, { says = message, cause }: FaultOptions = {}): Failure {
  const body = JSON.stringify({ faultcode: 'Server', faultstring: says });
  return new Failure({ code, message, reason: 'Broken', recorded: { reason: 'Broken', body }, cause });
}

/** What the family says of a failure behind the transport. */
export function faultstringOf({ recorded, message }: Failure): string {
  const body: unknown = recorded === undefined ? undefined : parseJson(recorded.body);
  return isData(body) && typeof body.faultstring === 'string' ? body.faultstring : message;
}

export interface FaultOptions {
  /** What the family says, where its words mean nothing to other clients. */
  readonly says?: string;
  readonly cause?: unknown;
}

/** A request that makes more work than one request may. */
export function tooComplex(what: string, setting: string): Failure {
  const message = `The body has ${what}. Send less at once, or raise limits.${setting} in the configuration.`;
  return new Failure({ code: 'Gateway.BodyTooComplex', message, reason: 'TooLarge' });
}

/** What an operation throws that is no failure. The caller learns the request id only; the log has the rest. */
export function unexpectedFailure({ id: requestID, signal }: RequestInfo, cause: unknown): Failure {
  // Nobody reads it but the debug log.
  if (signal.aborted && cause === signal.reason) {
    const message = 'The client left before it was answered, so the operation stopped.';
    return new Failure({ code: 'Gateway.ClientLeft', message, reason: 'TimedOut' });
  }
  return new Failure({
    code: 'Gateway.InternalError',
    message: `Something went wrong here. Give this request id to the administrator: ${requestID}`,
    reason: 'Broken',
    recorded: CRASHED,
    cause,
  });
}

/** What the family answers when one of its operations crashes. */
export const CRASHED: RecordedAnswer = Object.freeze({
  reason: 'Broken',
  contentType: 'text/plain',
  body: 'Internal Server Error',
});
