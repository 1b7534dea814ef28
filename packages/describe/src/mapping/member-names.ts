import { patternRules, type PatternRule, type SimpleMappingConfig } from '@ticketgate/definition';
import { isTrue, keptIn } from '@ticketgate/sdk';

/** The mapped name of a member, and the kind of rule that determines it. */
export interface MappedName {
  readonly name: string;
  readonly by: 'exact' | 'pattern' | 'default';
}

/** Names of members before and after a mapping, by its rules for keys (`docs/compatibility.md`). */
export class MemberNames {
  readonly #config: SimpleMappingConfig;
  readonly #patterns: readonly PatternRule[];
  readonly #exactByTarget = new Map<string, string[]>();
  readonly #patternsByTarget = new Map<string, string[]>();
  /** Cached: matching a name against all patterns is slow, and schemas repeat their names. */
  readonly #newNames = new Map<string, MappedName | undefined>();

  constructor(config: SimpleMappingConfig) {
    this.#config = config;
    this.#patterns = patternRules(config.keyMapRegEx);
    for (const [name, target] of Object.entries(config.keyMapExact)) {
      if (isTrue(target) && name !== '') keptIn(this.#exactByTarget, target, () => []).push(name);
    }
    for (const { source, target } of this.#patterns) keptIn(this.#patternsByTarget, target, () => []).push(source);
  }

  /** Whether a pattern cannot be compiled: requests whose members are compared with it fail. */
  get isBroken(): boolean {
    return this.#patterns.some(({ pattern }) => pattern === undefined);
  }

  /** Undefined: the member is dropped. */
  mappedName(name: string): MappedName | undefined {
    return keptIn(this.#newNames, name, () => this.#map(name));
  }

  /** The names that clients can use for `target`: those that a rule maps to it, or else its own. */
  listClientNames(target: string): readonly string[] {
    const exact = this.#exactByTarget.get(target);
    if (exact !== undefined) return exact;
    return this.mappedName(target)?.name === target ? [target] : [];
  }

  /** Patterns of further names that become `target`, as written in the definition. */
  listPatterns(target: string): readonly string[] {
    return this.#patternsByTarget.get(target) ?? [];
  }

  /** Whether every name without a rule becomes `target`. */
  isDefaultTarget(target: string): boolean {
    const { keyMapDefault } = this.#config;
    return keyMapDefault.mapType === 'MapTo' && keyMapDefault.mapTo === target;
  }

  /** Whether names without a rule stay unchanged. */
  get keepsOthers(): boolean {
    return this.#config.keyMapDefault.mapType === 'Keep';
  }

  #map(name: string): MappedName | undefined {
    const exact = Object.hasOwn(this.#config.keyMapExact, name) ? this.#config.keyMapExact[name] : undefined;
    if (exact !== undefined && isTrue(exact)) return { name: exact, by: 'exact' };
    const found = this.#patterns.find(({ pattern }) => pattern?.test(name) === true);
    if (found !== undefined) return { name: found.target, by: 'pattern' };
    const fallback = this.#config.keyMapDefault;
    if (fallback.mapType === 'MapTo') return { name: fallback.mapTo, by: 'default' };
    return fallback.mapType === 'Keep' ? { name, by: 'default' } : undefined;
  }
}
