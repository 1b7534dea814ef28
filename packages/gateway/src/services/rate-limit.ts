import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { Failure, PLAIN } from '../failure.js';

/** Counts a request of a client; throws `Gateway.RateLimited` when there were too many. */
export type RateLimit = (remoteAddress: string) => Promise<void>;

/** `Gateway.RateLimit`: so many requests per client address in so many seconds. */
export function createRateLimit({
  requests,
  seconds,
}: {
  readonly requests: number;
  readonly seconds: number;
}): RateLimit {
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  return async (remoteAddress) => {
    try {
      await limiter.consume(remoteAddress);
    } catch (cause) {
      throw tooMany({ requests, seconds, cause });
    }
  };
}

function tooMany({ requests, seconds, cause }: { requests: number; seconds: number; cause: unknown }): Failure {
  const wait = cause instanceof RateLimiterRes ? Math.ceil(cause.msBeforeNext / 1000) : seconds;
  const message = `This service takes ${requests} requests in ${seconds} seconds from one address. Try again in ${wait} seconds.`;
  return new Failure({
    code: 'Gateway.RateLimited',
    message,
    status: 429,
    compatible: { status: 429, contentType: PLAIN, body: message },
    headers: { 'Retry-After': String(wait) },
  });
}
