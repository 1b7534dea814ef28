import type { FinishedRequestListener } from '@ticketgate/gateway';
import type { Logger } from '@ticketgate/sdk';

/** Milliseconds in which one slow request is logged and the others are counted: the log must not make a slow system slower. */
const INTERVAL = 1000;

/** Logs requests that took longer than `seconds` (`log.slowRequest`). */
export function slowRequests(
  seconds: number,
  logger: Logger,
  clock = () => performance.now(),
): FinishedRequestListener {
  let [logged, others] = [-Infinity, 0];
  return ({ id, service, operation, status, milliseconds }) => {
    if (milliseconds < seconds * 1000) return;
    const now = clock();
    if (now - logged < INTERVAL) {
      others += 1;
      return;
    }
    const more = others === 0 ? {} : { othersSinceTheLastLine: others };
    const fields = { requestId: id, service: service?.name, operation, status, milliseconds: Math.round(milliseconds) };
    logger.warn('a request was slow', { ...fields, ...more });
    [logged, others] = [now, 0];
  };
}
