import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { containsAddress, isLoopback, readAddresses } from '@ticketgate/sdk';
import { type Configuration, ConfigurationError } from '@ticketgate/runtime';

/** Says whether a request may be answered, and where it really came from. */
export interface PlainHttpPolicy {
  /** The client's address: of trusted proxies the one they name, of others their own. */
  clientAddress(request: IncomingMessage): string;
  isAllowed(request: IncomingMessage): boolean;
  /** Whether the client speaks HTTPS, to us or to a trusted proxy. */
  isSecure(request: IncomingMessage): boolean;
  /** False if an untrusted proxy forwarded it, so that its origin is unknown. */
  isOriginKnown(request: IncomingMessage): boolean;
}

/**
 * Plain HTTP carries passwords readably, so it is answered on loopback only, unless a trusted proxy says that its client
 * came by HTTPS, or the admin allowed it.
 *
 * @throws ConfigurationError `Server.PlainHttpRefused` for an address beyond loopback without either
 */
export function createPlainHttpPolicy({ http, tls }: Pick<Configuration, 'http' | 'tls'>): PlainHttpPolicy {
  const proxies = readAddresses(http.trustedProxies, refuseProxy);
  if (
    tls.certificate === null &&
    !isLoopback(http.host) &&
    !http.allowInsecureHttp &&
    http.trustedProxies.length === 0
  ) {
    throw new ConfigurationError(
      `Plain HTTP on ${http.host} would expose passwords to the network, so it is refused. Name certificate and key files under tls, listen on 127.0.0.1 ` +
        'behind a proxy that does HTTPS, name that proxy under http.trustedProxies, or, in a network that you trust, set http.allowInsecureHttp: true.',
      { code: 'Server.PlainHttpRefused' },
    );
  }
  const isProxy = (address: string) => http.trustedProxies.length > 0 && containsAddress(proxies, address);
  const isSecure = (request: IncomingMessage) =>
    'encrypted' in request.socket ||
    (isProxy(peerOf(request)) && lastOf(request.headers['x-forwarded-proto']) === 'https');
  return {
    clientAddress: (request) => clientAddress(request, isProxy),
    isSecure,
    isAllowed: (request) =>
      http.allowInsecureHttp || isLoopback(peerOf(request).replace(/^::ffff:/i, '')) || isSecure(request),
    isOriginKnown: (request) =>
      isProxy(peerOf(request)) || FORWARDED.every((name) => request.headers[name] === undefined),
  };
}

/** The headers that proxies add. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

function peerOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

function refuseProxy(text: string): never {
  throw new ConfigurationError(
    `http.trustedProxies has "${text}"; write an address such as 10.0.0.5 or a network such as 10.0.0.0/8.`,
  );
}

/** Answers a request that came in readable form over the network. */
export function refusePlainHttp(response: ServerResponse): void {
  const text = JSON.stringify({
    Error: {
      ErrorCode: 'Server.PlainHttpRefused',
      ErrorMessage:
        'Plain HTTP is answered on loopback only. Use HTTPS, and change the credentials that this request exposed.',
    },
  });
  response.writeHead(403, { 'Content-Type': 'application/json; charset=UTF-8', Connection: 'close' }).end(text);
}

/**
 * From the right: each trusted proxy appended the address that it saw; the first one that is not a proxy is the client. What is not an
 * address, such as `unknown`, ends the search.
 */
function clientAddress(request: IncomingMessage, isProxy: (address: string) => boolean): string {
  let address = request.socket.remoteAddress ?? '';
  const forwarded = headerText(request.headers['x-forwarded-for'])
    .split(',')
    .map((part) => addressIn(part.trim()));
  while (isProxy(address)) {
    const before = forwarded.pop();
    if (before === undefined) break;
    address = before;
  }
  return address;
}

/** The address of `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711` and the like. */
function addressIn(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : address;
}

function lastOf(header: string | readonly string[] | undefined): string | undefined {
  return headerText(header).split(',').at(-1)?.trim().toLowerCase();
}

function headerText(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header : (header ?? []).join(',');
}
