import type { FinishedRequestListener, FinishedRequest, RunningRequest } from '@ticketgate/gateway';
import type { Logger } from '@ticketgate/sdk';

/** Milliseconds between two checks. */
const INTERVAL = 100;
/** Milliseconds without an answer. */
const LONGEST = 500;
/** Requests that one line names. */
const MOST_NAMED = 10;

export interface EventLoopMonitorOptions {
  readonly logger: Logger;
  /** The requests that are not over yet. */
  readonly runningRequests: () => Iterable<RunningRequest>;
  readonly clock?: () => number;
}

/**
 * Notices when the process could do nothing else for a while, and names the requests that were under way or had just been answered: one of
 * their operations kept it busy.
 */
export class EventLoopMonitor {
  readonly #options: EventLoopMonitorOptions;
  readonly #clock: () => number;
  /** Answered since the last look. */
  #answered: RunningRequest[] = [];
  #looked: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EventLoopMonitorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#looked = this.#clock();
  }

  readonly listen: FinishedRequestListener = ({ id, service, operation }: FinishedRequest): void => {
    if (this.#answered.length < MOST_NAMED) this.#answered.push({ id, serviceName: service?.name, operation });
  };

  start(): void {
    this.#looked = this.#clock();
    this.#timer = setInterval(() => this.check(), INTERVAL).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Measures how late the timer fires. */
  check(): void {
    const blocked = this.#clock() - this.#looked - INTERVAL;
    if (blocked >= LONGEST) this.#report(Math.round(blocked));
    this.#answered = [];
    this.#looked = this.#clock();
  }

  #report(milliseconds: number): void {
    const { logger, runningRequests: underWay } = this.#options;
    const requests = [...this.#answered];
    for (const { id, serviceName, operation } of underWay()) {
      if (requests.length === MOST_NAMED) break;
      requests.push({ id, serviceName, operation });
    }
    const operations = requests.map(
      ({ id, serviceName = 'unknown', operation = 'none' }) => `${serviceName} ${operation} (${id})`,
    );
    logger.warn('nothing else was done for a while: an operation kept the process busy', { milliseconds, operations });
  }
}
