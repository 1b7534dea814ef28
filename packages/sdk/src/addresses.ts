import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';

import { foldASCII } from './fold-ascii.js';

/**
 * Makes a list of addresses such as `10.0.0.5` and networks such as `10.0.0.0/8`.
 *
 * @param onMistake called with every other text, which is then left out
 */
export function readAddresses(
  texts: readonly string[],
  onMistake: (text: string) => void = () => undefined,
): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const network = readNetwork(text);
    if (network === undefined) onMistake(text);
    else list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}

/** Whether `address` is in `list`; an IPv4-mapped IPv6 address counts as IPv4. */
export function containsAddress(list: BlockList, address: string): boolean {
  const plain = withoutMapping(address);
  const version = isIP(plain);
  return version !== 0 && list.check(plain, nameFamily(version));
}

/** Converts IPv4-mapped IPv6 addresses: `::ffff:10.0.0.5` is 10.0.0.5. */
export function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

function readNetwork(text: string) {
  // An address with a zone, such as fe80::1%eth0, matches no list, because zones are local to a machine.
  const [, address = '', digits] = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  const prefix = digits === undefined ? longest : Number(digits);
  return version === 0 || prefix > longest ? undefined : { address, prefix, family: nameFamily(version) };
}

function nameFamily(version: number): 'ipv4' | 'ipv6' {
  return version === 6 ? 'ipv6' : 'ipv4';
}

const LOOPBACK = readAddresses(['127.0.0.0/8', '::1']);

// Looked up for each request; searching networks is slower.
const USUAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether an address or host name is this machine's loopback, including all of 127.0.0.0/8. */
export function isLoopback(host: string): boolean {
  return USUAL.has(host) || containsAddress(LOOPBACK, host);
}

/** Whether an address belongs to this machine now: loopback, or one of its network interfaces. */
export function isOwnAddress(address: string): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return isLoopback(address) || containsAddress(readAddresses(interfaces.map((each) => each.address)), address);
}

/** Private networks, and those that nothing can connect to. */
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
 * Hosts that connections may go to: `api.example.org`, `*.example.org`, `api.example.org:8443`, `10.0.0.5:8080`. A network such as
 * `10.0.0.0/8` lets the listed host names resolve to its addresses.
 */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;
  readonly #addresses: BlockList;

  constructor(entries: readonly string[]) {
    const texts = entries.map((entry) => foldASCII(entry.trim()));
    this.#hosts = new Set(texts.map(spellAsURL));
    this.#addresses = readAddresses(texts.map(withoutPort));
  }

  /** Whether the host of a URL is listed. The port must be listed, too, unless it is the default. */
  allows({ hostname, port, protocol }: URL): boolean {
    const usual = DEFAULT_PORTS[protocol];
    if (usual === undefined) return false;
    const suffixes = port === '' || port === usual ? ['', `:${usual}`] : [`:${port}`];
    const names = [hostname, ...hostname.split('.').map((_, index, parts) => `*.${parts.slice(index + 1).join('.')}`)];
    return names.some((name) => suffixes.some((suffix) => this.#hosts.has(name + suffix)));
  }

  /** Whether a listed host may have this address: it must be public and not this machine's, or listed itself. */
  allowsAddress(address: string): boolean {
    const isPublic = isIP(address) !== 0 && !containsAddress(NOT_PUBLIC, address);
    return (isPublic && !isOwnAddress(address)) || this.names(address);
  }

  /** Whether the list names an address or its network. */
  names(address: string): boolean {
    return containsAddress(this.#addresses, address);
  }
}

/** Writes IPv6 addresses as URLs do: shortened, in brackets. */
function spellAsURL(text: string): string {
  const address = isIP(text) === 6 ? `[${text}]` : text;
  // The scheme `x` has no default port, so URL.parse keeps every port.
  return (/^\[[\da-f:.]+\](?::\d+)?$/.test(address) ? URL.parse(`x://${address}`)?.host : undefined) ?? text;
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return isIP(text.replace(/\/.*$/, '')) === 6 ? text : text.replace(/:\d+$/, '');
}

/** Like `lookup` of `node:dns` with `all`. */
export type LookUp = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Throws if the address must not be connected to. */
export type CheckAddress = (address: string) => void;

/** Checks a host that is an address: Node.js does not look it up, so `checkedLookup` never sees it. */
export function checkLiteral(hostname: string, checkAddress: CheckAddress): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) checkAddress(host);
}

/**
 * A look-up function that checks the addresses of a connection. They cannot change between the check and the connection.
 *
 * @param lookUp default: that of the operating system
 */
export function checkedLookup(checkAddress: CheckAddress, lookUp: LookUp = lookup): LookupFunction {
  return (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      try {
        for (const { address } of addresses) checkAddress(address);
        if (options.all === true) done(null, [...addresses]);
        else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
      } catch (refused) {
        done(refused instanceof Error ? refused : new Error(String(refused)), []);
      }
    });
  };
}
