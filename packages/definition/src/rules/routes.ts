import { isTrue, textOf, suggest } from '@ticketgate/sdk';

import { translateRoute } from '../patterns.js';
import { ROUTES, routesOf, OPERATIONS, operationsOf, transportTypeOf } from './definition-parts.js';
import { warning, type Rule, type RuleInput } from './rule.js';
import { byBytes } from '../provider-transports.js';
import { RouteTree, type RouteEntry } from './route-tree.js';
import type { Finding } from '../yaml/yaml-source.js';
import { REST_COMMANDS } from '../schema/requester-rest-schema.js';

/** Routes compile; a route that does not never matches. */
export const routeSyntax: Rule = (input) =>
  routesOf(input).flatMap(([name, { Route: value }]) => {
    const path = [...ROUTES, name, 'Route'];
    const report = (message: string) => [warning({ code: 'route-syntax', message, path })];
    if (!isTrue(value)) return report(`"${name}" has no Route and matches nothing; write for example Route: /${name}.`);
    const route = textOf(value);
    const pattern = translateRoute(route);
    if ('problem' in pattern) return report(`The route "${route}" matches nothing: ${pattern.problem}. Correct it.`);
    if (!route.startsWith('/'))
      return report(`The route "${route}" matches nothing, because every path begins with "/"; write "/${route}".`);
    if (/\s/.test(route)) return report(`Spaces in the route "${route}" are ignored; remove them.`);
    return [];
  });

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

/** Findings of this rule that are compared with all names; a file with more is not a matter of spelling. */
const MOST_SUGGESTIONS = 100;

/** Routes and operations belong together by name. */
export const routeOperation: Rule = (input) => {
  const operations = new Set(operationsOf(input).map(([name]) => name));
  const routes = new Set(routesOf(input).map(([name]) => name));
  const withoutRoute = [...operations].filter((name) => !routes.has(name));
  const unused = [...routes]
    .filter((name) => !operations.has(name))
    .map((name, index) =>
      warning({
        code: 'route-without-operation',
        message: `The route "${name}" has no operation: its requests are answered with the fault "Got no OperationType!". Add the operation, or remove the route.`,
        path: [...ROUTES, name],
        at: 'key',
        suggestion: index < MOST_SUGGESTIONS ? suggest(name, withoutRoute) : undefined,
      }),
    );
  if (transportTypeOf(input) !== 'HTTP::REST') return unused;
  const unreachable = withoutRoute.map((name) =>
    warning({
      code: 'operation-without-route',
      message: `The operation "${name}" has no route and cannot be called; add it to RouteOperationMapping, or remove it.`,
      path: [...OPERATIONS, name],
      at: 'key',
    }),
  );
  return [...unused, ...unreachable];
};

/** Methods that somebody would want. */
export const ROUTE_METHODS: readonly string[] = REST_COMMANDS;

/** Methods that can be sent. */
const METHODS: readonly string[] = [...ROUTE_METHODS, 'CONNECT', 'TRACE'];

/** RequestMethod is a list of methods; any other value allows all methods. */
export const requestMethods: Rule = (input) =>
  routesOf(input).flatMap(([name, { RequestMethod: methods }]): readonly Finding[] => {
    const path = [...ROUTES, name, 'RequestMethod'];
    if (!Array.isArray(methods)) {
      if (!isTrue(methods)) return [];
      const message = `RequestMethod of "${name}" is not a list and is ignored: every method is allowed. Write [${textOf(methods)}].`;
      return [warning({ code: 'request-method-ignored', message, path })];
    }
    return methods.flatMap((method: unknown, index) => {
      const word = textOf(method);
      if (METHODS.includes(word)) return [];
      const message = `"${word}" is not an HTTP method; write one of ${ROUTE_METHODS.join(', ')}.`;
      return [warning({ code: 'unknown-method', message, path: [...path, index], suggestion: suggest(word, METHODS) })];
    });
  });
