import type { Logger } from '@ticketgate/sdk';

import type { FinishedRequest } from './http-request-info.js';

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
