import { asSchema } from '../../components/schema.js';

/** A row of a table of rules. */
export interface Rule {
  readonly id: string;
  /** Of values: the name that the member has by then. */
  readonly key: string;
  readonly from: string;
  readonly isPattern: boolean;
  /** Spaces before a pattern, which mean nothing and put it before others. */
  readonly spaces: number;
  /** Undefined: it does nothing yet. */
  readonly to: string | undefined;
  /** The member of the sample that it stands for, unless it is about something else. */
  readonly sample?: string | undefined;
}

export interface DefaultRule {
  readonly type: string;
  readonly to: string;
}

export interface SimpleRules {
  readonly keys: readonly Rule[];
  readonly keyDefault: DefaultRule;
  readonly values: readonly Rule[];
  readonly valueDefault: DefaultRule;
}

/** What the sample has for a row. */
export interface Seen extends Pick<Rule, 'key' | 'from'> {
  readonly name: string;
}

type Texts = Readonly<Record<string, string>>;

/** The rules of a mapping; undefined if it is another one, or tables cannot show it. */
export function readRules(mapping: unknown): SimpleRules | undefined {
  const { Type: type, Config: config } = asSchema(mapping);
  const { KeyMapExact, KeyMapRegEx, KeyMapDefault, ValueMap, ValueMapDefault } = asSchema(config);
  const isNone = (mapping ?? '') === '' || JSON.stringify(mapping) === '{}';
  const values = Object.entries(asSchema(ValueMap)).map(([key, each]) => {
    const { ValueMapExact, ValueMapRegEx } = asSchema(each);
    return [key, ValueMapExact, ValueMapRegEx] as const;
  });
  const maps = [KeyMapExact, KeyMapRegEx, ...values.flat()].flatMap((map) => Object.values(asSchema(map)));
  if ((type !== 'Simple' && !isNone) || maps.some((each) => typeof each !== 'string')) return undefined;
  return {
    keys: rulesIn('', KeyMapExact, KeyMapRegEx),
    keyDefault: defaultIn(KeyMapDefault),
    values: values.flatMap(([key, exact, patterns]) => rulesIn(key, exact, patterns)),
    valueDefault: defaultIn(ValueMapDefault),
  };
}

function rulesIn(key: string, exact: unknown, patterns: unknown): readonly Rule[] {
  const readRule = ([source, to]: [string, unknown], isPattern: boolean): Rule => {
    const from = isPattern ? source.trimStart() : source;
    const id = JSON.stringify([key, source, isPattern]);
    return { id, key, from, isPattern, spaces: source.length - from.length, to: String(to) };
  };
  return [
    ...Object.entries(asSchema(exact)).map((each) => readRule(each, false)),
    ...Object.entries(asSchema(patterns))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map((each) => readRule(each, true)),
  ];
}

function defaultIn(rule: unknown): DefaultRule {
  const { MapType: type = 'Keep', MapTo: to = '' } = asSchema(rule);
  return { type: String(type), to: String(to) };
}

/** The mapping with these rules; whatever else it has stays. */
export function writeRules(mapping: unknown, rules: SimpleRules): Readonly<Record<string, unknown>> {
  const before = asSchema(mapping);
  const config = asSchema(before.Config);
  const values = asSchema(config.ValueMap);
  const names = [...new Set(rules.values.filter(isDone).map(({ key }) => key))];
  const written = names.map((key) => {
    const of = rules.values.filter((rule) => rule.key === key);
    return [key, { ...asSchema(values[key]), ValueMapExact: exactIn(of), ValueMapRegEx: patternsIn(of) }] as const;
  });
  return {
    ...before,
    Type: 'Simple',
    Config: {
      ...config,
      KeyMapExact: exactIn(rules.keys),
      KeyMapRegEx: patternsIn(rules.keys),
      KeyMapDefault: writeDefault(config.KeyMapDefault, rules.keyDefault),
      ValueMap: names.length === 0 ? undefined : Object.fromEntries(written),
      ValueMapDefault: writeDefault(config.ValueMapDefault, rules.valueDefault),
    },
  };
}

function writeDefault(before: unknown, { type, to }: DefaultRule): unknown {
  const old = defaultIn(before);
  return before !== undefined && old.type === type && old.to === to ? before : { MapType: type, MapTo: to };
}

export function hasEffect({ keys, values, keyDefault, valueDefault }: SimpleRules): boolean {
  return [...keys, ...values].some(isDone) || [keyDefault, valueDefault].some(({ type }) => type !== 'Keep');
}

