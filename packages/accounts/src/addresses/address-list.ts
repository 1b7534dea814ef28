import { BlockList, isIP } from 'node:net';

/**
 * A list of addresses such as `10.0.0.5` and networks such as `10.0.0.0/8`.
 *
 * @param onMistake called with a text that is neither; it is left out, unless this throws
 */
export function readAddresses(texts: readonly string[], onMistake: (text: string) => void): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', prefix, ...others] = text.split('/');
    // A zone such as that of fe80::1%eth0 is known on one machine only, and not to lists.
    const version = others.length > 0 || address.includes('%') ? 0 : isIP(address);
    const longest = version === 6 ? 128 : 32;
    const isNetwork = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
    if (version === 0 || !isNetwork) onMistake(text);
    else list.addSubnet(address, prefix === undefined ? longest : Number(prefix), familyOf(version));
  }
  return list;
}

/** Whether `address` is in `list`; an IPv4 address in IPv6 clothes counts as IPv4. */
export function containsAddress(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  const version = isIP(plain);
  return version !== 0 && list.check(plain, familyOf(version));
}

function familyOf(version: number): 'ipv4' | 'ipv6' {
  return version === 6 ? 'ipv6' : 'ipv4';
}
