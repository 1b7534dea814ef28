/** Seconds that a plugin may take to start. */
export const PLUGIN_SECONDS = 30;

/** Thrown when a time limit is exceeded. */
export class TimeoutExceeded extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`not within ${seconds} s`);
    this.seconds = seconds;
  }
}

/** @throws NotInTime */
export async function withTimeout<Result>(work: () => Result, seconds = PLUGIN_SECONDS): Promise<Awaited<Result>> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimeoutExceeded(seconds));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([work(), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
