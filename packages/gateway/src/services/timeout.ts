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
      reject(timedOut(seconds));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(seconds: number): Failure {
  const message = `The request took longer than the ${seconds} seconds that this service has for it. Whether it had an effect is not known.`;
  return new Failure({
    code: 'Gateway.Timeout',
    message,
    reason: 'TimedOut',
    headers: { Connection: 'close' },
  });
}
