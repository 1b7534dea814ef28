import type { GatewayOptions } from '@ticketgate/definition';
import { isData } from '@ticketgate/sdk';
import type { RateLimiterMemory } from 'rate-limiter-flexible';

import { createFailure } from '../failure.js';

type Abortable = Pick<AbortController, 'abort'>;

/** Waits at most `seconds` for `work`, then aborts `request` and throws `Gateway.Timeout`. */
export function withTimeout<Result>(work: Promise<Result>, seconds: number | undefined, request: Abortable) {
  if (seconds === undefined) return work;
  return new Promise<Result>((resolve, reject) => {
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

const RateLimited = createFailure<{ requests: number; seconds: number; wait: number }>('Gateway.RateLimited', {
  reason: 'TooManyRequests',
  message: ({ requests, seconds, wait }) =>
    `This service takes ${requests} requests in ${seconds} seconds from one address. Try again in ${wait} seconds.`,
  headers: ({ wait }) => ({ 'Retry-After': String(wait) }),
});

/** Creates the limit of `Gateway.RateLimit`: a number of requests per client address and period. */
export function createRateLimit({ requests, seconds }: NonNullable<GatewayOptions['rateLimit']>) {
  const rules = { points: requests, duration: seconds };
  let limiter: Promise<RateLimiterMemory> | undefined;
  /** Counts a request of a client. @throws Failure `Gateway.RateLimited` */
  return async (remoteAddress: string): Promise<void> => {
    // Imported on first use, because the library loads limiters for many databases.
    limiter ??= import('rate-limiter-flexible').then(({ RateLimiterMemory: Limiter }) => new Limiter(rules));
    const counting = await limiter;
    try {
      await counting.consume(remoteAddress);
    } catch (cause) {
      throw new RateLimited({ requests, seconds, wait: secondsUntil(cause, seconds) });
    }
  };
}

/** @param cause the limiter's rejection: the time to wait, or an error */
function secondsUntil(cause: unknown, seconds: number): number {
  const milliseconds = isData(cause) ? Number(cause.msBeforeNext) : NaN;
  return Number.isNaN(milliseconds) ? seconds : Math.ceil(milliseconds / 1000);
}
