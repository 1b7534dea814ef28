import { isIPv4, isIPv6 } from 'node:net';

import { withoutMapping } from '@ticketgate/sdk';

/** The network that an address belongs to: who has one of its addresses usually has all of them. /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = withoutMapping(address);
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(plain)) return plain;
  const groups = firstGroups(plain).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

const GROUPS = 8;

/** The first half of an IPv6 address. `::` represents the missing zeros. */
function firstGroups(address: string): readonly string[] {
  const [before = '', after] = address.split('::');
  const left = before.split(':').filter(Boolean);
  const right = (after ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, GROUPS / 2);
}
