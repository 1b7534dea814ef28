import { containsAddress, readAddresses } from '@ticketgate/sdk';

const LOOPBACK = readAddresses(['127.0.0.0/8', '::1']);

// Looked up for each request; searching networks is slower.
const USUAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether an address or a host name is that of this machine itself. */
export function isLoopback(host: string): boolean {
  return USUAL.has(host) || containsAddress(LOOPBACK, host);
}
