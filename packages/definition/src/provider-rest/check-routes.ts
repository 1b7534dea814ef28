import { isTrue, keptIn, oncePer, toText, suggest } from '@ticketgate/sdk';

import { compileRoute, translateRoute } from './route-patterns.js';
import {
  ROUTES,
  findRoutes,
  OPERATIONS,
  findOperations,
  pickRest,
  TRANSPORT_CONFIG,
  nameTransport,
} from '../check/definition-parts.js';
import type { Rule, RuleInput } from '../check/rule.js';
import { byBytes } from './read-rest.js';
import { nonEmptyMap } from '../yaml/read-record.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import { REST_COMMANDS } from '../requester-http/requester-rest-schema.js';

const { error, warning, say } = declareDiagnostics(
  {
    'routes-missing': `There is no RouteOperationMapping, so no request can be answered; add it with a Route for each operation.`,
    'route-syntax.missing': `"{name}" has no Route and matches nothing; write for example Route: /{name}.`,
    'route-syntax.pattern': `The route "{route}" matches nothing: {problem}. Correct it.`,
    'route-syntax.slash': `The route "{route}" matches nothing, because every path begins with "/"; write "/{route}".`,
    'route-syntax.spaces': `Spaces in the route "{route}" are ignored; remove them.`,
    'duplicate-route': `"{name}" is never reached: "{earlier}" comes first by name and {reason}. Give it another route, other methods or another name.`,
    'duplicate-route.reason': `has the same route and methods`,
    'route-shadowed': `"{name}" is never reached: "{earlier}" comes first by name and {reason}. Give it another route, other methods or another name.`,
    'route-shadowed.reason': `has the route "{route}", which matches it too`,
    'route-without-operation': `The route "{name}" has no operation: its requests are answered with the fault "Got no OperationType!". Add the operation, or remove the route.`,
    'operation-without-route': `The operation "{name}" has no route and cannot be called; add it to RouteOperationMapping, or remove it.`,
    'request-method-ignored': `RequestMethod of "{name}" is not a list and is ignored: every method is allowed. Write [{methods}].`,
    'unknown-method': `"{word}" is not an HTTP method; write one of {methods}.`,
  },
  {
    'routes-missing': { of: 'service', stops: true },
    'route-syntax': { of: 'operation', stops: true },
    'duplicate-route': { of: 'operation', stops: true },
    'route-shadowed': { of: 'operation', stops: false },
    'route-without-operation': { of: 'operation', stops: true },
    'operation-without-route': { of: 'operation', stops: true },
    'request-method-ignored': { of: 'operation', stops: false },
    'unknown-method': { of: 'operation', stops: false },
  },
);

const routesMissing: Rule = (input) => {
  if (nameTransport(input) !== 'HTTP::REST' || nonEmptyMap(pickRest(input).RouteOperationMapping) !== undefined)
    return [];
  return [error('routes-missing', { path: TRANSPORT_CONFIG, at: 'key' })];
};

/** A route that does not compile never matches. */
const routeSyntax: Rule = (input) =>
  findRoutes(input).flatMap(([name, { Route: value }]) => {
    const path = [...ROUTES, name, 'Route'];
    if (!isTrue(value)) return [warning('route-syntax.missing', { path }, { name })];
    const route = toText(value);
    const pattern = translateRoute(route);
    if ('problem' in pattern) return [warning('route-syntax.pattern', { path }, { route, problem: pattern.problem })];
    if (!route.startsWith('/')) return [warning('route-syntax.slash', { path }, { route })];
    return /\s/.test(route) ? [warning('route-syntax.spaces', { path }, { route })] : [];
  });

/** Most routes of a definition that are compared by the requests that they match; if there are more, only equal texts are found. */
const MOST_COMPARED = 200;

/** The first route in byte order of the operation names wins: a later one for the same requests is never reached. */
const routeShadowed: Rule = (input) => {
  const entries = listReachableRoutes(input);
  const areCompared = entries.length <= MOST_COMPARED;
  const reached = new Map<string, RouteEntry[]>();
  return entries.flatMap((entry) => {
    const { name, route } = entry;
    const before = keptIn(reached, areCompared ? '' : route, () => []);
    const earlier = before.find((each) => takesMethods(each, entry) && takesPaths(each, entry));
    if (earlier === undefined) {
      before.push(entry);
      return [];
    }
    const isSame = earlier.route === route;
    const reason = isSame ? say('duplicate-route.reason') : say('route-shadowed.reason', { route: earlier.route });
    const values = { name, earlier: earlier.name, reason };
    const spot = { path: [...ROUTES, name], at: 'key' } as const;
    return [warning(isSame ? 'duplicate-route' : 'route-shadowed', spot, values)];
  });
};

