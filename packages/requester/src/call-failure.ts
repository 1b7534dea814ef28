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

  /** What the family's message does not say about a failure of our own side; undefined for others. */
  get reason(): string | undefined {
    const { detail, status, message } = this;
    return typeof detail === 'string' && status === undefined && detail !== message ? detail : undefined;
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
    throw new CallFailure(stage, messageOf(cause), { detail: detailOf(cause), cause });
  }
}

function detailOf(cause: unknown): unknown {
  if (isOperationError(cause)) return { Error: { ErrorCode: cause.code, ErrorMessage: cause.message } };
  return cause instanceof Failure && cause.cause instanceof Error ? cause.cause.message : undefined;
}

function messageOf(cause: unknown): string {
  if (isOperationError(cause)) return `${cause.code}: ${cause.message}`;
  if (cause instanceof Failure) return faultstringOf(cause);
  return cause instanceof Error ? cause.message : String(cause);
}
