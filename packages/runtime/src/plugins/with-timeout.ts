/** Work did not end within its time limit. */
export class TimeoutExceeded extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`not within ${seconds} s`);
    this.seconds = seconds;
  }
}

/** @throws TimeoutExceeded */
export async function withTimeout<Result>(work: () => Result, seconds: number): Promise<Awaited<Result>> {
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
