import { isIP, type BlockList } from 'node:net';

import { containsAddress, readAddresses } from './address-list.js';
import { isOwnAddress } from './own-addresses.js';

/** Private networks, and those that cannot be connected to. */
const NOT_PUBLIC = readAddresses([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/127',
  // Addresses that embed IPv4 addresses.
  '64:ff9b::/96',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]);

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Hosts that may be connected to: `api.example.org`, `*.example.org`, `api.example.org:8443`, `10.0.0.5:8080`. Networks such as
 * `10.0.0.0/8` allow the listed host names to have an address in them.
 */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;
  readonly #addresses: BlockList;

  constructor(entries: readonly string[]) {
    const texts = entries.map((entry) => entry.trim().toLowerCase());
    this.#hosts = new Set(texts);
    this.#addresses = readAddresses(texts.map(withoutPort));
  }

  /** Whether the host of a URL is listed: with its port, unless that is the default. */
  allows({ hostname, port, protocol }: URL): boolean {
    const usual = DEFAULT_PORTS[protocol];
    if (usual === undefined) return false;
    const suffix = port === '' || port === usual ? '' : `:${port}`;
    const names = [hostname, ...hostname.split('.').map((_, index, parts) => `*.${parts.slice(index + 1).join('.')}`)];
    return names.some((name) => this.#hosts.has(`${name}${suffix}`));
  }

  /** Whether a listed host may have this address: it must be public and of another machine, or listed itself. */
  allowsAddress(address: string): boolean {
    const isPublic = isIP(address) !== 0 && !containsAddress(NOT_PUBLIC, address);
    return (isPublic && !isOwnAddress(address)) || this.names(address);
  }

  /** Whether an address or its network is listed. */
  names(address: string): boolean {
    return containsAddress(this.#addresses, address);
  }
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return isIP(text.replace(/\/.*$/, '')) === 6 ? text : text.replace(/:\d+$/, '');
}
