/** Limits of the debug log. */
export interface DebugLogLimits {
  /** Requests whose debugger entries may wait to be written. */
  readonly queueLength: number;
  /** Bytes of these entries. */
  readonly queueBytes: number;
  /** Characters of each text. */
  readonly textLength: number;
  /** The same of requests that failed before their caller was known. */
  readonly strangerTextLength: number;
  /** So many of these are recorded a minute, for each web service. */
  readonly strangerFailures: number;
}
