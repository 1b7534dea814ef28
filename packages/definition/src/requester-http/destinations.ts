import { AllowedHosts, checkLiteral, containsAddress, isOwnAddress, readAddresses } from '@ticketgate/sdk';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import type { HttpRequester } from './read-requester-http.js';

/** Networks that no web service may connect to: unspecified, link-local and multicast ones, and the metadata services of clouds. */
const NEVER = readAddresses([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  // Metadata services of AWS, Google, Scaleway, Alibaba, Oracle and Azure.
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::/32',
  '100.100.100.200',
  '192.0.0.0/24',
  '168.63.129.16',
  // Addresses that embed IPv4 addresses.
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
  '::ffff:0:0:0/96',
]);

const say = declareMessages({
  'destination.proxy': `The ProxyHost "{url}" is not a URL such as http://proxy.example.org:3128.`,
  'destination.scheme': `{url} does not begin with http:// or https://.`,
  'destination.not-listed': `{host} is not in requester.allowedHosts of the configuration. List the host there to allow it.`,
  'destination.never': `{address} is an address that web services may never connect to.`,
  'destination.server': `{address} is this server itself.`,
  'destination.machine': `{address} is this machine itself. List the host in requester.allowedHosts of the configuration to allow it.`,
});

/** Invokers may not send requests to this host or proxy. */
export class DestinationRefused extends Error {
  override readonly name = 'DestinationRefused';
  readonly reason: Message;
  /** The entry that `requester.allowedHosts` would need; undefined if that would not help. */
  readonly host: string | undefined;

  constructor(reason: Message, host?: string) {
    super(reason.message);
    this.reason = reason;
    this.host = host;
  }
}

/** The hosts and proxies that invokers may send requests to: all, or those of `requester.allowedHosts`. */
export class Destinations {
  readonly #isLimited: boolean;
  readonly #allowed: AllowedHosts;
  readonly #ownPorts: ReadonlySet<number>;
  readonly #trusted: AllowedHosts;

  /**
   * @param ownPorts ports of this server
   * @param trusted hosts with ports that an option of the server names
   */
  constructor(
    allowedHosts: readonly string[],
    ownPorts: ReadonlySet<number> = new Set(),
    trusted: readonly string[] = [],
  ) {
    this.#isLimited = allowedHosts.length > 0;
    this.#allowed = new AllowedHosts(allowedHosts);
    this.#ownPorts = ownPorts;
    this.#trusted = new AllowedHosts(trusted);
  }

  /**
   * Checks what a definition says about its requests. A proxy looks up host names itself.
   *
   * @returns the URL to connect to: the host, or the proxy
   * @throws DestinationRefused
   */
  checkRequest(host: URL, proxy: HttpRequester['proxy']): URL {
    this.checkHost(host);
    if (proxy === undefined) return host;
    const url = URL.parse(proxy.url);
    if (url === null) throw new DestinationRefused(say('destination.proxy', { url: proxy.url }));
    this.checkHost(url);
    return url;
  }

  /**
   * Checks the text of a URL before its host is looked up.
   *
   * @throws DestinationRefused
   */
  checkHost(url: URL): void {
    if (!/^https?:$/.test(url.protocol)) throw new DestinationRefused(say('destination.scheme', { url: url.href }));
    if (this.#isLimited && !this.#isListed(url)) {
      throw new DestinationRefused(say('destination.not-listed', { host: url.host }), listable(url));
    }
    if (url.hostname === 'localhost') this.checkAddress('127.0.0.1', url);
    checkLiteral(url.hostname, (address) => this.checkAddress(address, url));
  }

  /** @throws DestinationRefused */
  checkAddress(address: string, url: URL): void {
    const named = `${address} (${url.host})`;
    if (containsAddress(NEVER, address)) throw new DestinationRefused(say('destination.never', { address: named }));
    if (!isOwnAddress(address)) return;
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const served = `${address}:${port} (${url.host})`;
    if (this.#ownPorts.has(port)) throw new DestinationRefused(say('destination.server', { address: served }));
    if (this.#isListed(url) || this.#allowed.names(address)) return;
    throw new DestinationRefused(say('destination.machine', { address: named }), url.host);
  }

  #isListed(url: URL): boolean {
    return this.#allowed.allows(url) || this.#trusted.allows(url);
  }
}

/** The entry to add for a host; undefined if its address is never allowed. */
function listable({ hostname, host }: URL): string | undefined {
  const addresses: string[] = [];
  checkLiteral(hostname, (address) => addresses.push(address));
  return addresses.some((address) => containsAddress(NEVER, address)) ? undefined : host;
}

/** The URL of `Host`, which may lack a scheme; null if it is not one. */
export function parseHostURL(host: string): URL | null {
  return URL.parse(/^https?:\/\//i.test(host) ? host : `http://${host}`);
}

/** Why requests may not be sent, and the part of the definition at fault; undefined if nothing is known against them. */
export function findRefusal({ host, proxy }: Pick<HttpRequester, 'host' | 'proxy'>, destinations: Destinations) {
  const url = parseHostURL(host);
  if (host === '' || url === null) return undefined;
  let part: 'Host' | 'ProxyHost' = 'Host';
  try {
    destinations.checkHost(url);
    part = 'ProxyHost';
    destinations.checkRequest(url, proxy);
    return undefined;
  } catch (error) {
    if (error instanceof DestinationRefused) return { part, reason: error.reason, host: error.host };
    throw error;
  }
}
