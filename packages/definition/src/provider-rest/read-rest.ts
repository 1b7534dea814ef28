import { isTrue, toText } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { readHttp } from '../transport/read-http-options.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';

/** If Config is empty or not a map, the family reports `Rest Transport: Have no Config`. */
export function readRest(config: unknown) {
  if (config === undefined) return { kind: 'no-config' } as const;
  const routes = readRoutes(member(config, 'RouteOperationMapping'));
  const uploadField = toText(member(config, 'PostParamName')) || undefined;
  return { kind: 'rest', rest: { ...readHttp(config), routes, uploadField } } as const;
}

/** In byte order of the operation names, which is the order of matching. Undefined if RouteOperationMapping is missing or empty. */
function readRoutes(routes: unknown): readonly RouteDefinition[] | undefined {
  const map = nonEmptyMap(routes);
  return (
    map &&
    Object.keys(map)
      .sort(byBytes)
      .flatMap((operation) => readRoute(operation, map[operation]))
  );
}

/** An entry of `RouteOperationMapping`; its operation may be missing from `Provider.Operation`. */
export type RouteDefinition = Unchanged<ReturnType<typeof readRoute>[number]>;

function readRoute(operation: string, entry: unknown) {
  if (nonEmptyMap(entry) === undefined) return [];
  const route = member(entry, 'Route');
  const methods = member(entry, 'RequestMethod');
  return [
    {
      operation,
      /** As written; undefined if it is missing: then the entry never matches. */
      route: isTrue(route) ? toText(route) : undefined,
      /** Undefined: every method. */
      methods: Array.isArray(methods) && methods.length > 0 ? methods.map(toText) : undefined,
    },
  ];
}

/** Compares UTF-8 bytes, so upper case comes before lower case. */
export function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
