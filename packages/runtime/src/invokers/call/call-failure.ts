import type { CALL_STAGES } from '@ticketgate/definition';
import { Failure, readFaultstring } from '@ticketgate/gateway';
import { explainError, isOperationError, type Data } from '@ticketgate/sdk';

/** The stages of a call, as `ErrorStageFilter` names them. */
export type CallStage = (typeof CALL_STAGES)[number];

/** The failure of an invoker call. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Undefined if a part of the definition is invalid; ErrorHandling then does not apply. */
  readonly stage: CallStage | undefined;
  readonly about: CallFailureOptions;

  constructor(stage: CallStage | undefined, message: string, about: CallFailureOptions = {}) {
    super(message, { cause: about.cause });
    this.stage = stage;
    this.about = about;
  }

  /** What the family's message does not say. */
  get reason(): string | undefined {
    const { detail, status, reason } = this.about;
    if (reason !== undefined) return reason;
    return typeof detail === 'string' && status === undefined && detail !== this.message ? detail : undefined;
  }
}

interface CallFailureOptions {
  /** Details for the debug log. */
  readonly detail?: unknown;
  /** HTTP status of the response. */
  readonly status?: number;
  readonly reason?: string | undefined;
  /** The transport lacks a key. The debug log then has one entry instead of two. */
  readonly isIncomplete?: boolean;
  /** The other system has answered that it has not done what was asked, whatever the status. */
  readonly isRefusal?: boolean;
  readonly cause?: unknown;
}

/** The failure of a request that is not sent, or whose answer is not a success. */
export function performFailure(message: string, options?: CallFailureOptions): CallFailure {
  return new CallFailure('RequesterRequestPerform', message, options);
}

/** Whether it failed because something of our own, such as the database, was unavailable. */
export function isOwnFault({ cause }: CallFailure): boolean {
  return isOperationError(cause) && cause.reason === 'Unavailable';
}

/** Runs a stage of a call. Any error becomes a {@link CallFailure} of that stage. */
export async function atStage<Result>(stage: CallStage, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw toCallFailure(stage, cause);
  }
}

export function toCallFailure(stage: CallStage, cause: unknown): CallFailure {
  if (cause instanceof CallFailure) return cause;
  return new CallFailure(stage, wordFailure(cause), { detail: findDetail(cause), cause });
}

function findDetail(cause: unknown): unknown {
  if (isOperationError(cause)) return { Error: { ErrorCode: cause.code, ErrorMessage: cause.message } };
  return cause instanceof Failure && cause.cause instanceof Error ? cause.cause.message : undefined;
}

function wordFailure(cause: unknown): string {
  if (isOperationError(cause)) return `${cause.code}: ${cause.message}`;
  if (cause instanceof Failure) return readFaultstring(cause);
  return explainError(cause);
}

/** Thrown when the other system requests another call. */
export class CallAgain extends Error {
  override readonly name = 'CallAgain';
  readonly requested: Data;
  readonly at: Date;

  /** @param requested the members of the response that request the call */
  constructor(requested: Data, at: Date) {
    super('Re-Scheduling...');
    this.requested = requested;
    this.at = at;
  }
}
