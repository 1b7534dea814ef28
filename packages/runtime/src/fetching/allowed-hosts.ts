import { BlockList, isIP } from 'node:net';

/** Networks that are private to this machine or its network, and those that cannot be connected to. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 127],
  // Addresses that lead to IPv4 through a translator.
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];

const notPublic = new BlockList();
for (const [address, prefix] of NOT_PUBLIC) notPublic.addSubnet(address, prefix, familyOf(address));

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Hosts that a plugin may connect to, as its setting lists them: `api.example.org`, `*.example.org`, `api.example.org:8443`,
 * `10.0.0.5:8080`, and networks such as `10.0.0.0/8`, in which hosts that are listed may be.
 */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;
  readonly #named = new BlockList();

  constructor(entries: readonly string[]) {
    const texts = entries.map((entry) => entry.trim().toLowerCase());
    this.#hosts = new Set(texts);
    for (const text of texts) this.#name(text);
  }

  /** Whether the host of a URL is listed, with its port where that is not the usual one. */
  allows({ hostname, port, protocol }: URL): boolean {
    const usual = DEFAULT_PORTS[protocol];
    if (usual === undefined) return false;
    const suffix = port === '' || port === usual ? '' : `:${port}`;
    const names = [hostname, ...hostname.split('.').map((_, index, parts) => `*.${parts.slice(index + 1).join('.')}`)];
    return names.some((name) => this.#hosts.has(`${name}${suffix}`));
  }

  /** Whether a connection may go there: to every public address, and to others that are listed themselves. */
  allowsAddress(address: string): boolean {
    return !notPublic.check(address, familyOf(address)) || this.names(address);
  }

  /** Whether an address is listed itself, or its network is. */
  names(address: string): boolean {
    return this.#named.check(address, familyOf(address));
  }

  #name(text: string): void {
    const [address = '', prefix] = withoutPort(text).split('/');
    if (isIP(address) === 0) return;
    const longest = isIP(address) === 4 ? 32 : 128;
    const bits = prefix === undefined ? longest : Number(prefix);
    if (Number.isInteger(bits) && bits >= 0 && bits <= longest) this.#named.addSubnet(address, bits, familyOf(address));
  }
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return isIP(text.replace(/\/.*$/, '')) === 6 ? text : text.replace(/:\d+$/, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
