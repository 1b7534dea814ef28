import type { Logger } from '@ticketgate/sdk';

import type { FinishedRequest } from './http-request-info.js';

/** Called for every finished request. It must be quick, because it blocks other requests. */
export type FinishedRequestListener = (request: FinishedRequest) => void;

/** A listener's error is logged, so that the others are still notified. */
export function notifyAll(
  listeners: readonly FinishedRequestListener[],
  request: FinishedRequest,
  logger: Logger,
): void {
  for (const listener of listeners) {
    try {
      listener(request);
    } catch (error) {
      logger.error('a finished request could not be recorded', { requestId: request.id, error });
    }
  }
}
