import { patternRules, type DefaultRule, type PatternRule, type SimpleMappingConfig } from '@ticketgate/definition';
import { type Data, isTrue } from '@ticketgate/sdk';

import { MappingFailed, type MappingRun } from './mapping.js';
import type { PatternBudget } from './pattern-budget.js';

interface ValueRules {
  readonly exact: ReadonlyMap<string, string>;
  readonly patterns: readonly PatternRule[];
}

interface KeyRules extends ValueRules {
  readonly fallback: DefaultRule;
}

/** Compiles Mapping Simple: top-level keys in byte order, each to a new key and, if it is a scalar, a new value. */
export function compileSimpleMapping(config: SimpleMappingConfig): (data: Data, run: MappingRun) => Data {
  const keys: KeyRules = {
    exact: new Map(Object.entries(config.keyMapExact)),
    patterns: patternRules(config.keyMapRegEx),
    fallback: config.keyMapDefault,
  };
  const values = new Map(
    Object.entries(config.valueMap).map(([key, { exact, regEx }]) => [
      key,
      { exact: new Map(Object.entries(exact)), patterns: patternRules(regEx) },
    ]),
  );
  return (data, run) => {
    const mapped = new Map<string, unknown>();
    for (const key of Object.keys(data).sort(inByteOrder)) {
      const newKey = mapKey(key, { keys, mapped, run });
      if (newKey === undefined) continue;
      const value = mapValue(data[key], { rules: values.get(newKey), fallback: config.valueMapDefault, run });
      if (value !== undefined) mapped.set(newKey, value);
    }
    return Object.fromEntries(mapped);
  };
}

interface KeyMapping {
  readonly keys: KeyRules;
  readonly mapped: ReadonlyMap<string, unknown>;
  readonly run: MappingRun;
}

interface ValueMapping {
  readonly rules: ValueRules | undefined;
  readonly fallback: DefaultRule;
  readonly run: MappingRun;
}

/** Undefined drops the pair. */
function mapKey(key: string, { keys, mapped, run: { notice, budget } }: KeyMapping): string | undefined {
  if (key === '') {
    notice('A member with an empty name was dropped.');
    return undefined;
  }
  const exact = keys.exact.get(key);
  if (isTrue(exact)) return exact;
  const target = findPattern(keys.patterns, key, budget) ?? fixedKey(keys.fallback);
  if (target === undefined) return keys.fallback.mapType === 'Keep' ? key : undefined;
  if (!isTrue(mapped.get(target))) return target;
  notice(`"${key}" was dropped, since another member was already mapped to "${target}".`);
  return undefined;
}

/** The one key that all unnamed ones are mapped to. */
function fixedKey(rule: DefaultRule): string | undefined {
  if (rule.mapType !== 'MapTo') return undefined;
  if (!isTrue(rule.mapTo)) throw new MappingFailed({ message: NO_NAME, says: 'Got invalid mapping key!' });
  return rule.mapTo;
}

const NO_NAME = 'KeyMapDefault of the mapping maps to an empty name. Correct MapTo in the definition.';

/** Only texts and numbers are mapped; undefined drops the pair. */
function mapValue(value: unknown, { rules, fallback, run }: ValueMapping): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value ?? null;
  if (rules !== undefined) {
    const text = String(value);
    const target = rules.exact.get(text) ?? findPattern(rules.patterns, text, run.budget);
    if (target !== undefined) return target;
  }
  if (fallback.mapType === 'Keep') return value;
  return fallback.mapType === 'Ignore' ? undefined : fallback.mapTo;
}

function findPattern(rules: readonly PatternRule[], text: string, budget: PatternBudget): string | undefined {
  for (const { pattern, target } of rules) {
    // The original dies on it, request by request.
    if (pattern === undefined) throw new BrokenPattern();
    budget.spend(text);
    if (pattern.test(text)) return target;
  }
  return undefined;
}

/** A regular expression of the definition cannot be compiled; `check` reports it with its line. */
export class BrokenPattern extends Error {
  override readonly message = 'A regular expression of the mapping cannot be compiled.';
}

function inByteOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
