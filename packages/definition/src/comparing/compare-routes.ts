import { textOf, type Data } from '@ticketgate/sdk';

import { routesOf, ROUTES } from '../rules/definition-parts.js';
import type { ChangedRoute, DefinitionChange } from './compare-values.js';
import type { HideSecrets } from './hide-secrets.js';

/** A route with one of its methods. */
interface Entry extends ChangedRoute {
  readonly operation: string;
}

/** Routes that were added, removed, or lead to another operation, each with its method. */
export function compareRoutes(before: Data, after: Data, hide: HideSecrets): readonly DefinitionChange[] {
  const [old, next] = [routeTable(before), routeTable(after)];
  const changes: DefinitionChange[] = [];
  const change = (kind: DefinitionChange['kind'], entry: Entry, what: Told) =>
    describe(kind, { ...entry, route: hide(entry.route).shown }, what);
  for (const [key, entry] of old) {
    const now = next.get(key)?.operation;
    if (now === entry.operation) continue;
    changes.push(
      now === undefined
        ? change('removed', entry, { what: 'removed', words: 'is no longer answered' })
        : change('changed', entry, {
            what: `now answered by ${now}, not by ${entry.operation}`,
            words: `is answered by ${now}, no longer by ${entry.operation}`,
          }),
    );
  }
  for (const [key, entry] of next) {
    if (!old.has(key)) changes.push(change('added', entry, { what: 'added', words: 'is answered' }));
  }
  return changes;
}

/** What becomes of a route, behind its name: shortly, and in words. */
interface Told {
  readonly what: string;
  readonly words: string;
}

function describe(
  kind: DefinitionChange['kind'],
  { operation, method, route }: Entry,
  { what, words }: Told,
): DefinitionChange {
  const sentence = `route ${method ?? '(any method)'} ${route} ${what}`;
  const told = { sentence, words: `${method ?? 'Any method'} ${route} ${words}.`, breaks: kind !== 'added' };
  return { kind, part: 'route', operation, path: [...ROUTES, operation], route: { method, route }, ...told };
}

/** The operations that requests reach. The first operation in byte order has a route that several name. */
function routeTable(config: Data): ReadonlyMap<string, Entry> {
  const table = new Map<string, Entry>();
  const routes = routesOf({ config, operationTypes: undefined });
  for (const [operation, entry] of [...routes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (entry.Route === undefined) continue;
    const route = textOf(entry.Route);
    for (const method of methodsOf(entry)) {
      const key = `${method ?? ''} ${route}`;
      if (!table.has(key)) table.set(key, { operation, method, route });
    }
  }
  return table;
}

function methodsOf({ RequestMethod: methods }: Data): readonly (string | undefined)[] {
  return Array.isArray(methods) && methods.length > 0 ? methods.map(textOf) : [undefined];
}
