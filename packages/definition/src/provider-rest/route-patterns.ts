import { type TextPattern, type SafePattern, oncePer, translatePerlPattern } from '@ticketgate/sdk';

import type { RouteDefinition } from './read-rest.js';

/**
 * Compiles a route: each `:Name` becomes a named group of one or more characters other than `/`; the rest is a Perl pattern
 * (`docs/compatibility.md`). It must match the raw path without the query.
 *
 * @returns undefined if it cannot be compiled: such an entry never matches
 */
export function compileRoute(route: string): TextPattern | undefined {
  const compiled = translateRoute(route);
  return 'pattern' in compiled ? compiled.pattern : undefined;
}

/** Like {@link compileRoute}, but returns the reason if it fails. */
export function translateRoute(route: string): SafePattern {
  return translatePerlPattern(route.replace(/:([^/]+)/g, '(?<$1>[^/]+)'));
}

/** The fixed first segment of a route; undefined for patterns with alternatives, or with a quantifier after the first slash. */
export function readStart(route: string): string | undefined {
  return route.includes('|') ? undefined : /^\/(\w+)(?=\/[^?*+{]|\/?$)/.exec(route)?.[1];
}

/** Undefined if there is no route, or it cannot be compiled. */
export const routePattern = oncePer(({ route }: RouteDefinition): TextPattern | undefined =>
  route === undefined ? undefined : compileRoute(route),
);

/** Pauses after each route: a definition may have thousands. */
export function* compileRoutes(entries: Iterable<RouteDefinition>): Generator<undefined, void> {
  for (const entry of entries) {
    routePattern(entry);
    yield;
  }
}
