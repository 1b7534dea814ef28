import { Failure, faultstringOf } from '@ticketgate/gateway';
import { isOperationError } from '@ticketgate/sdk';

/** The stages of a call, as `ErrorStageFilter` names them. */
export type CallStage =
  | 'RequesterRequestPrepare'
  | 'RequesterRequestMap'
  | 'RequesterRequestPerform'
  | 'RequesterResponseMap'
  | 'RequesterResponseProcess';

/** The failure of an invoker call. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Undefined if a part of the definition is invalid; ErrorHandling then does not apply. */
  readonly stage: CallStage | undefined;
  /** Details for the debug log. */
  readonly detail: unknown;
  /** HTTP status of the response; undefined without one. */
  readonly status: number | undefined;
  /** The transport lacks a key. The debug log then has one entry instead of two. */
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

/** Runs a stage of a call. Any error becomes a {@link CallFailure} of that stage. */
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
