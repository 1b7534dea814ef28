import { BlockList } from 'node:net';
import { containsAddress } from '@ticketgate/sdk';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

// Used for each request, and searching a list of networks is slow.
const USUAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** True for addresses, and the name, that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return USUAL.has(host) || containsAddress(LOOPBACK, host);
}
