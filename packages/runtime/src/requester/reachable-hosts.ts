import { Destinations } from '@ticketgate/definition';

import type { Configuration } from '../configuration/configuration.js';

/** Where requests of invokers may go: to all hosts, or to those of `requester.allowedHosts`, but never to this server itself. */
export function reachableHosts({
  requester,
  http,
  admin,
  metrics,
}: Pick<Configuration, 'requester' | 'http' | 'admin' | 'metrics'>): Destinations {
  const others = [admin.listen, metrics.listen].map((listen) => Number(/:(\d+)$/.exec(listen ?? '')?.[1]));
  return new Destinations(requester.allowedHosts, new Set([http.port, ...others]));
}
