import type { Logger, Caller } from '@ticketgate/sdk';

import type { DebuggerEntry } from './ports.js';

/** The status of a request whose client disconnected before it was answered. */
export const CLIENT_LEFT = 499;

/** A request that was answered or aborted by its client. */
export interface FinishedRequest {
  /** Also in the answer's `X-Request-Id` and on every log line. */
  readonly id: string;
  /** W3C Trace Context, as the client sent it. */
  readonly traceparent: string | undefined;
  /** When its headers had arrived. */
  readonly time: Date;
  /** Undefined if no service has that name. */
  readonly service: { readonly id: number; readonly name: string } | undefined;
  /** Its name in the definition; undefined when no route matched. */
  readonly operation: string | undefined;
  /** As the definition writes it. */
  readonly route: string | undefined;
  readonly method: string;
  /** Below `/Webservice/<name>`, without secrets; computed on access. */
  readonly path: string;
  /** {@link CLIENT_LEFT} if it was not answered. */
  readonly status: number;
  /** The error code (`docs/errors.md`), also if the answer has status 200. */
  readonly errorCode: string | undefined;
  /** Until the answer was passed to the operating system. */
  readonly milliseconds: number;
  /** Bytes of the request's body. */
  readonly bytesReceived: number;
  /** Bytes of the answer, with its headers. */
  readonly bytesSent: number;
  readonly caller: Caller | undefined;
  readonly address: string;
  /** As sent by the client, unchecked. */
  readonly userAgent: string;
  /** Its entry for the debug log. */
  readonly record: DebuggerEntry | undefined;
}

/** Called for every finished request. It must be quick, because it blocks other requests. */
export type FinishedRequestListener = (request: FinishedRequest) => void;

/** Notifies all listeners of each finished request. */
export class Observer {
  readonly #listeners: readonly FinishedRequestListener[];
  readonly #logger: Logger;

  constructor(listeners: readonly FinishedRequestListener[], logger: Logger) {
    this.#listeners = listeners;
    this.#logger = logger;
  }

  /** Logs the errors of listeners, so that the others are notified too. */
  notify(request: FinishedRequest): void {
    for (const listener of this.#listeners) {
      try {
        listener(request);
      } catch (error) {
        this.#logger.error('a finished request could not be recorded', { requestId: request.id, error });
      }
    }
  }
}
