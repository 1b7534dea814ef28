import { textOf } from '@ticketgate/sdk';

import { byBytes } from '../reading/read-rest.js';
import { ROUTES, routesOf } from './definition-parts.js';
import { METHODS } from './request-methods.js';
import { RouteTree, type RouteEntry } from './route-tree.js';
import { warning, type Rule, type RuleInput } from './rule.js';

/** The first route in byte order of the operation names wins: a later one for the same requests is never reached. */
export const routeShadowed: Rule = (input) => {
  const tree = new RouteTree();
  return entriesOf(input).flatMap((entry) => {
    const earlier = tree.findCover(entry);
    tree.add(entry);
    if (earlier === undefined) return [];
    const isSame = earlier.route === entry.route;
    const reason = isSame ? 'has the same route and methods' : `has the route "${earlier.route}", which matches it too`;
    const message = `"${entry.name}" is never reached: "${earlier.name}" comes first by name and ${reason}. Give it another route, other methods or another name.`;
    return [
      warning({
        code: isSame ? 'duplicate-route' : 'route-shadowed',
        message,
        path: [...ROUTES, entry.name],
        at: 'key',
      }),
    ];
  });
};

/** The routes that can be reached at all: the rule `unknown-method` reports methods that cannot be sent. */
function entriesOf(input: RuleInput): readonly RouteEntry[] {
  return routesOf(input)
    .map(([name, { Route: route, RequestMethod: methods }]) => ({
      name,
      route: textOf(route),
      methods: methodsOf(methods),
    }))
    .filter(({ route, methods }) => route !== '' && methods?.size !== 0)
    .sort((a, b) => byBytes(a.name, b.name))
    .map((entry, place) => ({ ...entry, place }));
}

function methodsOf(methods: unknown): ReadonlySet<string> | undefined {
  if (!Array.isArray(methods) || methods.length === 0) return undefined;
  return new Set(methods.map(textOf).filter((method) => METHODS.includes(method)));
}
