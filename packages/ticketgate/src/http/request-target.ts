import type { IncomingMessage, ServerResponse } from 'node:http';

import type { PlainHttpPolicy } from './plain-http.js';

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * Brings the target of a request into the one form that all later steps read: a path, and the host in its header, as browsers write it. False
 * when two Host headers leave open which one is meant.
 */
export function settleTarget(
  request: IncomingMessage,
  policy: Pick<PlainHttpPolicy, 'isSecure' | 'cutPrefix'>,
): boolean {
  if (countHosts(request.rawHeaders) > 1) return false;
  takeHostOfURL(request);
  const defaultPort = policy.isSecure(request) ? /:(?:443)?$/ : /:(?:80)?$/;
  if (request.headers.host !== undefined) request.headers.host = request.headers.host.replace(defaultPort, '');
  request.url = policy.cutPrefix(request.url ?? '');
  return true;
}

/** A client may send a whole URL, whose host counts then (RFC 9112, section 3.2.2). */
function takeHostOfURL(request: IncomingMessage): void {
  const [start, host] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (start === undefined || host === undefined) return;
  const rest = (request.url ?? '').slice(start.length);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host.slice(host.lastIndexOf('@') + 1);
}

/** One who sends two wants a proxy and us to see different requests. */
export function refuseTarget(response: ServerResponse): void {
  const ErrorMessage = 'The request has more than one Host header. Send one.';
  const text = JSON.stringify({ Error: { ErrorCode: 'Server.BadRequest', ErrorMessage } });
  response.writeHead(400, { 'Content-Type': 'application/json; charset=UTF-8', Connection: 'close' }).end(text);
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1;
  }
  return count;
}

const HOST = 'host';

/** Reads `host:port`, or a port alone, which means this machine. */
export function readListenAddress(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(':');
  const host = colon > 0 ? listen.slice(0, colon).replaceAll(/[[\]]/g, '') : '127.0.0.1';
  return { host, port: Number(listen.slice(colon + 1)) };
}
