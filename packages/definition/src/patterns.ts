import { type TextPattern, type SafePattern, oncePer } from '@ticketgate/sdk';

import { compilePerlPattern, translatePerlPattern } from './perl-pattern.js';
import { mappingRules, type MappingDefinition, type SimpleMappingConfig } from './reading/read-mapping.js';
import type { RouteDefinition } from './provider-transports.js';

/** A rule of Mapping Simple for the names or values that match a pattern. */
export class PatternRule {
  /** As the definition has it. */
  readonly source: string;
  readonly target: string;
  /** Null: not compiled yet. */
  #pattern: TextPattern | undefined | null = null;

  constructor(source: string, target: string) {
    this.source = source;
    this.target = target;
  }

  /** Undefined when it does not compile. */
  get pattern(): TextPattern | undefined {
    if (this.#pattern === null) this.#pattern = compilePerlPattern(this.source);
    return this.#pattern;
  }

  /** V8 compiles a pattern when it is used for the first time, and once more for the second time. */
  warmUp(): void {
    for (let use = 0; use < 2; use += 1) this.pattern?.test('');
  }
}

/** The rules of a map in the order in which they are tried. Everybody gets the same ones, so each pattern is compiled once. */
export const patternRules = oncePer((patterns: Readonly<Record<string, string>>): readonly PatternRule[] =>
  Object.entries(patterns)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([source, target]) => new PatternRule(source, target)),
);

/** The patterns of a mapping that do not compile; a request that reaches one fails. */
export function patternProblems({ keyMapRegEx, valueMap }: SimpleMappingConfig) {
  const maps: readonly (readonly [readonly string[], Readonly<Record<string, string>>])[] = [
    [['KeyMapRegEx'], keyMapRegEx],
    ...Object.entries(valueMap).map(([key, { regEx }]) => [['ValueMap', key, 'ValueMapRegEx'], regEx] as const),
  ];
  return maps.flatMap(([path, patterns]) =>
    patternRules(patterns)
      .filter(({ pattern }) => pattern === undefined)
      .flatMap(({ source }) => {
        const found = translatePerlPattern(source);
        // Keys below the Config of the mapping.
        const rule = [...path, source];
        return 'problem' in found ? [{ rule, problem: found.problem }] : [];
      }),
  );
}

/** Makes the patterns of mappings ready for use, with a pause after each: a definition may have thousands, and some take a millisecond. */
export function* compilePatterns(mappings: Iterable<MappingDefinition>): Generator<undefined, void> {
  for (const mapping of mappings) {
    const rules = mappingRules(mapping);
    if (rules === undefined) continue;
    const { keyMapRegEx, valueMap } = rules;
    for (const patterns of [keyMapRegEx, ...Object.values(valueMap).map(({ regEx }) => regEx)]) {
      for (const rule of patternRules(patterns)) {
        rule.warmUp();
        yield;
      }
    }
  }
}

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
