import { Destinations } from '@ticketgate/definition';

import type { Configuration } from './configuration.js';

type Listening = Pick<Configuration, 'requester' | 'http' | 'admin' | 'metrics'>;

/** Where requests of invokers may go: to all hosts, or to those of `requester.allowedHosts`, but never to this server itself. */
export function reachableHosts(configuration: Listening): Destinations {
  return new Destinations(configuration.requester.allowedHosts, ownPorts(configuration));
}

/**
 * Where requests to a provider of sign-ins may go, whose documents name the addresses. As for invokers, but `requester.allowedHosts`
 * restricts only hosts on this machine and its network, since a provider has several hosts.
 *
 * @param issuer its host, which an option names itself
 */
export function providerHosts(configuration: Listening, issuer: string): Destinations {
  return new Destinations([], ownPorts(configuration), [issuer, ...configuration.requester.allowedHosts]);
}

function ownPorts({ http, admin, metrics }: Listening): ReadonlySet<number> {
  const others = [admin.listen, metrics.listen].filter((listen) => listen !== null);
  return new Set([http.port, ...others.map((listen) => readListenAddress(listen).port)]);
}

/** Reads `host:port`, or a port alone, which means this machine. */
export function readListenAddress(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(':');
  const host = colon > 0 ? listen.slice(0, colon).replaceAll(/[[\]]/g, '') : '127.0.0.1';
  return { host, port: Number(listen.slice(colon + 1)) };
}

/** Why events do not call invokers, and what to do about it; undefined if they do. */
export function invokersOff({
  configuration: { requester },
  isAttached,
}: {
  readonly configuration: Pick<Configuration, 'requester'>;
  readonly isAttached: boolean;
}): string | undefined {
  if (requester.enabled === 'off') return 'requester.enabled is off. Set it to on in the configuration.';
  if (requester.enabled === 'on' || !isAttached) return undefined;
  return 'the host of this database calls them itself. If it does not, set requester.enabled to on in the configuration.';
}

/** Stand for all addresses of this machine, and are none that a client can open: an address of this machine for each. */
export const EVERYWHERE: ReadonlyMap<string, string> = new Map(Object.entries({ '0.0.0.0': '127.0.0.1', '::': '::1' }));

/** The URL for clients. Pass the actual port if the configured one is 0. */
export function makeServerURL({ http, tls }: Configuration, port = http.port): string {
  const name = EVERYWHERE.get(http.host) ?? http.host;
  const host = name.includes(':') ? `[${name}]` : name;
  return `${tls.certificate === null ? 'http' : 'https'}://${host}:${port}`;
}
