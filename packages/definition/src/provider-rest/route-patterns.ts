import { type TextPattern, type SafePattern, oncePer } from '@ticketgate/sdk';

import { translatePerlPattern } from '../mapping/perl-pattern.js';
import type { RouteDefinition } from './read-rest.js';

/**
 * Compiles a route: each `:Name` becomes a named group of one or more characters other than `/`, the rest is a live Perl
 * pattern (`docs/compatibility.md`). It is matched against the raw path without its query.
 *
 * @returns undefined when it cannot be compiled: such an entry never matches.
 */
export function compileRoute(route: string): TextPattern | undefined {
  const compiled = translateRoute(route);
  return 'pattern' in compiled ? compiled.pattern : undefined;
}

/** Like {@link compileRoute}, but gives the reason when it fails. */
export function translateRoute(route: string): SafePattern {
  return translatePerlPattern(route.replace(/:([^/]+)/g, '(?<$1>[^/]+)'));
}

/** The fixed first segment of a route. Routes are patterns: those with alternatives or a quantifier after the first slash have none. */
export function startOfRoute(route: string): string | undefined {
  return route.includes('|') ? undefined : /^\/(\w+)(?=\/[^?*+{]|\/?$)/.exec(route)?.[1];
}

/** The pattern of an entry's route, compiled once; undefined when there is none, or it cannot be compiled. */
export const routePattern = oncePer(({ route }: RouteDefinition): TextPattern | undefined =>
  route === undefined ? undefined : compileRoute(route),
);

/** Compiles routes with a pause after each: a definition may have thousands. */
export function* compileRoutes(entries: Iterable<RouteDefinition>): Generator<undefined, void> {
  for (const entry of entries) {
    routePattern(entry);
    yield;
  }
}
