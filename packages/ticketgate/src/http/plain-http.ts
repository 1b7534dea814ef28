import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { containsAddress, isLoopback, readAddresses } from '@ticketgate/sdk';
import { type Configuration, ConfigurationError } from '@ticketgate/runtime';

/** Says whether a request may be answered, and where it really came from. */
export interface PlainHttpPolicy {
  /** The client's address: of trusted proxies the one they name, of others their own. Empty if it is not known. */
  clientAddress(request: IncomingMessage): string;
  isAllowed(request: IncomingMessage): boolean;
  /** Whether the client speaks HTTPS, to us or to a trusted proxy. */
  isSecure(request: IncomingMessage): boolean;
  /** False if an untrusted proxy forwarded it, so that its origin is unknown. */
  isOriginKnown(request: IncomingMessage): boolean;
  /** The path below which a proxy shows this server, for example `/helpdesk`; empty without one. */
  toPrefix(request: IncomingMessage): string;
  /** A path of a request without the configured prefix, which some proxies leave there. */
  cutPrefix(path: string): string;
}

/** Where the client reaches this server, for example `https://tickets.example.org/helpdesk`. */
export function addressFor(request: IncomingMessage, policy: PlainHttpPolicy): string {
  const scheme = policy.isSecure(request) ? 'https' : 'http';
  return `${scheme}://${request.headers.host ?? ''}${policy.toPrefix(request)}`;
}

/**
 * Plain HTTP shows passwords to the network, so it is answered on loopback only, unless a trusted proxy says that its client
 * came by HTTPS, or the admin allowed it.
 *
 * @throws ConfigurationError `Server.PlainHttpRefused` for an address beyond loopback without either
 */
export function createPlainHttpPolicy({ http, tls }: Pick<Configuration, 'http' | 'tls'>): PlainHttpPolicy {
  const proxies = readAddresses(http.trustedProxies, refuseAddress('http.trustedProxies'));
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
    'encrypted' in request.socket || (isProxy(readPeer(request)) && readProtocol(request) === 'https');
  return {
    clientAddress: (request) => clientAddress(request, isProxy),
    isSecure,
    isAllowed: (request) =>
      http.allowInsecureHttp || isLoopback(readPeer(request).replace(/^::ffff:/i, '')) || isSecure(request),
    isOriginKnown: (request) =>
      isProxy(readPeer(request)) || FORWARDED.every((name) => request.headers[name] === undefined),
    toPrefix: (request) => (isProxy(readPeer(request)) ? forwardedPrefix(request) : undefined) ?? http.prefix ?? '',
    cutPrefix: (path) => cutPrefix(path, http.prefix ?? ''),
  };
}

/** The headers that proxies add. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

function readPeer({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

/** For texts that the pattern of the option accepts, such as `1:2`. */
export function refuseAddress(option: string): (text: string) => never {
  return (text) => {
    throw new ConfigurationError(`${option} has "${text}", which is neither an address nor a network.`);
  };
}

/** An address that nobody knows: it is in no network. */
const UNKNOWN = '';

/**
 * The client of a trusted proxy, as `X-Forwarded-For` or `Forwarded` (RFC 7239) names it. Unknown if neither does, if it is not an address, and if
 * they disagree: a proxy that sets one of them may pass the other on as the client wrote it.
 */
function clientAddress(request: IncomingMessage, isProxy: (address: string) => boolean): string {
  const peer = readPeer(request);
  if (!isProxy(peer)) return peer;
  const { 'x-forwarded-for': listed, forwarded } = request.headers;
  const claims = [
    ...(listed === undefined ? [] : [joinHeader(listed).split(',')]),
    ...(forwarded === undefined ? [] : [forwardedElements(forwarded).map((each) => each.get('for') ?? '')]),
  ].map((addresses) => findClient(addresses, isProxy));
  const [client = UNKNOWN, other = client] = claims;
  return client === other ? client : UNKNOWN;
}

/**
 * From the right: each trusted proxy appended the address that it saw; the first one that is not a proxy is the client, or the last one, on whose
 * machine the client then is.
 */
function findClient(addresses: readonly string[], isProxy: (address: string) => boolean): string {
  const fromRight = addresses.map((text) => addressIn(text.trim()) ?? UNKNOWN).reverse();
  return fromRight.find((address) => !isProxy(address)) ?? fromRight.at(-1) ?? UNKNOWN;
}

/** One parameter of `Forwarded`, and the comma after the last one of its element. */
const PARAMETER = /\s*([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]*))\s*(?:;|(,)|$)/gy;

/** The elements of `Forwarded`, with their parameters by name in lower case; none of a header that cannot be read to its end. */
function forwardedElements(header: string): readonly ReadonlyMap<string, string>[] {
  let last = new Map<string, string>();
  const elements = [last];
  let end = 0;
  for (const [text, name = '', quoted, token = '', comma] of header.matchAll(PARAMETER)) {
    last.set(name.toLowerCase(), quoted ?? token);
    if (comma !== undefined) elements.push((last = new Map<string, string>()));
    end += text.length;
  }
  return end === header.length ? elements : [];
}

/** The address of `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711` and the like. */
function addressIn(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/** The protocol between the client and the first proxy; further proxies append theirs. */
function readProtocol({ headers }: IncomingMessage): string | undefined {
  const given = headers['x-forwarded-proto'];
  const first = given === undefined ? forwardedElements(headers.forwarded ?? '')[0]?.get('proto') : joinHeader(given);
  return first?.split(',')[0]?.trim().toLowerCase();
}

/** Prefixes that cannot be part of an address are ignored. */
const PREFIX = /^(?:\/[\w~%-][\w.~%-]*)+$/;

/** Each proxy of several adds the path that it cuts off. */
function forwardedPrefix({ headers }: IncomingMessage): string | undefined {
  const paths = joinHeader(headers['x-forwarded-prefix']).split(',');
  const prefix = paths.map((path) => path.trim().replace(/\/$/, '')).join('');
  return PREFIX.test(prefix) ? prefix : undefined;
}

function cutPrefix(path: string, prefix: string): string {
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  return /^(?:[/?]|$)/.test(rest) ? rest.replace(/^(?!\/)/, '/') : path;
}

function joinHeader(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header : (header ?? []).join(',');
}
