import {
  type WebService,
  routePattern,
  readStart,
  type RestTransport,
  type RouteDefinition,
} from '@ticketgate/definition';
import { keptIn, type ProfileName } from '@ticketgate/sdk';

import {
  type DescribedTransport,
  PROBES,
  ROUTE_METHODS,
  type RouteMethod,
  type DescribedCall,
  type ReachableRoute,
} from './described-service.js';
import { describeSoap } from './wsdl/describe-soap.js';

/** Describes any transport other than SOAP as HTTP::REST, if need be without routes. */
export function describeTransport(webService: WebService): DescribedTransport {
  return describeSoap(webService) ?? describeRest(webService);
}

const PROBE_METHODS = Object.keys(PROBES);

/** Only HTTP::REST has routes. */
function describeRest({ transport, gateway }: WebService): DescribedTransport {
  const rest = transport.kind === 'rest' ? transport.rest : undefined;
  return {
    options: gateway,
    maxLength: rest?.maxLength,
    ownDocument: undefined,
    usual: { reason: 'It has no route.' },
    routes: () => reachableRoutes(rest, gateway.profile),
  };
}

/** The routes of a service by operation, without methods that an earlier route takes. */
function reachableRoutes(rest: RestTransport | undefined, profile: ProfileName): ReadonlyMap<string, ReachableRoute> {
  const earlier = new EarlierRoutes();
  return new Map(
    (rest?.routes ?? []).map((route) => [route.operation, describeRoute(route, earlier, profile)] as const),
  );
}

function describeRoute(definition: RouteDefinition, earlier: EarlierRoutes, profile: ProfileName): ReachableRoute {
  const { route, methods } = definition;
  const path = route === undefined ? undefined : toPathTemplate(route);
  if (route === undefined || (path === undefined && routePattern(definition) === undefined)) {
    return { reason: 'Its route matches no path.' };
  }
  const accepted = [...ROUTE_METHODS, ...PROBE_METHODS].filter((method) => methods?.includes(method) ?? true);
  const free = path === undefined ? [] : earlier.freeMethods(path, accepted);
  earlier.add(definition, accepted);
  if (path === undefined) return { reason: `Its route "${route}" is a pattern, which stands for many paths.` };
  const pathMembers = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const calls = ROUTE_METHODS.filter((method) => free.includes(method)).map((method) => ({
    method,
    path,
    pathMembers,
    place: choosePlace(method, profile),
  }));
  if (calls.length === 0)
    return { reason: 'Routes of other operations take all of its requests, or it has no methods.' };
  return {
    calls,
    probes: PROBE_METHODS.filter((method) => free.includes(method) && methods?.includes(method) === true),
  };
}

function choosePlace(method: RouteMethod, profile: ProfileName): DescribedCall['place'] {
  if (method === 'GET') return 'query';
  if (method !== 'DELETE') return 'body';
  return profile === 'contract' ? 'either' : 'query';
}

/** `/Ticket/:TicketID` as `/Ticket/{TicketID}`; undefined for any other pattern. */
function toPathTemplate(route: string): string | undefined {
  const literal = route.replace(/:([^/]+)/g, '').replace(/\\[^\w\s]/g, '');
  // An unescaped dot also matches a literal one, so it may stay.
  if (!/^\/[\w/~%.,@=-]*$/.test(literal)) return undefined;
  return route.replace(/:([^/]+)/g, '{$1}').replace(/\\([^\w\s])/g, '$1');
}

class EarlierRoutes {
  /** By the first segment of matching paths; `''` if it can vary. */
  readonly #byStart = new Map<string, [route: RouteDefinition, methods: readonly string[]][]>();

  add(route: RouteDefinition, methods: readonly string[]): void {
    keptIn(this.#byStart, readStart(route.route ?? '') ?? '', () => []).push([route, methods]);
  }

  /** The methods that no earlier route takes for a path. */
  freeMethods(path: string, methods: readonly string[]): readonly string[] {
    // A placeholder is tried with a value that no route is likely to contain.
    const sample = path.replace(/\{\w+\}/g, 'x0x0x');
    const start = sample.slice(1).split('/', 1)[0] ?? '';
    const candidates = [...(this.#byStart.get(start) ?? []), ...(this.#byStart.get('') ?? [])];
    return methods.filter(
      (method) =>
        !candidates.some(([route, taken]) => taken.includes(method) && routePattern(route)?.test(sample) === true),
    );
  }
}
