import { networkInterfaces } from 'node:os';

import { containsAddress, readAddresses } from './address-list.js';

const LOOPBACK = readAddresses(['127.0.0.0/8', '::1']);

// Looked up for each request; searching networks is slower.
const USUAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether an address or a host name is that of this machine itself, in all networks. */
export function isLoopback(host: string): boolean {
  return USUAL.has(host) || containsAddress(LOOPBACK, host);
}

/** Whether this machine has an address now: its loopback addresses, and those of its network interfaces. */
export function isOwnAddress(address: string): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return isLoopback(address) || containsAddress(readAddresses(interfaces.map((each) => each.address)), address);
}
