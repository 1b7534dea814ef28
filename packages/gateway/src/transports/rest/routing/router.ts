import { HEADER_NAME, ROUTE_METHODS, routePattern, readStart, type RouteDefinition } from '@ticketgate/definition';
import { type Data, keptIn } from '@ticketgate/sdk';

import { joinFirst } from '../../../debugger/cut-text.js';
import { createFailure, type RecordedAnswer } from '../../../failure.js';
import { decodeBeyondASCII, percentDecode } from '../../../percent-encoding.js';

/** A route that matched, with the operation's name and the values of the placeholders. */
export interface Match {
  readonly operation: string;
  /** As written in the definition. */
  readonly route: string;
  readonly parameters: Data;
}

/** The parts of a service that determine the route of a request. */
export interface RoutedService {
  /** Undefined if the definition has no routes. */
  readonly router: Router | undefined;
  /** Profile contract: unless a route lists them, HEAD takes the route of GET, and OPTIONS is answered. */
  readonly isContract: boolean;
  /** The family's answer to requests of a service without routes. */
  readonly recordedObstacle: string;
}

/**
 * Finds the route of a request.
 *
 * @throws Failure `Gateway.RouteNotFound`, `Gateway.MethodNotAllowed`, `Gateway.TransportNotConfigured`
 */
export function findRoute(service: RoutedService, path: string, method: string): Match {
  const { router, isContract } = service;
  if (router === undefined) throw new TransportNotConfigured({ body: service.recordedObstacle });
  const isHeadOfGet = method === 'HEAD' && isContract;
  const match = router.match(path, method) ?? (isHeadOfGet ? router.match(path, 'GET') : undefined);
  if (match !== undefined) return match;
  const methods = router.listMethods(path);
  if (methods.length === 0) throw new RouteNotFound({ path, routes: router.routes });
  throw new MethodNotAllowed({ path, method, allowed: [...methods].sort().join(', ') });
}

type CompiledRoute = ReturnType<typeof compile>[number];

/** Empty if the entry has no route, or it does not compile. */
function compile(definition: RouteDefinition) {
  const { operation, route, methods } = definition;
  const pattern = routePattern(definition);
  if (route === undefined || pattern === undefined) return [];
  const decoded = decodeBeyondASCII(route);
  return [
    {
      operation,
      route,
      /** The first segment of all matching paths; undefined if it can vary. */
      start: readStart(route),
      pattern,
      /** For paths whose characters beyond ASCII are decoded. */
      decodedPattern: (decoded === route ? undefined : routePattern({ ...definition, route: decoded })) ?? pattern,
      /** Undefined: all methods. Names of methods have the same form as those of headers; `check` reports others. */
      methods: methods && new Set(methods.filter((name) => HEADER_NAME.test(name))),
    },
  ];
}

/** The routes of one service. The first that matches wins, in byte order of the operation names. */
export class Router {
  readonly #routes: readonly CompiledRoute[];
  /** Candidates by first segment, including routes without a fixed one, in order. */
  readonly #byStart: ReadonlyMap<string, readonly CompiledRoute[]> = new Map();
  /** Candidates for all other paths: routes without a fixed first segment, or all routes if there are too many of those. */
  readonly #open: readonly CompiledRoute[];

  constructor(routes: readonly RouteDefinition[]) {
    this.#routes = routes.flatMap(compile);
    const open = this.#routes.filter(({ start }) => start === undefined);
    this.#open = open.length > MOST_OPEN ? this.#routes : open;
    if (open.length <= MOST_OPEN) this.#byStart = groupByStart(this.#routes);
  }

  /**
   * Matches a path that is not decoded and has no query. If nothing matches, `/St%C3%B6rung` and `/Störung` count as equal, in paths and
   * in routes.
   */
  match(path: string, method: string): Match | undefined {
    const found = this.#find(path, method, 'pattern');
    if (found !== undefined) return found;
    const decoded = decodeBeyondASCII(path);
    return decoded === path ? undefined : this.#find(decoded, method, 'decodedPattern');
  }

  #find(path: string, method: string, form: 'pattern' | 'decodedPattern'): Match | undefined {
    for (const route of this.#candidates(path)) {
      if (route.methods !== undefined && !route.methods.has(method)) continue;
      const found = route[form].exec(path);
      if (found !== null) {
        return { operation: route.operation, route: route.route, parameters: readParameters(found.groups) };
      }
    }
    return undefined;
  }

  #candidates(path: string): readonly CompiledRoute[] {
    const end = path.indexOf('/', 1);
    return this.#byStart.get(path.slice(1, end === -1 ? undefined : end)) ?? this.#open;
  }

  /** As written in the definition, for messages. */
  get routes(): readonly string[] {
    return [...new Set(this.#routes.map(({ route }) => route))].sort();
  }

  /** All methods of all operations whose route matches, for `Allow`; empty if no route does. */
  listMethods(path: string): readonly string[] {
    const decoded = decodeBeyondASCII(path);
    const matching = this.#routes.filter(
      ({ pattern, decodedPattern }) => pattern.test(path) || (decoded !== path && decodedPattern.test(decoded)),
    );
    return [...new Set(matching.flatMap(({ methods }) => (methods === undefined ? ROUTE_METHODS : [...methods])))];
  }
}

/** Most routes without a fixed first segment that are added to all lists. */
const MOST_OPEN = 100;

function groupByStart(routes: readonly CompiledRoute[]): ReadonlyMap<string, readonly CompiledRoute[]> {
  const open: CompiledRoute[] = [];
  const groups = new Map<string, CompiledRoute[]>();
  for (const route of routes) {
    if (route.start === undefined) {
      open.push(route);
      for (const group of groups.values()) group.push(route);
      continue;
    }
    keptIn(groups, route.start, () => [...open]).push(route);
  }
  return groups;
}

const NO_PARAMETERS: Data = Object.freeze({});

function readParameters(groups: Readonly<Record<string, string | null | undefined>> | undefined): Data {
  if (groups === undefined) return NO_PARAMETERS;
  const parameters: Record<string, string> = {};
  for (const name of Object.keys(groups)) parameters[name] = percentDecode(groups[name] ?? '');
  return parameters;
}

const TransportNotConfigured = createFailure<{ body: string }>('Gateway.TransportNotConfigured', {
  reason: 'Broken',
  message: () => 'The definition of this service has no routes. "ticketgate check" shows where they belong.',
  recorded: ({ body }) => ({ reason: 'Broken', body }),
});

const RouteNotFound = createFailure<{ path: string; routes: readonly string[] }>('Gateway.RouteNotFound', {
  reason: 'NotFound',
  message: ({ path, routes }) =>
    `This service has no route for "${path || '/'}". It has ${routes.length === 0 ? 'none.' : joinFirst(routes)}`,
  recorded: undetermined,
});

const MethodNotAllowed = createFailure<{ path: string; method: string; allowed: string }>('Gateway.MethodNotAllowed', {
  reason: 'MethodNotAllowed',
  message: ({ path, method, allowed }) => `"${path}" does not take ${method}. It takes ${allowed}.`,
  recorded: undetermined,
  headers: ({ allowed }) => ({ Allow: allowed }),
});

function undetermined({ path }: { readonly path: string }): RecordedAnswer {
  return { reason: 'Broken', body: `HTTP::REST Error while determine Operation for request URI '${path}'.` };
}
