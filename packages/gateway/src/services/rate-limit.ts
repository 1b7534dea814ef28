import { isData } from '@ticketgate/sdk';
import type { RateLimiterMemory } from 'rate-limiter-flexible';

import { createFailure } from '../failure.js';

const RateLimited = createFailure<{ requests: number; seconds: number; wait: number }>('Gateway.RateLimited', {
  reason: 'TooManyRequests',
  message: ({ requests, seconds, wait }) =>
    `This service takes ${requests} requests in ${seconds} seconds from one address. Try again in ${wait} seconds.`,
  headers: ({ wait }) => ({ 'Retry-After': String(wait) }),
});

/** Counts a request of a client. @throws Failure `Gateway.RateLimited` */
export type RateLimit = (remoteAddress: string) => Promise<void>;

/** Creates the limit of `Gateway.RateLimit`: a number of requests per client address and period. */
export function createRateLimit({
  requests,
  seconds,
}: {
  readonly requests: number;
  readonly seconds: number;
}): RateLimit {
  let limiter: Promise<RateLimiterMemory> | undefined;
  return async (remoteAddress) => {
    const counting = await (limiter ??= makeLimiter(requests, seconds));
    try {
      await counting.consume(remoteAddress);
    } catch (cause) {
      throw new RateLimited({ requests, seconds, wait: secondsUntil(cause, seconds) });
    }
  };
}

/** Imports the library on first use, because it loads limiters for many databases. */
async function makeLimiter(points: number, duration: number): Promise<RateLimiterMemory> {
  const library = await import('rate-limiter-flexible');
  return new library.RateLimiterMemory({ points, duration });
}

/** @param cause the rejection of the limiter: the time to wait, or an error */
function secondsUntil(cause: unknown, seconds: number): number {
  const milliseconds = isData(cause) ? Number(cause.msBeforeNext) : NaN;
  return Number.isNaN(milliseconds) ? seconds : Math.ceil(milliseconds / 1000);
}
