import { isTrue, textOf } from '@ticketgate/sdk';

import type { RouteDefinition, TransportDefinition } from '../web-service.js';
import { readHttp } from './read-http-options.js';
import { member, nonEmptyMap } from './read-record.js';

/** Reads `Provider.Transport.Config` of HTTP::REST. */
export function readRest(config: unknown): TransportDefinition {
  if (config === undefined) return { kind: 'no-config' };
  return { kind: 'rest', rest: { ...readHttp(config), routes: readRoutes(member(config, 'RouteOperationMapping')) } };
}

function readRoutes(routes: unknown): readonly RouteDefinition[] | undefined {
  const map = nonEmptyMap(routes);
  return (
    map &&
    Object.keys(map)
      .sort(byBytes)
      .flatMap((operation) => readRoute(operation, map[operation]))
  );
}

function readRoute(operation: string, entry: unknown): readonly RouteDefinition[] {
  if (nonEmptyMap(entry) === undefined) return [];
  const route = member(entry, 'Route');
  const methods = member(entry, 'RequestMethod');
  return [
    {
      operation,
      route: isTrue(route) ? textOf(route) : undefined,
      methods: Array.isArray(methods) && methods.length > 0 ? methods.map(textOf) : undefined,
    },
  ];
}

/** The order of matching: that of the UTF-8 bytes, upper case before lower case. */
export function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
