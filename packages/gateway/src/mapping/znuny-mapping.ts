import { patternRules, type PatternRule, type ValueMapping, type ZnunyMappingConfig } from '@ticketgate/definition';
import { compilePerlPattern, isData, isScalar, isTrue, toText, type Data, type TextPattern } from '@ticketgate/sdk';

import type { MappingRun } from './mapping.js';
import { BrokenPattern, findRule } from './simple-mapping.js';

/** Rules for the names at one place: those with a path such as `a.b` apply below `a`. */
type ExactNames = ReadonlyMap<string, string>;

interface Rules extends ZnunyMappingConfig {
  readonly patterns: readonly PatternRule[];
  /** By old name; undefined if a pattern does not compile. */
  readonly separators: ReadonlyMap<string, TextPattern | undefined>;
}

interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly exact: ExactNames;
  readonly result: Map<string, unknown>;
}

/** Compiles Mapping Znuny (`docs/compatibility.md`): like Simple, but at every depth, and with fixed values. */
export function compileZnunyMapping(config: ZnunyMappingConfig | undefined) {
  if (config === undefined) return (data: unknown): Data | readonly Data[] => eachMap(data, (map) => map);
  const separators = Object.entries(config.listSeparator).filter(([, source]) => source !== '');
  const rules: Rules = {
    ...config,
    patterns: patternRules(config.keyMapRegEx),
    separators: new Map(separators.map(([name, source]) => [name, compilePerlPattern(source, 'part')])),
  };
  const exact = new Map(Object.entries(config.keyMapExact));
  return (data: unknown, run: MappingRun): Data | readonly Data[] => {
    const mapping = new ZnunyMapping(rules, run);
    return eachMap(data, (map) => ({ ...mapping.map(map, exact), ...config.staticValue }));
  };
}

/** Lists keep their maps; everything else that is empty or not a map becomes an empty map. */
function eachMap(data: unknown, map: (data: Data) => Data): Data | readonly Data[] {
  if (Array.isArray(data) && data.length > 0) return data.filter(isFilled).map(map);
  return isFilled(data) ? map(data) : {};
}

function isFilled(value: unknown): value is Data {
  return isData(value) && Object.keys(value).length > 0;
}

class ZnunyMapping {
  readonly #rules: Rules;
  readonly #run: MappingRun;

  constructor(rules: Rules, run: MappingRun) {
    this.#rules = rules;
    this.#run = run;
  }

  map(data: Data, exact: ExactNames): Data {
    const result = new Map<string, unknown>();
    for (const name of Object.keys(data).sort()) {
      const sent = data[name];
      if (sent === null || sent === undefined) continue;
      const value = exact.size === 0 ? sent : this.#mapBelow(sent, this.#below(name, exact));
      if (exact.size > 0 && isFilled(sent) && isData(value) && this.#rules.reduceStructure.includes(name)) {
        for (const [inner, each] of Object.entries(value)) result.set(inner, each);
      }
      this.#place({ name, value, exact, result });
    }
    return Object.fromEntries(result);
  }