type RouteEntry = ReturnType<typeof listReachableRoutes>[number];

/** Characters above which a route is not compared by the requests that it matches. */
const LONGEST = 500;
/** Letters, digits and placeholders. Other characters have a meaning in patterns. */
const PLAIN = /^(?:\/[\w~%.-]*(?::\w+)?)+$/;
/** A plain beginning, followed by anything. */
const OPEN_END = /^(?:\/[\w~%-]*)*\.[*+]$/;

/** Samples for placeholders: a pattern that matches both in some place matches anything there. */
const SAMPLES = ['0', '~'];

/** Reachable routes: the rule `unknown-method` reports methods that cannot be sent. */
function listReachableRoutes(input: RuleInput) {
  return findRoutes(input)
    .map(([name, { Route, RequestMethod: methods }]) => {
      const route = toText(Route);
      const isPlain = route.length <= LONGEST && PLAIN.test(route);
      const paths = isPlain ? SAMPLES.map((text) => route.replace(/:\w+/g, text)) : undefined;
      return { name, route, paths, methods: readMethods(methods) };
    })
    .filter(({ route, methods }) => route !== '' && methods?.size !== 0)
    .sort((a, b) => byBytes(a.name, b.name));
}

const findPattern = oncePer(({ route, paths }: RouteEntry) =>
  paths !== undefined || (route.length <= LONGEST && OPEN_END.test(route)) ? compileRoute(route) : undefined,
);

function takesPaths(earlier: RouteEntry, { route, paths }: RouteEntry): boolean {
  return earlier.route === route || paths?.every((path) => findPattern(earlier)?.test(path) === true) === true;
}

function takesMethods({ methods: earlier }: RouteEntry, { methods }: RouteEntry): boolean {
  return earlier === undefined || (methods !== undefined && [...methods].every((method) => earlier.has(method)));
}

function readMethods(methods: unknown): ReadonlySet<string> | undefined {
  if (!Array.isArray(methods) || methods.length === 0) return undefined;
  return new Set(methods.map(toText).filter((method) => METHODS.includes(method)));
}

/** Most findings of this rule that are compared with all names; in a file with more, the cause is not spelling. */
const MOST_SUGGESTIONS = 100;

const routeOperation: Rule = (input) => {
  const operations = new Set(findOperations(input).map(([name]) => name));
  const routes = new Set(findRoutes(input).map(([name]) => name));
  const withoutRoute = [...operations].filter((name) => !routes.has(name));
  const unused = [...routes]
    .filter((name) => !operations.has(name))
    .map((name, index) => {
      const suggestion = index < MOST_SUGGESTIONS ? suggest(name, withoutRoute) : undefined;
      return warning('route-without-operation', { path: [...ROUTES, name], at: 'key', suggestion }, { name });
    });
  if (nameTransport(input) !== 'HTTP::REST') return unused;
  const unreachable = withoutRoute.map((name) =>
    warning('operation-without-route', { path: [...OPERATIONS, name], at: 'key' }, { name }),
  );
  return [...unused, ...unreachable];
};

/** Methods that are useful for a route. */
export const ROUTE_METHODS: readonly string[] = REST_COMMANDS;

const METHODS: readonly string[] = [...ROUTE_METHODS, 'CONNECT', 'TRACE'];

/** RequestMethod is a list of methods; any other value allows all methods. */
const requestMethods: Rule = (input) =>
  findRoutes(input).flatMap(([name, { RequestMethod: methods }]): readonly Finding[] => {
    const path = [...ROUTES, name, 'RequestMethod'];
    if (!Array.isArray(methods)) {
      if (!isTrue(methods)) return [];
      return [warning('request-method-ignored', { path }, { name, methods: toText(methods) })];
    }
    return methods.flatMap((method: unknown, index) => {
      const word = toText(method);
      if (METHODS.includes(word)) return [];
      const spot = { path: [...path, index], suggestion: suggest(word, METHODS) };
      return [warning('unknown-method', spot, { word, methods: ROUTE_METHODS.join(', ') })];
    });
  });

export const routeRules: readonly Rule[] = [routesMissing, routeSyntax, routeShadowed, routeOperation, requestMethods];
