/** Where a call failed, by the family's names, which ErrorStageFilter lists. */
export type CallStage =
  | 'RequesterRequestPrepare'
  | 'RequesterRequestMap'
  | 'RequesterRequestPerform'
  | 'RequesterResponseMap'
  | 'RequesterResponseProcess';

/** A call that ended without success. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Undefined: a part of the definition cannot be used, so ErrorHandling is not asked. */
  readonly stage: CallStage | undefined;
  /** What the debug log shows beside the message. */
  readonly detail: unknown;
  /** HTTP status of the answer, where there was one. */
  readonly status: number | undefined;
  /** The transport lacks a key, which the debug log says once. */
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
