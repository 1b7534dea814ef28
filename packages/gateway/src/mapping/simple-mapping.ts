import { patternRules, type DefaultRule, type PatternRule, type SimpleMappingConfig } from '@ticketgate/definition';
import { type Data, isTrue } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import { MappingFailed, type MappingRun, type PatternBudget } from './mapping.js';

interface ValueRules {
  readonly exact: ReadonlyMap<string, string>;
  readonly patterns: readonly PatternRule[];
}

interface KeyRules extends ValueRules {
  readonly fallback: DefaultRule;
}

/** Compiles Mapping Simple: top-level keys in byte order, each with a new name and, if the value is a scalar, a new value. */
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
    for (const key of Object.keys(data).sort()) {
      const newKey = mapKey(key, { keys, mapped, run });
      const name = newKey ?? '';
      const how = { name, rules: values.get(name), fallback: config.valueMapDefault, run };
      const value = newKey === undefined ? undefined : mapValue(data[key], how);
      if (value !== undefined) mapped.set(name, value);
      run.observer?.member(key, value === undefined ? undefined : name);
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
  /** The member's name after the mapping. */
  readonly name: string;
  readonly rules: ValueRules | undefined;
  readonly fallback: DefaultRule;
  readonly run: MappingRun;
}

const say = declareMessages({
  'mapping.no-name': `A member with an empty name was dropped.`,
  'mapping.dropped': `"{name}" was dropped, since another member was already mapped to "{target}".`,
});

/** Undefined drops the pair. */
function mapKey(key: string, { keys, mapped, run }: KeyMapping): string | undefined {
  if (key === '') {
    run.notice(say('mapping.no-name'));
    return undefined;
  }
  const exact = keys.exact.get(key);
  if (isTrue(exact)) {
    run.observer?.rule('key', ['KeyMapExact', key]);
    return exact;
  }
  const target = patternKey(key, keys, run) ?? fixedKey(keys.fallback);
  if (target === undefined) return keys.fallback.mapType === 'Keep' ? key : undefined;
  if (!isTrue(mapped.get(target))) return target;
  run.notice(say('mapping.dropped', { name: key, target }));
  return undefined;
}

function patternKey(key: string, { patterns }: KeyRules, { budget, observer }: MappingRun): string | undefined {
  const found = findRule(patterns, key, budget);
  observer?.rule('key', found === undefined ? ['KeyMapDefault'] : ['KeyMapRegEx', found.source]);
  return found?.target;
}

/** The key to which all other keys are mapped. */
function fixedKey(rule: DefaultRule): string | undefined {
  if (rule.mapType !== 'MapTo') return undefined;
  if (!isTrue(rule.mapTo)) throw new MappingFailed({ message: NO_NAME, says: 'Got invalid mapping key!' });
  return rule.mapTo;
}

const NO_NAME = 'KeyMapDefault of the mapping maps to an empty name. Correct MapTo in the definition.';

/** Only maps texts and numbers; undefined drops the pair. */
function mapValue(value: unknown, mapping: ValueMapping): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value ?? null;
  const { rules, fallback, run } = mapping;
  const target = rules === undefined ? undefined : ruledValue(String(value), rules, mapping);
  if (target !== undefined) return target;
  run.observer?.rule('value', ['ValueMapDefault']);
  if (fallback.mapType === 'Keep') return value;
  return fallback.mapType === 'Ignore' ? undefined : fallback.mapTo;
}

function ruledValue(text: string, { exact, patterns }: ValueRules, { name, run }: ValueMapping): string | undefined {
  const target = exact.get(text);
  const found = target === undefined ? findRule(patterns, text, run.budget) : undefined;
  if (target !== undefined) run.observer?.rule('value', ['ValueMap', name, 'ValueMapExact', text]);
  if (found !== undefined) run.observer?.rule('value', ['ValueMap', name, 'ValueMapRegEx', found.source]);
  return target ?? found?.target;
}

export function findRule(rules: readonly PatternRule[], text: string, budget: PatternBudget): PatternRule | undefined {
  for (const rule of rules) {
    const { pattern } = rule;
    // The original fails with every request that reaches it.
    if (pattern === undefined) throw new BrokenPattern();
    budget.spend(text);
    if (pattern.test(text)) return rule;
  }
  return undefined;
}

/** A regular expression of the definition cannot be compiled; `check` reports it with its line. */
export class BrokenPattern extends Error {
  override readonly message = 'A regular expression of the mapping cannot be compiled.';
}
