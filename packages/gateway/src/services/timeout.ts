import { createFailure } from '../failure.js';

/** Work that can be aborted when the answer is no longer needed. */
export interface Abortable {
  abort(): void;
}

/** Waits for `work` for at most `seconds`, then aborts `request` and throws `Gateway.Timeout`. */
export function withTimeout<Result>(
  work: Promise<Result>,
  seconds: number | undefined,
  request: Abortable,
): Promise<Result> {
  if (seconds === undefined) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      request.abort();
      reject(new TimedOut(seconds));
    }, seconds * 1000);
    // Unreferenced, so that the process can exit.
    timer.unref();
    const ended =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer);
        settle(value);
      };
    work.then(ended(resolve), ended(reject));
  });
}

export class TimedOut extends createFailure<number>('Gateway.Timeout', {
  reason: 'TimedOut',
  message: (seconds) =>
    `The request took longer than the ${seconds} seconds that this service allows. It may have had an effect.`,
  headers: () => ({ Connection: 'close' }),
}) {
  readonly seconds: number;

  constructor(seconds: number) {
    super(seconds);
    this.seconds = seconds;
  }
}
