import { isData, isScalar, isTrue, suggest, toText } from '@ticketgate/sdk';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import { member, nonEmptyMap } from '../yaml/read-record.js';

/** A violation of the family's rules for mappings; `path` is relative to the mapping. */
export interface MappingProblem {
  readonly path: readonly string[];
  readonly sentence: Message;
  readonly suggestion?: string | undefined;
}

const say = declareMessages({
  'mapping-rule.no-map': `A mapping must be a map with Type and Config; write {} for no mapping.`,
  'mapping-rule.type': `{came}; write Simple or XSLT, or {} for no mapping.`,
  'mapping-rule.type-came': `The mapping type is "{type}"`,
  'mapping-rule.no-type': `The mapping has no Type`,
  'mapping-rule.config': `Config is {came}, so the mapping is invalid. Fill it, or remove the key.`,
  'mapping-rule.empty': `empty`,
  'mapping-rule.not-a-map': `not a map`,
  'mapping-rule.too-many': `The mapping has {count} {what}, and may have {most}. Join patterns, or remove some.`,
  'mapping-rule.filters': `filters (PreRegExFilter, PostRegExFilter)`,
  'mapping-rule.patterns': `patterns (KeyMapRegEx, ValueMapRegEx)`,
  'mapping-rule.default': `The mapping needs {key}; write for example { MapType: Keep, MapTo: '' }.`,
  'mapping-rule.member': `{key} is {came}; write a text, or '' for an empty one.`,
  'mapping-rule.null': `empty (null)`,
  'mapping-rule.not-a-text': `not a text`,
  'mapping-rule.map-type': `{came}; write Keep, Ignore or MapTo, in exactly this case.`,
  'mapping-rule.no-map-type': `MapType is missing`,
  'mapping-rule.map-type-came': `MapType is "{type}"`,
  'mapping-rule.map-to': `MapType MapTo needs a text in MapTo; write what everything becomes.`,
  'mapping-rule.texts': `{key} must be a map of texts with at least one entry; fill it, or remove the key.`,
  'mapping-rule.target': `The target of "{entry}" is not a text; write one.`,
  'mapping-rule.values': `ValueMap must be a map from new key names to their values with at least one entry; fill it, or remove the key.`,
  'mapping-rule.value-rules': `The rules for "{key}" must be a map with ValueMapExact or ValueMapRegEx; fill it, or remove the key.`,
});

/** Types of mappings that we implement. */
const MAPPING_TYPES: readonly string[] = ['Simple', 'Test', 'XSLT', 'Znuny', 'OutOfOffice'];

/** True for values that the family treats as "no mapping". */
export function isNoMapping(mapping: unknown): boolean {
  return !isTrue(mapping) || (isData(mapping) && Object.keys(mapping).length === 0);
}

/** All reasons why this mapping cannot be created; then the family answers each request with the fault `Unknown`. */
export function mappingProblems(mapping: unknown): readonly MappingProblem[] {
  if (isNoMapping(mapping)) return [];
  const map = nonEmptyMap(mapping);
  if (map === undefined) return [{ path: [], sentence: say('mapping-rule.no-map') }];
  return [...typeProblems(map.Type), ...configProblems(map.Type, map.Config)];
}

function typeProblems(type: unknown): readonly MappingProblem[] {
  if (isScalar(type) && MAPPING_TYPES.includes(toText(type))) return [];
  const written = isScalar(type) ? toText(type) : '';
  const came = written === '' ? say('mapping-rule.no-type') : say('mapping-rule.type-came', { type: written });
  const suggestion = suggest(written, MAPPING_TYPES);
  return [{ path: ['Type'], sentence: say('mapping-rule.type', { came }), suggestion }];
}

function configProblems(type: unknown, config: unknown): readonly MappingProblem[] {
  if (config === undefined || config === null) return [];
  if (nonEmptyMap(config) === undefined) {
    const came = say(`mapping-rule.${isData(config) ? 'empty' : 'not-a-map'}`);
    return [{ path: ['Config'], sentence: say('mapping-rule.config', { came }) }];
  }
  if (type === 'XSLT') return tooMany(countFilters(config), say('mapping-rule.filters'));
  if (type !== 'Simple' && type !== 'Znuny') return [];
  const problems = tooMany(countPatterns(config), say('mapping-rule.patterns'));
  const checked = type === 'Znuny' ? withoutEmptyMaps(config) : config;
  return [...problems, ...simpleProblems(checked).map(under('Config'))];
}

