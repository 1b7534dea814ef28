import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** Like `lookup` of `node:dns` with `all`. */
export type LookUp = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Throws if the address must not be connected to. */
export type CheckAddress = (address: string) => void;

/** Checks a host that is an address, which Node.js does not look up. */
export function checkLiteral(hostname: string, checkAddress: CheckAddress): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) checkAddress(host);
}

/**
 * A look-up function for a connection that checks the addresses. They cannot change between the check and the connection.
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
