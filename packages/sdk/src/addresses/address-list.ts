import { BlockList, isIP } from 'node:net';

/**
 * Makes a list of addresses such as `10.0.0.5` and networks such as `10.0.0.0/8`.
 *
 * @param onMistake called with each other text, which is left out unless this throws
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
  return version !== 0 && list.check(plain, familyOf(version));
}

/** Converts IPv4-mapped IPv6 addresses: `::ffff:10.0.0.5` is 10.0.0.5. */
export function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

function readNetwork(text: string): Network | undefined {
  // An address with a zone, such as fe80::1%eth0, matches no list, because zones are local to a machine.
  const [, address = '', digits] = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  const prefix = digits === undefined ? longest : Number(digits);
  return version === 0 || prefix > longest ? undefined : { address, prefix, family: familyOf(version) };
}

function familyOf(version: number): 'ipv4' | 'ipv6' {
  return version === 6 ? 'ipv6' : 'ipv4';
}