function isDone({ key, from, to, isPattern }: Rule): boolean {
  return to !== undefined && (from !== '' || (key !== '' && !isPattern));
}

function exactIn(rules: readonly Rule[]): Texts | undefined {
  return toTexts(rules.filter((rule) => isDone(rule) && !rule.isPattern).map(({ from, to = '' }) => [from, to]));
}

/** Patterns are tried in byte order: spaces in front, which do not count in them, put them in the order of the table. */
function patternsIn(rules: readonly Rule[]): Texts | undefined {
  let next: string | undefined;
  const written = rules
    .filter((rule) => isDone(rule) && rule.isPattern)
    .reduceRight<[string, string][]>((below, rule) => {
      let source = ' '.repeat(rule.spaces) + rule.from;
      while (next !== undefined && source > next) source = ` ${source}`;
      next = source;
      return [[source, rule.to ?? ''], ...below];
    }, []);
  return toTexts(written);
}

function toTexts(entries: readonly (readonly [string, string])[]): Texts | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Rows, and one for each part of the sample that none of them is about. */
export function withSample(rules: readonly Rule[], sample: readonly Seen[]): readonly Rule[] {
  const isOwn = (rule: Rule) => rule.sample === undefined || rule.to !== undefined;
  const covers = (rule: Rule, { key, from }: Seen) => !rule.isPattern && rule.key === key && rule.from === from;
  const open = new Map(
    sample.filter((seen) => !rules.some((rule) => isOwn(rule) && covers(rule, seen))).map((seen) => [seen.name, seen]),
  );
  const rows = rules.flatMap((rule) => {
    if (isOwn(rule)) return [rule];
    const seen = open.get(rule.sample ?? '');
    open.delete(rule.sample ?? '');
    return seen === undefined ? [] : [{ ...rule, key: seen.key, from: seen.from }];
  });
  const taken = new Set(rows.map(({ id }) => id));
  const makeID = (name: string): string => (taken.has(name) ? makeID(`${name}'`) : name);
  const added = [...open.values()].map(({ name, key, from }) => {
    return { id: makeID(name), key, from, isPattern: false, spaces: 0, to: undefined, sample: name };
  });
  return [...rows, ...added];
}

/** The patterns that are tried with one, in their order; none for other rules. */
export function patternsBeside(rule: Rule, rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ isPattern, key }) => isPattern && rule.isPattern && key === rule.key);
}

/** With a pattern before the one above it, or after the one below it. */
export function moved(rules: readonly Rule[], rule: Rule, step: 1 | -1): readonly Rule[] {
  const patterns = patternsBeside(rule, rules);
  const other = patterns[patterns.indexOf(rule) + step];
  if (other === undefined) return rules;
  const swapped = rules.map((each) => (each === rule ? other : each === other ? rule : each));
  return swapped.map((each) => (each.key === rule.key ? { ...each, spaces: 0 } : each));
}

/** Values whose rules name a member by its new name follow it when that changes. */
export function renamedValues({ keys: before, values }: SimpleRules, keys: readonly Rule[]): readonly Rule[] {
  const toName = ({ from, to = from }: Rule) => to;
  const changes = keys.flatMap((each) => {
    const old = before.find(({ id }) => id === each.id);
    return each.isPattern || old === undefined || toName(old) === toName(each) ? [] : [[toName(old), toName(each)]];
  });
  const [[old, name = ''] = []] = changes;
  if (old === undefined || keys.some((each) => toName(each) === old)) return values;
  return values.map((each) => (each.key === old ? { ...each, key: name } : each));
}

/** Whether a rule is at a path below the Config of the mapping. */
export function isRuleAt(rule: Rule, path: readonly string[] | null | undefined): boolean {
  const [part, ...rest] = path ?? [];
  if (part === 'ValueMap')
    return rest[0] === rule.key && rule.key !== '' && isRuleAt({ ...rule, key: '' }, rest.slice(1));
  const isSame = rest[0] === rule.from || (rule.isPattern && rest[0]?.trimStart() === rule.from);
  return rule.key === '' && isSame && part?.endsWith('RegEx') === rule.isPattern;
}

/** Whether another row is about the same. */
export function isRepeated(rule: Rule, rules: readonly Rule[]): boolean {
  const isSame = (each: Rule) =>
    each.key === rule.key && each.from === rule.from && each.isPattern === rule.isPattern && isDone(each);
  return isDone(rule) && rules.filter(isSame).length > 1;
}