/** Mapping Znuny accepts empty maps of rules, which Simple refuses. */
function withoutEmptyMaps(config: unknown): unknown {
  const members = Object.entries(isData(config) ? config : {});
  const isEmptyMap = (value: unknown) => isData(value) && Object.keys(value).length === 0;
  return Object.fromEntries(members.filter(([key, value]) => key.endsWith('Default') || !isEmptyMap(value)));
}

/** Most patterns of a mapping: each takes tenths of a millisecond to compile, and is tried on every name and value of a request. */
export const MOST_PATTERNS = 500;

function countPatterns(config: unknown): number {
  const values = member(config, 'ValueMap');
  const maps = [config, ...Object.values(isData(values) ? values : {})].map((rules, index) =>
    member(rules, index === 0 ? 'KeyMapRegEx' : 'ValueMapRegEx'),
  );
  return maps.reduce<number>((sum, map) => sum + (isData(map) ? Object.keys(map).length : 0), 0);
}

function countFilters(config: unknown): number {
  const lists = ['PreRegExFilter', 'PostRegExFilter'].map((key) => member(config, key));
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

function tooMany(count: number, what: Message): readonly MappingProblem[] {
  if (count <= MOST_PATTERNS) return [];
  return [{ path: ['Config'], sentence: say('mapping-rule.too-many', { count, what, most: MOST_PATTERNS }) }];
}

function under(parent: string) {
  return ({ path, ...problem }: MappingProblem): MappingProblem => ({ path: [parent, ...path], ...problem });
}

function simpleProblems(config: unknown): readonly MappingProblem[] {
  return [
    ...defaultProblems(config, 'KeyMapDefault'),
    ...defaultProblems(config, 'ValueMapDefault'),
    ...textMapProblems(config, 'KeyMapExact'),
    ...textMapProblems(config, 'KeyMapRegEx'),
    ...valueMapProblems(member(config, 'ValueMap')).map(under('ValueMap')),
  ];
}

function defaultProblems(config: unknown, key: string): readonly MappingProblem[] {
  const rule = nonEmptyMap(member(config, key));
  if (rule === undefined) return [{ path: [key], sentence: say('mapping-rule.default', { key }) }];
  return [...memberTexts(rule), ...mapTypeProblems(rule)].map(under(key));
}

function memberTexts(rule: Readonly<Record<string, unknown>>): readonly MappingProblem[] {
  return Object.entries(rule)
    .filter(([, value]) => !isScalar(value))
    .map(([key, value]) => {
      const came = say(`mapping-rule.${value === null ? 'null' : 'not-a-text'}`);
      return { path: [key], sentence: say('mapping-rule.member', { key, came }) };
    });
}

function mapTypeProblems(rule: Readonly<Record<string, unknown>>): readonly MappingProblem[] {
  const type = toText(rule.MapType);
  if (type === 'Keep' || type === 'Ignore') return [];
  if (type !== 'MapTo') {
    const isMissing = rule.MapType === undefined;
    const came = isMissing ? say('mapping-rule.no-map-type') : say('mapping-rule.map-type-came', { type });
    const suggestion = isMissing ? undefined : suggest(type, ['Keep', 'Ignore', 'MapTo']);
    return [{ path: ['MapType'], sentence: say('mapping-rule.map-type', { came }), suggestion }];
  }
  if (isScalar(rule.MapTo) && toText(rule.MapTo) !== '') return [];
  return [{ path: ['MapTo'], sentence: say('mapping-rule.map-to') }];
}

function textMapProblems(config: unknown, key: string): readonly MappingProblem[] {
  const value = member(config, key);
  if (value === undefined) return [];
  const map = nonEmptyMap(value);
  if (map === undefined) return [{ path: [key], sentence: say('mapping-rule.texts', { key }) }];
  return Object.entries(map)
    .filter(([, text]) => !isScalar(text))
    .map(([entry]) => ({ path: [key, entry], sentence: say('mapping-rule.target', { entry }) }));
}

function valueMapProblems(valueMap: unknown): readonly MappingProblem[] {
  if (valueMap === undefined) return [];
  const map = nonEmptyMap(valueMap);
  if (map === undefined) return [{ path: [], sentence: say('mapping-rule.values') }];
  return Object.entries(map).flatMap(([key, rules]) => {
    if (nonEmptyMap(rules) === undefined) return [{ path: [key], sentence: say('mapping-rule.value-rules', { key }) }];
    return [...textMapProblems(rules, 'ValueMapExact'), ...textMapProblems(rules, 'ValueMapRegEx')].map(under(key));
  });
}
