import { BlockList, isIP } from 'node:net';

import { ConfigurationError } from '../configuration/configuration-error.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for addresses, and the name, that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || contains(LOOPBACK, host);
}

/** Whether `address` is in `list`; an IPv4 address in IPv6 clothes counts as IPv4. */
export function contains(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Reads addresses and networks such as `10.0.0.0/8`.
 *
 * @throws ConfigurationError
 */
export function readAddresses(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) addAddress(list, address);
  return list;
}

function addAddress(list: BlockList, text: string): void {
  const [address = '', prefix] = text.split('/');
  const version = isIP(address);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const longest = version === 6 ? 128 : 32;
  if (version === 0 || (prefix !== undefined && !(/^\d+$/.test(prefix) && Number(prefix) <= longest))) {
    throw new ConfigurationError(
      `http.trustedProxies has "${text}"; write an address such as 10.0.0.5 or a network such as 10.0.0.0/8.`,
    );
  }
  list.addSubnet(address, prefix === undefined ? longest : Number(prefix), family);
}
