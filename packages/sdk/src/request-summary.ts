/** The summary of a request in the debug log. */
export interface RequestSummary {
  /** `X-Request-Id` of the client. */
  readonly requestID: string | undefined;
  readonly traceID: string | undefined;
  readonly operation: string | undefined;
  readonly method: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly milliseconds: number;
  /** The login of the caller. */
  readonly caller: string | undefined;
  /** The name of the API key. */
  readonly apiKey?: string | undefined;
  readonly bytesReceived: number;
  readonly bytesSent: number;
}
