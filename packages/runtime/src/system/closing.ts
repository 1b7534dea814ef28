import { isExpectedError, type Logger } from '@ticketgate/sdk';

interface Step {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

/** Closes everything that was opened, in reverse order, even if one step fails. */
export class Closing {
  readonly #logger: Logger;
  readonly #steps: Step[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, close: () => Promise<void> | void): void {
    this.#steps.push({ name, close });
  }

  /** Does work at intervals, never twice at a time, until this is closed, which waits for the work. A failure is logged. */
  repeat(name: string, milliseconds: number, work: () => Promise<unknown>): void {
    let working: Promise<unknown> | undefined;
    const timer = setInterval(() => {
      working ??= work()
        // That the database is unavailable is logged elsewhere.
        .catch((error: unknown) => this.#logger[isExpectedError(error) ? 'debug' : 'warn'](`${name} failed`, { error }))
        .finally(() => (working = undefined));
    }, milliseconds).unref();
    this.add(name, async () => {
      clearInterval(timer);
      await working;
    });
  }

  async close(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.close();
      } catch (error) {
        this.#logger.error(`could not close ${step.name}`, { error });
      }
    }
  }
}
