import type { FinishedRequestListener, RunningRequest } from '@ticketgate/gateway';
import type { Logger } from '@ticketgate/sdk';

/** Milliseconds between two checks. */
const INTERVAL = 100;
/** Milliseconds without an answer. */
const LONGEST = 500;
/** Requests that one line names. */
const MOST_NAMED = 10;

/**
 * Notices when the process could do nothing else for a while, and names the requests that were under way or had just been answered: one of
 * their operations kept it busy.
 */
export function monitorEventLoop(
  logger: Logger,
  runningRequests: () => Iterable<RunningRequest>,
  clock = () => performance.now(),
) {
  /** Answered since the last check. */
  let answered: RunningRequest[] = [];
  let looked = clock();
  /** Measures how late the timer fires. */
  const check = (): void => {
    const blocked = clock() - looked - INTERVAL;
    if (blocked >= LONGEST) {
      const operations = nameOperations(answered, runningRequests());
      const milliseconds = Math.round(blocked);
      logger.warn('nothing else was done for a while: an operation kept the process busy', {
        milliseconds,
        operations,
      });
    }
    answered = [];
    looked = clock();
  };
  const listen: FinishedRequestListener = ({ id, service, operation }) => {
    if (answered.length < MOST_NAMED) answered.push({ id, serviceName: service?.name, operation });
  };
  /** @returns stops it */
  const start = (): (() => void) => {
    looked = clock();
    const timer = setInterval(check, INTERVAL).unref();
    return () => clearInterval(timer);
  };
  return { check, listen, start };
}

function nameOperations(answered: readonly RunningRequest[], underWay: Iterable<RunningRequest>): readonly string[] {
  return [...answered, ...underWay]
    .slice(0, MOST_NAMED)
    .map(({ id, serviceName = 'unknown', operation = 'none' }) => `${serviceName} ${operation} (${id})`);
}
