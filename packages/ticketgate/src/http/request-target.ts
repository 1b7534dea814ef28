import type { IncomingMessage } from 'node:http';

import type { PlainHttpPolicy } from './plain-http.js';

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * Brings the target of a request into the one form that all later steps read: a path, and the host in its header, as browsers write it.
 *
 * @returns why a proxy may see another request here than we do; undefined if it does not
 */
export function settleTarget(
  request: IncomingMessage,
  policy: Pick<PlainHttpPolicy, 'isSecure' | 'cutPrefix'>,
): string | undefined {
  if (countHosts(request.rawHeaders) > 1) return 'The request has more than one Host header. Send one.';
  // RFC 9112, section 6.1.
  if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined)
    return 'HTTP/1.0 has no Transfer-Encoding. Send Content-Length, or use HTTP/1.1.';
  takeHostOfURL(request);
  const defaultPort = policy.isSecure(request) ? /:(?:443)?$/ : /:(?:80)?$/;
  if (request.headers.host !== undefined) request.headers.host = request.headers.host.replace(defaultPort, '');
  request.url = policy.cutPrefix(request.url ?? '');
  return undefined;
}

/** A client may send a whole URL, whose host counts then (RFC 9112, section 3.2.2). */
function takeHostOfURL(request: IncomingMessage): void {
  const [start, host] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (start === undefined || host === undefined) return;
  const rest = (request.url ?? '').slice(start.length);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host.slice(host.lastIndexOf('@') + 1);
}

function countHosts(rawHeaders: readonly string[]): number {
  const isHost = (text: string) => text.length === HOST.length && text.toLowerCase() === HOST;
  return rawHeaders.filter((text, place) => place % 2 === 0 && isHost(text)).length;
}

const HOST = 'host';
