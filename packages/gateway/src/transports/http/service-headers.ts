import type { IncomingMessage } from 'node:http';
import type { GatewayOptions, AddedHeaders } from '@ticketgate/definition';

import { NO_HEADERS, type Headers } from './answer.js';

/** The headers that a definition adds to answers. */
export interface ServiceHeaders {
  /** The headers for answers and faults of an operation; without one, those of every answer. */
  of(operation: string | undefined): Headers;
}

/** `GenericInterface::Operation::OutboundHeaderBlacklist`: headers that belong to the transport. */
const FORBIDDEN = new Set([
  'connection',
  'content-disposition',
  'content-length',
  'content-md5',
  'status',
  'transfer-encoding',
]);
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** The characters that a header value may have without ending the header. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Additional headers replace all outbound ones; each header is sent once (`docs/compatibility.md`). */
export function compileHeaders(added: AddedHeaders | undefined): ServiceHeaders {
  if (added === undefined) return { of: () => NO_HEADERS };
  const always = allowed(added.additionalHeaders);
  if (Object.keys(added.additionalHeaders).length > 0) return { of: () => always };
  const common = allowed(added.outboundHeaders.common);
  const specific = new Map(
    Object.entries(added.outboundHeaders.specific).map(([operation, headers]) => [
      operation,
      { ...common, ...allowed(headers) },
    ]),
  );
  return { of: (operation) => (operation === undefined ? NO_HEADERS : (specific.get(operation) ?? common)) };
}

function allowed(headers: Headers): Headers {
  const entries = Object.entries(headers).filter(
    ([name, value]) => NAME.test(name) && VALUE.test(value) && !FORBIDDEN.has(name.toLowerCase()),
  );
  return Object.fromEntries(entries);
}

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
