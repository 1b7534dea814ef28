import type { IncomingMessage } from 'node:http';

import { NO_HEADERS, type Headers } from './answer.js';

/** Headers of ours that a page may read. */
const EXPOSED = [
  'X-Request-Id',
  'Retry-After',
  'Idempotency-Replayed',
  'ETag',
  'Location',
  'Allow',
  'Accept-Ranges',
  'Content-Range',
  'Content-Disposition',
].join(', ');

export interface CorsRules {
  /** `Gateway.Cors.Origins`; undefined where the service has no such option. */
  readonly origins: readonly string[] | undefined;
  /** Whether the service accepts the cookie of a host's session. */
  readonly acceptsCookies: boolean;
}

/** The headers that let a page of another origin read the answer; none for origins that are not listed. */
export function corsHeaders({ origins, acceptsCookies }: CorsRules, request: IncomingMessage): Headers {
  const { origin } = request.headers;
  if (origins === undefined) return NO_HEADERS;
  const isListed = origin !== undefined && origins.includes(origin);
  if (origin === undefined || !(isListed || origins.includes('*'))) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    // Never for "*": any page could act as whoever visits it.
    ...(isListed && acceptsCookies ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
  };
}

/** The answer to a preflight request of a browser. */
export function preflightHeaders(
  origins: readonly string[] | undefined,
  request: IncomingMessage,
  methods: string,
): Headers {
  if (origins === undefined) return NO_HEADERS;
  const asked = request.headers['access-control-request-headers'];
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Max-Age': '600',
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
  };
}
