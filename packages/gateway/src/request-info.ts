import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, RequestInfo } from '@ticketgate/sdk';

export interface ExchangeParts {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly remoteAddress: string;
}

/** The request behind a call. Its signal is only made for operations that look at it. */
export class ExchangeInfo implements RequestInfo {
  readonly id: string;
  readonly method: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** As the client wrote it. */
  readonly url: string;
  /** The operation's name in the definition, once a route was found. */
  operation: string | undefined;
  /** Once somebody is known to call. */
  caller: Caller | undefined;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;
  #isAborted = false;

  constructor({ id, request, response, remoteAddress }: ExchangeParts) {
    this.id = id;
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
    this.remoteAddress = remoteAddress;
    this.userAgent = request.headers['user-agent'] ?? 'none';
    this.#response = response;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
      this.#response.once('close', () => {
        if (!this.#response.writableFinished) this.abort();
      });
    }
    return this.#controller.signal;
  }

  /** The client is gone, or the service's time is up. */
  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}
