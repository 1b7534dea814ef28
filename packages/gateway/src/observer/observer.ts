import type { Logger } from '@ticketgate/sdk';

import type { ExchangeListener, FinishedExchange } from './finished-exchange.js';

/** Tells everybody who wants to know of each request that is over. */
export class Observer {
  readonly #listeners: readonly ExchangeListener[];
  readonly #logger: Logger;

  constructor(listeners: readonly ExchangeListener[], logger: Logger) {
    this.#listeners = listeners;
    this.#logger = logger;
  }

  /** A listener that throws does not keep the others from being told. */
  notify(exchange: FinishedExchange): void {
    for (const listener of this.#listeners) {
      try {
        listener(exchange);
      } catch (error) {
        this.#logger.error('a finished request could not be recorded', { requestId: exchange.id, error });
      }
    }
  }
}
