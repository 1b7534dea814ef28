import type { IncomingMessage } from 'node:http';
import { HEADER_NAME, HEADER_VALUE, type AddedHeaders, type GatewayOptions } from '@ticketgate/definition';

import type { ServiceTransport } from '../transport.js';
import { NO_HEADERS, type Answer, type Headers } from './answer.js';

const CLOSE: Headers = Object.freeze({ Connection: 'close' });

/** Compiles the headers of a service's answers: from its definition, for CORS, and for the connection. */
export function compileHeaders(
  parts: AddedHeaders | undefined,
  options: GatewayOptions,
): ServiceTransport['makeHeaders'] {
  const own = addedHeaders(parts);
  const isClosing = options.profile === 'contract' && parts?.closesConnections === true;
  const connection = isClosing ? CLOSE : NO_HEADERS;
  return (operation, request) => [own(operation), corsHeaders(options, request), connection];
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

/**
 * The headers for answers and faults of an operation; without an operation, those of every answer. Additional headers replace all outbound
 * ones; each header is sent once (`docs/compatibility.md`).
 */
function addedHeaders(added: AddedHeaders | undefined): (operation: string | undefined) => Headers {
  if (added === undefined) return () => NO_HEADERS;
  const always = permitted(added.additionalHeaders);
  if (Object.keys(added.additionalHeaders).length > 0) return () => always;
  const common = permitted(added.outboundHeaders.common);
  const specific = new Map(
    Object.entries(added.outboundHeaders.specific).map(([operation, headers]) => [
      operation,
      { ...common, ...permitted(headers) },
    ]),
  );
  return (operation) => (operation === undefined ? NO_HEADERS : (specific.get(operation) ?? common));
}

function permitted(headers: Headers): Headers {
  const entries = Object.entries(headers).filter(
    ([name, value]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !FORBIDDEN.has(name.toLowerCase()),
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
  'Content-Disposition',
].join(', ');

/** Headers that allow a page of a listed origin to read the answer. */
function corsHeaders({ cors, authentication }: GatewayOptions, { headers: { origin } }: IncomingMessage): Headers {
  if (cors === undefined) return NO_HEADERS;
  const isListed = origin !== undefined && cors.origins.includes(origin);
  if (origin === undefined || !(isListed || cors.origins.includes('*'))) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    // Never for "*", nor for the "null" of frames in any page: any page could act as its visitor.
    ...(isListed && origin !== 'null' && authentication.accept.includes('Cookie')
      ? { 'Access-Control-Allow-Credentials': 'true' }
      : {}),
  };
}

/** The answer to OPTIONS with the allowed methods, also for preflight requests of browsers. */
export function answerMethods(methods: string, { cors }: GatewayOptions, { headers: sent }: IncomingMessage): Answer {
  const asked = sent['access-control-request-headers'];
  const headers = {
    Allow: methods,
    ...(cors !== undefined && { 'Access-Control-Allow-Methods': methods, 'Access-Control-Max-Age': '600' }),
    ...(cors !== undefined && asked !== undefined && { 'Access-Control-Allow-Headers': asked }),
  };
  return { status: 204, contentType: undefined, body: '', headers };
}
