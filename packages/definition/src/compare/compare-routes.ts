import { toText, type Data } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import { findRoutes, ROUTES } from '../check/definition-parts.js';
import { byBytes } from '../provider-rest/read-rest.js';
import { inWords } from './change-words.js';
import type { ChangedRoute, DefinitionChange } from './compare-values.js';
import type { HideSecrets } from './hide-secrets.js';

interface Entry extends ChangedRoute {
  readonly operation: string;
  readonly isNew?: boolean;
}

/** Routes, by method, that were added, were removed, or lead to another operation. */
export function compareRoutes(before: Data, after: Data, hide: HideSecrets): readonly DefinitionChange[] {
  const [old, next] = [routeTable(before), routeTable(after)];
  const changed = [...old].filter(([key, { operation }]) => next.get(key)?.operation !== operation);
  const added = [...next].filter(([key]) => !old.has(key));
  return [
    ...changed.map(([key, entry]) => showRoute(entry, next.get(key)?.operation, hide)),
    ...added.map(([, entry]) => showRoute({ ...entry, isNew: true }, undefined, hide)),
  ];
}

const say = declareMessages({
  'change.route.any': `Any method {route}`,
  'change.route.added': `{route} is answered.`,
  'change.route.removed': `{route} is no longer answered.`,
  'change.route.changed': `{route} is answered by {after}, no longer by {before}.`,
});

/** @param now the operation that the route leads to now; undefined if the route is new or removed */
function showRoute(entry: Entry, now: string | undefined, hide: HideSecrets): DefinitionChange {
  const { operation, method, isNew = false } = entry;
  const kind = isNew ? 'added' : now === undefined ? 'removed' : 'changed';
  const route = hide(entry.route).shown;
  const what = now === undefined ? kind : `now answered by ${now}, not by ${operation}`;
  const sentence = `route ${method ?? '(any method)'} ${route} ${what}`;
  const named = { route: method === undefined ? say('change.route.any', { route }) : `${method} ${route}` };
  const change = { after: now ?? '', before: operation };
  const words =
    kind === 'changed' ? say(`change.route.changed`, { ...named, ...change }) : say(`change.route.${kind}`, named);
  const meaning = { sentence, ...inWords(words), breaks: !isNew };
  return { kind, part: 'route', operation, path: [...ROUTES, operation], route: { method, route }, ...meaning };
}

/** Operations by route. If several have the same route, the first one in byte order gets the requests. */
function routeTable(config: Data): ReadonlyMap<string, Entry> {
  const table = new Map<string, Entry>();
  const routes = findRoutes({ config });
  for (const [operation, entry] of [...routes].sort(([a], [b]) => byBytes(a, b))) {
    if (entry.Route === undefined) continue;
    const [route, methods] = [toText(entry.Route), entry.RequestMethod];
    for (const method of Array.isArray(methods) && methods.length > 0 ? methods.map(toText) : [undefined]) {
      const key = `${method ?? ''} ${route}`;
      if (!table.has(key)) table.set(key, { operation, method, route });
    }
  }
  return table;
}
