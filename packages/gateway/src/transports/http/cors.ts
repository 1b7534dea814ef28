import type { IncomingMessage } from 'node:http';
import type { GatewayOptions } from '@ticketgate/definition';

import { NO_HEADERS, type Headers } from './answer.js';

/** Response headers that a page may read. */
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
  /** `Gateway.Cors.Origins`; undefined without the option. */
  readonly origins: readonly string[] | undefined;
  /** Whether the service accepts the session cookie of a host. */
  readonly acceptsCookies: boolean;
}

export function corsRules({ cors, authentication }: GatewayOptions): CorsRules {
  return { origins: cors?.origins, acceptsCookies: authentication.accept.includes('Cookie') };
}

/** Headers that allow a page of another origin to read the answer, if the origin is listed. */
export function corsHeaders({ origins, acceptsCookies }: CorsRules, request: IncomingMessage): Headers {
  const { origin } = request.headers;
  if (origins === undefined) return NO_HEADERS;
  const isListed = origin !== undefined && origins.includes(origin);
  if (origin === undefined || !(isListed || origins.includes('*'))) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    // Never for "*", which would let any page act as its visitor.
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
