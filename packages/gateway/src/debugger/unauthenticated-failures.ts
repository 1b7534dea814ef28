import type { Logger } from '@ticketgate/sdk';

const MINUTE = 60_000;

interface Count {
  recorded: number;
  counted: number;
}

/**
 * Limits recorded failures of unknown callers: a number per minute for each web service; further ones are only counted and logged.
 * Callers without credentials must not be able to fill the debug log.
 */
export class UnauthenticatedFailures {
  readonly #most: number;
  readonly #logger: Logger;
  readonly #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  constructor(perMinute: number, logger: Logger) {
    this.#most = perMinute;
    this.#logger = logger;
  }

  /** Whether another failure may be recorded; otherwise it is counted. */
  admit(service: string): boolean {
    this.#timer ??= setTimeout(() => {
      this.report();
    }, MINUTE).unref();
    const count = this.#counts.get(service) ?? { recorded: 0, counted: 0 };
    this.#counts.set(service, count);
    const isRecorded = count.recorded < this.#most;
    if (isRecorded) count.recorded += 1;
    else count.counted += 1;
    return isRecorded;
  }

  /** Logs the number of failures that were only counted, and starts the next minute. */
  report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [service, { recorded, counted }] of this.#counts) {
      if (counted === 0) continue;
      const fields = { service, notRecorded: counted, recorded };
      this.#logger.warn('failed requests of unknown callers were counted instead of recorded', fields);
    }
    this.#counts.clear();
  }
}
