import type { SafePattern, TextPattern } from '@ticketgate/sdk';

import { translatePerlPattern } from './perl-pattern.js';

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
