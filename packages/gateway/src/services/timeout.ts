import { Failure } from '../failure.js';

/** Waits for `work`, but not longer than `seconds`: then `onTimeout` is called and `Gateway.Timeout` thrown. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  seconds: number | undefined,
  onTimeout: () => void,
): Promise<Result> {
  if (seconds === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTimeout();
      reject(new TimedOut(seconds));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** `Gateway.Timeout`. */
export class TimedOut extends Failure {
  readonly seconds: number;

  constructor(seconds: number) {
    const message = `The request took longer than the ${seconds} seconds that this service has for it. Whether it had an effect is not known.`;
    super({ code: 'Gateway.Timeout', message, reason: 'TimedOut', headers: { Connection: 'close' } });
    this.seconds = seconds;
  }
}
