import { textOf, type Data } from '@ticketgate/sdk';

import { routesOf, ROUTES } from '../rules/provider-parts.js';
import type { DefinitionChange } from './definition-change.js';

/** What requests reach: by method and path, the operation that answers. */
type RouteTable = ReadonlyMap<string, string>;

/** Routes that were added, removed, or lead to another operation, each with its method. */
export function compareRoutes(before: Data, after: Data): readonly DefinitionChange[] {
  const [old, next] = [routeTable(before), routeTable(after)];
  const changes: DefinitionChange[] = [];
  for (const [route, operation] of old) {
    const now = next.get(route);
    if (now === operation) continue;
    changes.push(
      now === undefined
        ? change('removed', operation, `${route} removed`)
        : change('changed', operation, `${route}: answered by ${now}, no longer by ${operation}`),
    );
  }
  for (const [route, operation] of next) {
    if (!old.has(route)) changes.push(change('added', operation, `${route} added`));
  }
  return changes;
}

function change(kind: DefinitionChange['kind'], operation: string, what: string): DefinitionChange {
  return { kind, part: 'route', operation, path: [...ROUTES, operation], sentence: `route ${what}` };
}

/** The first operation in byte order has a route that several name. */
function routeTable(config: Data): RouteTable {
  const table = new Map<string, string>();
  const routes = routesOf({ config, operationTypes: undefined });
  for (const [operation, entry] of [...routes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (entry.Route === undefined) continue;
    for (const method of methodsOf(entry)) {
      const route = `${method} ${textOf(entry.Route)}`;
      if (!table.has(route)) table.set(route, operation);
    }
  }
  return table;
}

function methodsOf({ RequestMethod: methods }: Data): readonly string[] {
  return Array.isArray(methods) && methods.length > 0 ? methods.map(textOf) : ['(any method)'];
}
