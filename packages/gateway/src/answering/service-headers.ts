import type { RestTransport } from '@ticketgate/definition';

type Headers = Readonly<Record<string, string>>;

/** The headers that a definition adds to answers. */
export interface ServiceHeaders {
  /** On every answer, also those of the transport. */
  readonly always: Headers;
  /** On answers and faults of operations. */
  readonly common: Headers;
  /** On answers of one operation; win over the common ones. */
  readonly specific: ReadonlyMap<string, Headers>;
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
/** What a header value may hold without ending the header. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Additional headers silence the outbound ones entirely; each header is sent once (`docs/compatibility.md`). */
export function compileHeaders(rest: RestTransport | undefined): ServiceHeaders {
  if (rest === undefined) return { always: {}, common: {}, specific: new Map() };
  const always = allowed(rest.additionalHeaders);
  if (Object.keys(rest.additionalHeaders).length > 0) return { always, common: {}, specific: new Map() };
  const { common, specific } = rest.outboundHeaders;
  return {
    always,
    common: allowed(common),
    specific: new Map(Object.entries(specific).map(([operation, headers]) => [operation, allowed(headers)])),
  };
}

function allowed(headers: Headers): Headers {
  const entries = Object.entries(headers).filter(
    ([name, value]) => NAME.test(name) && VALUE.test(value) && !FORBIDDEN.has(name.toLowerCase()),
  );
  return Object.fromEntries(entries);
}