  #mapBelow(value: unknown, exact: ExactNames): unknown {
    if (isFilled(value)) return this.map(value, exact);
    if (!Array.isArray(value)) return value;
    return value.flatMap((item: unknown): readonly unknown[] => {
      if (!isFilled(item)) return [item];
      const pair = toPair(item);
      if (pair === undefined) return [this.map(item, exact)];
      return Object.entries(this.map(pair, exact)).map(([name, text]) => ({ name, value: text }));
    });
  }

  /** The rules below a member. The original uses its name in a pattern, so that names with special characters of patterns match no rule. */
  #below(name: string, exact: ExactNames): ExactNames {
    const start = `${name}.`;
    if (/[\\^$|()[\]{}*+?]/.test(name) || ![...exact.keys()].some((rule) => rule.startsWith(start))) return exact;
    const inOrder = [...exact].sort(([a], [b]) => (a < b ? -1 : 1));
    return new Map(
      inOrder.map(([rule, target]) => {
        this.#run.budget.spend(rule);
        return [rule.startsWith(start) && rule !== start ? rule.slice(start.length) : rule, target];
      }),
    );
  }

  #place(member: Member): void {
    const target = this.#newName(member);
    if (target === undefined) return;
    for (const name of splitNames(target)) {
      const value = this.#newValue(member, target, name);
      if (value !== undefined) member.result.set(name, value);
    }
  }

  /** Undefined drops the member. */
  #newName({ name, exact, result }: Member): string | undefined {
    const named = exact.get(name);
    if (named !== undefined && named !== '') return named;
    const { patterns, keyMapDefault } = this.#rules;
    const fixed = keyMapDefault.mapType === 'MapTo' ? keyMapDefault.mapTo : undefined;
    const target = findRule(patterns, name, this.#run.budget)?.target ?? fixed;
    if (target !== undefined) return isTrue(result.get(target)) ? undefined : target;
    return keyMapDefault.mapType === 'Keep' || name === '__RequestHeaders' ? name : undefined;
  }

  /** Undefined drops the member. */
  #newValue({ name, value, result }: Member, target: string, place: string): unknown {
    if (isData(value) && value.name === name && 'value' in value) return { ...value, name: place };
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const { valueMap } = this.#rules;
    const rules = Object.hasOwn(valueMap, target) ? valueMap[target] : undefined;
    const found = rules && this.#ruledValue(this.#splitSorted(name, String(value)), rules);
    return found === undefined ? this.#otherValue(value, result.get(place)) : found.value;
  }

  /** Undefined if no rule applies; only the first pattern counts, and drops the values that it does not match. */
  #ruledValue(pieces: readonly string[], { exact, regEx }: ValueMapping): { readonly value: unknown } | undefined {
    const found = pieces.find((piece) => Object.hasOwn(exact, piece));
    if (found !== undefined) return { value: exact[found] };
    const first = patternRules(regEx)[0];
    return first === undefined ? undefined : { value: this.#replaced(first, pieces[0] ?? '') };
  }

  /** A second value with the same name is added to the first one. */
  #otherValue(value: string | number, before: unknown): unknown {
    const { valueMapDefault: others } = this.#rules;
    if (others.mapType === 'Ignore') return undefined;
    if (others.mapType === 'MapTo') return others.mapTo;
    return isTrue(before) && isScalar(before) ? `${toText(before)}\n${value}` : value;
  }

  /** The texts for looking up a value: the parts of a list in sorted order, times without their T. */
  #splitSorted(name: string, text: string): readonly string[] {
    const { separators } = this.#rules;
    const pieces = separators.has(name) ? this.#split(text, separators.get(name)) : [text];
    return [...pieces].sort().map((piece) => piece.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)$/, '$1 $2'));
  }

  #split(text: string, pattern: TextPattern | undefined): readonly string[] {
    if (pattern === undefined) throw new BrokenPattern();
    const pieces: string[] = [];
    let rest = text;
    for (;;) {
      this.#run.budget.spend(rest);
      const match = pattern.exec(rest);
      const found = match?.[0] ?? '';
      if (match === null || found === '') return rest === '' && pieces.length > 0 ? pieces : [...pieces, rest];
      pieces.push(rest.slice(0, match.index));
      rest = rest.slice(match.index + found.length);
    }
  }

  /** `$1` to `$9` are groups; in a pattern without groups, `$1` is 1, as in Perl. */
  #replaced({ pattern, target }: PatternRule, text: string): string | undefined {
    if (pattern === undefined) throw new BrokenPattern();
    this.#run.budget.spend(text);
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const groups: Readonly<Record<number, string | null | undefined>> = 1 in match ? match : { 1: '1' };
    return target.replace(/\$([1-9])/g, (_, group: string) => groups[Number(group)] ?? '');
  }
}

/** The names in a rule, without an empty one after a last comma. */
function splitNames(target: string): readonly string[] {
  return target
    .replace(/[\s,]+$/, '')
    .split(',')
    .map((each) => each.trim());
}

function toPair({ name, value }: Data): Data | undefined {
  if (typeof name !== 'string' || name === '') return undefined;
  return typeof value === 'string' || typeof value === 'number' ? { [name]: value } : undefined;
}
