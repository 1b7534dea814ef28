/** The debug log's facts about a request, besides the recorded stages. */
export interface RequestSummary {
  /** The client's. */
  readonly requestID: string | undefined;
  readonly traceID: string | undefined;
  readonly operation: string | undefined;
  readonly method: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly milliseconds: number;
  /** A login. */
  readonly caller: string | undefined;
  readonly bytesReceived: number;
  readonly bytesSent: number;
}
