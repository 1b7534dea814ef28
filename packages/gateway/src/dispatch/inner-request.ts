import type { Caller } from '@ticketgate/sdk';

import type { RequestState } from './dispatch-context.js';

interface InnerRequestParts extends Pick<RequestState, 'id' | 'method' | 'userAgent'> {
  readonly caller?: Caller;
  /** Aborts it from outside. */
  readonly signal?: AbortSignal;
}

/** A request that came over no connection: a replay, or the call of an invoker. */
export class InnerRequest implements RequestState {
  readonly id: string;
  readonly method: string;
  readonly remoteAddress = '127.0.0.1';
  readonly userAgent: string;
  readonly signal: AbortSignal;
  caller: Caller | undefined;
  errorCode: string | undefined;
  readonly #controller = new AbortController();

  constructor({ id, method, userAgent, caller, signal }: InnerRequestParts) {
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

/** The transport's part of a request that did not come by a connection. */
export const NOTHING_BROUGHT = {
  readHeader: () => undefined,
  findIgnoredCredentials: () => [],
  idempotencyKey: undefined,
  isProbe: false,
} as const;
