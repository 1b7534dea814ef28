import type { AddedHeaders } from '@ticketgate/definition';

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
