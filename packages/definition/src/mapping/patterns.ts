import { compilePerlPattern, type TextPattern, oncePer, translatePerlPattern } from '@ticketgate/sdk';

import { mappingRules, type MappingDefinition, type SimpleMappingConfig } from './read-mapping.js';

/** A rule of Mapping Simple for the names or values that match a pattern. */
export class PatternRule {
  /** The pattern in the definition. */
  readonly source: string;
  readonly target: string;
  /** Null: not compiled yet. */
  #pattern: TextPattern | undefined | null = null;

  constructor(source: string, target: string) {
    this.source = source;
    this.target = target;
  }

  /** Undefined if it does not compile. */
  get pattern(): TextPattern | undefined {
    if (this.#pattern === null) this.#pattern = compilePerlPattern(this.source);
    return this.#pattern;
  }

  /** V8 compiles a pattern when it is first used, and once more the second time. */
  warmUp(): void {
    for (let use = 0; use < 2; use += 1) this.pattern?.test('');
  }
}

/** The rules of a map in the order in which they are tried. Kept, so that each pattern is compiled once. */
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
        const rule = [...path, source];
        return 'problem' in found ? [{ rule, problem: found.problem }] : [];
      }),
  );
}

/** Prepares the patterns of mappings, with a pause after each: a definition may have thousands, and some take a millisecond. */
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
