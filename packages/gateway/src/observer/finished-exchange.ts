import type { Caller } from '@ticketgate/sdk';

import type { DebuggerEntry } from '../ports.js';

/** The status of a request whose client left before there was an answer. */
export const CLIENT_LEFT = 499;

/** A request that is over: answered, or given up by its client. */
export interface FinishedExchange {
  /** Also in the answer's `X-Request-Id` and on every log line. */
  readonly id: string;
  /** W3C Trace Context, as the client sent it. */
  readonly traceparent: string | undefined;
  /** When its headers had come. */
  readonly time: Date;
  /** Undefined: none is served under that name. */
  readonly service: { readonly id: number; readonly name: string } | undefined;
  /** Its name in the definition; undefined when no route matched. */
  readonly operation: string | undefined;
  /** As the definition writes it. */
  readonly route: string | undefined;
  readonly method: string;
  /** Below `/Webservice/<name>`, without secrets; made when it is asked for. */
  readonly path: string;
  /** {@link CLIENT_LEFT} when nothing was answered. */
  readonly status: number;
  /** Why it failed (`docs/errors.md`), also where the answer has status 200. */
  readonly errorCode: string | undefined;
  /** Until the answer was handed to the operating system. */
  readonly milliseconds: number;
  /** Bytes of the request's body, as far as it was read. */
  readonly bytesReceived: number;
  /** Bytes of the answer, with its headers. */
  readonly bytesSent: number;
  readonly caller: Caller | undefined;
  readonly address: string;
  /** As the client wrote it, so that it may be anything. */
  readonly userAgent: string;
  /** The debug log's record of it; undefined for none. */
  readonly record: DebuggerEntry | undefined;
}

/** Is told of every request that is over. It must not take long: requests wait for it. */
export type ExchangeListener = (exchange: FinishedExchange) => void;
