import type { Caller } from '@ticketgate/sdk';

import type { RequestState } from './dispatch-context.js';

interface InternalRequestParts extends Pick<RequestState, 'id' | 'method' | 'userAgent'> {
  readonly caller?: Caller;
  /** Aborts the request, besides `abort`. */
  readonly signal?: AbortSignal;
}

/** A request without a connection: a replay, or the call of an invoker. */
export class InternalRequest implements RequestState {
  readonly id: string;
  readonly method: string;
  readonly remoteAddress = '127.0.0.1';
  readonly userAgent: string;
  readonly signal: AbortSignal;
  caller: Caller | undefined;
  errorCode: string | undefined;
  readonly #controller = new AbortController();

  constructor({ id, method, userAgent, caller, signal }: InternalRequestParts) {
    this.id = id;
    this.method = method;
    this.userAgent = userAgent;
    this.caller = caller;
    const own = this.#controller.signal;
    this.signal = signal === undefined ? own : AbortSignal.any([signal, own]);
  }

  abort(): void {
    this.#controller.abort();
  }
}

/** The members of an {@link OperationRequest} that only a transport could provide. */
export const NO_TRANSPORT_PARTS = {
  readHeader: () => undefined,
  findIgnoredCredentials: () => [],
  idempotencyKey: undefined,
  isProbe: false,
} as const;
