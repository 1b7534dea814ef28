import { Failure, faultstringOf } from '@ticketgate/gateway';
import { isOperationError } from '@ticketgate/sdk';

/** The stages of a call, by the names of the family, as ErrorStageFilter lists them. */
export type CallStage =
  | 'RequesterRequestPrepare'
  | 'RequesterRequestMap'
  | 'RequesterRequestPerform'
  | 'RequesterResponseMap'
  | 'RequesterResponseProcess';

/** A call that ended without success. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Undefined if a part of the definition cannot be used: then ErrorHandling does not apply. */
  readonly stage: CallStage | undefined;
  /** Details that the debug log shows beside the message. */
  readonly detail: unknown;
  /** HTTP status of the answer; undefined if there was none. */
  readonly status: number | undefined;
  /** The transport lacks a key: the debug log has one entry for that instead of two. */
  readonly isIncomplete: boolean;

  constructor(
    stage: CallStage | undefined,
    message: string,
    { detail, status, isIncomplete = false, cause }: CallFailureOptions = {},
  ) {
    super(message, { cause });
    this.stage = stage;
    this.detail = detail;
    this.status = status;
    this.isIncomplete = isIncomplete;
  }
}

interface CallFailureOptions {
  readonly detail?: unknown;
  readonly status?: number | undefined;
  readonly isIncomplete?: boolean;
  readonly cause?: unknown;
}

/** Runs a stage of the call. Any error becomes a failure of that stage. */
export async function attempt<Result>(stage: CallStage, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof CallFailure) throw cause;
    const message = messageOf(cause);
    const detail = isOperationError(cause)
      ? { Error: { ErrorCode: cause.code, ErrorMessage: cause.message } }
      : undefined;
    throw new CallFailure(stage, message, { detail, cause });
  }
}

function messageOf(cause: unknown): string {
  if (isOperationError(cause)) return `${cause.code}: ${cause.message}`;
  if (cause instanceof Failure) return faultstringOf(cause);
  return cause instanceof Error ? cause.message : String(cause);
}
