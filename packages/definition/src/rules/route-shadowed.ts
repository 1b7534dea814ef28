import { textOf } from '../perl-truth.js';
import { byBytes } from '../reading/read-transport.js';
import { compileRoute } from '../route-pattern.js';
import { ROUTES, routesOf } from './provider-parts.js';
import type { Rule } from './rule.js';

interface RouteEntry {
  readonly name: string;
  readonly route: string;
  /** Undefined for all. */
  readonly methods: ReadonlySet<string> | undefined;
}

/** The first route in byte order of the operation names wins: a later one for the same requests is never reached. */
export const routeShadowed: Rule = (input) => {
  const entries = routesOf(input)
    .map(([name, { Route: route, RequestMethod: methods }]) => ({
      name,
      route: textOf(route),
      methods: Array.isArray(methods) && methods.length > 0 ? new Set(methods.map(textOf)) : undefined,
    }))
    .sort((a, b) => byBytes(a.name, b.name));
  return entries.flatMap((entry, index) => {
    const earlier = entries.slice(0, index).find((other) => shadows(other, entry));
    if (earlier === undefined) return [];
    const isSame = earlier.route === entry.route;
    const reason = isSame ? 'has the same route and methods' : `has the route "${earlier.route}", which matches it too`;
    const message = `"${entry.name}" is never reached: "${earlier.name}" comes first by name and ${reason}. Give it another route, other methods or another name.`;
    return [
      {
        severity: 'warning',
        code: isSame ? 'duplicate-route' : 'route-shadowed',
        message,
        path: [...ROUTES, entry.name],
        at: 'key',
      },
    ];
  });
};

/** A placeholder of the later route is one segment; whatever takes a plain segment in its place takes all of its requests. */
function shadows(earlier: RouteEntry, later: RouteEntry): boolean {
  const { methods } = earlier;
  const hasAllMethods =
    methods === undefined || (later.methods !== undefined && [...later.methods].every((method) => methods.has(method)));
  if (!hasAllMethods) return false;
  if (earlier.route === later.route) return true;
  const sample = later.route.replaceAll(/:[^/]+/g, '0x0');
  return compileRoute(earlier.route)?.test(sample) === true && compileRoute(later.route)?.test(sample) === true;
}
