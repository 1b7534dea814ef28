import { networkInterfaces } from 'node:os';
import { containsAddress, readAddresses } from '@ticketgate/sdk';
import type { ReachableHosts } from '@ticketgate/requester';

import type { Configuration } from '../configuration/configuration.js';
import { isLoopback } from '../configuration/loopback.js';
import { AllowedHosts } from '../fetching/allowed-hosts.js';

/** Networks that no web service may connect to: unspecified, link-local and multicast ones, and the metadata services of clouds. */
const NEVER = readAddresses([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  // The metadata of AWS, Google, Scaleway, Alibaba, Oracle and Azure.
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::/32',
  '100.100.100.200',
  '192.0.0.0/24',
  '168.63.129.16',
  // Addresses that embed IPv4 addresses.
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
]);

/** The hosts that requests may be sent to: all, or those of `requester.allowedHosts`, but never this server itself. */
export function reachableHosts({ requester, ...configuration }: Configuration): ReachableHosts {
  const allowed = new AllowedHosts(requester.allowedHosts);
  const ownPorts = portsOf(configuration);
  return {
    checkHost({ url }) {
      if (requester.allowedHosts.length > 0 && !allowed.allows(url)) {
        throw new Error(`${url.host} is not in requester.allowedHosts of the configuration.`);
      }
    },
    checkAddress(address, { url, port }) {
      if (containsAddress(NEVER, address)) {
        throw new Error(`${address} (${url.host}) is an address that web services may never connect to.`);
      }
      if (isLoopback(address) && !allowed.allows(url) && !allowed.names(address)) {
        const advice = 'List the host in requester.allowedHosts of the configuration to allow it.';
        throw new Error(`${address} (${url.host}) is this machine itself. ${advice}`);
      }
      if (ownPorts.has(port) && isOwn(address)) {
        throw new Error(`${address}:${port} (${url.host}) is this server itself.`);
      }
    },
  };
}

function portsOf({ http, admin, metrics }: Pick<Configuration, 'http' | 'admin' | 'metrics'>): ReadonlySet<number> {
  const others = [admin.listen, metrics.listen].map((listen) => Number(/:(\d+)$/.exec(listen ?? '')?.[1]));
  return new Set([http.port, ...others]);
}

function isOwn(address: string): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return isLoopback(address) || containsAddress(readAddresses(interfaces.map((each) => each.address)), address);
}
