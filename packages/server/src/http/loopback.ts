import { BlockList } from 'node:net';
import { containsAddress } from '@ticketgate/accounts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for addresses, and the name, that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || containsAddress(LOOPBACK, host);
}
