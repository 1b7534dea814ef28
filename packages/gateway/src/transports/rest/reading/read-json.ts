import type { IncomingMessage } from 'node:http';

import { BodyBudget, type BodyBudgetLimits } from '../../http/body-budget.js';
import { requireKnownCoding } from '../../http/compression/body-coding.js';
import type { ReadingLimits } from '../../http/reading-limits.js';
import { decodeAny } from './decode-body.js';
import { readText } from './read-request.js';

export interface JsonReaderOptions {
  readonly limits: ReadingLimits;
  readonly bodies: BodyBudgetLimits;
  /** The client's address. */
  readonly remoteAddress: (request: IncomingMessage) => string;
}

/**
 * Creates a function that reads the JSON of requests that are not for web services, within the same limits; undefined without a body.
 * It rejects with a Failure: `Gateway.PayloadTooLarge`, `Gateway.BodyTooComplex`, `Gateway.MalformedBody` and others.
 */
export function createJsonReader({
  limits,
  bodies,
  remoteAddress,
}: JsonReaderOptions): (request: IncomingMessage, limit: number) => Promise<unknown> {
  const budget = new BodyBudget(bodies);
  return async (request, limit) => {
    requireKnownCoding(request);
    const reservation = budget.open(remoteAddress(request));
    try {
      const body = await readText(request, { limit, reservation, limits });
      return body === undefined ? undefined : await decodeAny(body.text);
    } finally {
      reservation.release();
    }
  };
}
