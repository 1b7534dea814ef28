import { isData, isScalar, isTrue, textOf } from '@ticketgate/sdk';

import { member, nonEmptyMap } from './read-record.js';

/** A rule of the family's mappings that a configuration breaks; `path` is relative to the mapping. */
export interface MappingProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Types of mappings with a behaviour of ours. */
export const MAPPING_TYPES: readonly string[] = ['Simple', 'Test', 'XSLT', 'Znuny', 'OutOfOffice'];

/** True for what the family treats as "no mapping". */
export function isNoMapping(mapping: unknown): boolean {
  return !isTrue(mapping) || (isData(mapping) && Object.keys(mapping).length === 0);
}

/** All reasons why this mapping cannot be created; the family answers each request with the fault `Unknown` then. */
export function mappingProblems(mapping: unknown): readonly MappingProblem[] {
  if (isNoMapping(mapping)) return [];
  const map = nonEmptyMap(mapping);
  if (map === undefined)
    return [{ path: [], message: 'A mapping must be a map with Type and Config; write {} for no mapping.' }];
  return [...typeProblems(map.Type), ...configProblems(map.Type, map.Config)];
}

function typeProblems(type: unknown): readonly MappingProblem[] {
  if (isScalar(type) && MAPPING_TYPES.includes(textOf(type))) return [];
  const came =
    isScalar(type) && textOf(type) !== '' ? `The mapping type is "${textOf(type)}"` : 'The mapping has no Type';
  return [{ path: ['Type'], message: `${came}; write Simple or XSLT, or {} for no mapping.` }];
}

function configProblems(type: unknown, config: unknown): readonly MappingProblem[] {
  if (config === undefined || config === null) return [];
  if (nonEmptyMap(config) === undefined) {
    const came = isData(config) ? 'empty' : 'not a map';
    return [{ path: ['Config'], message: `Config is ${came}, so the mapping is invalid. Fill it, or remove the key.` }];
  }
  if (type === 'XSLT') return tooMany(countFilters(config), 'filters (PreRegExFilter, PostRegExFilter)');
  if (type !== 'Simple' && type !== 'Znuny') return [];
  const problems = tooMany(countPatterns(config), 'patterns (KeyMapRegEx, ValueMapRegEx)');
  const checked = type === 'Znuny' ? withoutEmptyMaps(config) : config;
  return [...problems, ...simpleProblems(checked).map(under('Config'))];
}

/** Mapping Znuny takes empty maps of rules, which Simple refuses. */
function withoutEmptyMaps(config: unknown): unknown {
  const members = Object.entries(isData(config) ? config : {});
  const isEmptyMap = (value: unknown) => isData(value) && Object.keys(value).length === 0;
  return Object.fromEntries(members.filter(([key, value]) => key.endsWith('Default') || !isEmptyMap(value)));
}

/** Patterns of a mapping: each takes tenths of a millisecond to compile, and is tried on every name and value of a request. */
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

function tooMany(count: number, what: string): readonly MappingProblem[] {
  if (count <= MOST_PATTERNS) return [];
  const message = `The mapping has ${count.toLocaleString('en')} ${what}, and may have ${MOST_PATTERNS}. Join patterns, or remove some.`;
  return [{ path: ['Config'], message }];
}

function under(...parents: string[]) {
  return ({ path, message }: MappingProblem): MappingProblem => ({ path: [...parents, ...path], message });
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
  if (rule === undefined) {
    const message = `The mapping needs ${key}; write for example { MapType: Keep, MapTo: '' }.`;
    return [{ path: [key], message }];
  }
  return [...memberTexts(rule), ...mapTypeProblems(rule)].map(under(key));
}

function memberTexts(rule: Readonly<Record<string, unknown>>): readonly MappingProblem[] {
  return Object.entries(rule)
    .filter(([, value]) => !isScalar(value))
    .map(([key, value]) => ({
      path: [key],
      message: `${key} is ${value === null ? 'empty (null)' : 'not a text'}; write a text, or '' for an empty one.`,
    }));
}

function mapTypeProblems(rule: Readonly<Record<string, unknown>>): readonly MappingProblem[] {
  const type = textOf(rule.MapType);
  if (type === 'Keep' || type === 'Ignore') return [];
  if (type !== 'MapTo') {
    const came = rule.MapType === undefined ? 'MapType is missing' : `MapType is "${type}"`;
    return [{ path: ['MapType'], message: `${came}; write Keep, Ignore or MapTo, in exactly this case.` }];
  }
  if (isScalar(rule.MapTo) && textOf(rule.MapTo) !== '') return [];
  return [
    {
      path: ['MapTo'],
      message: 'MapType MapTo needs a text in MapTo; write what everything becomes.',
    },
  ];
}

function textMapProblems(config: unknown, key: string): readonly MappingProblem[] {
  const value = member(config, key);
  if (value === undefined) return [];
  const map = nonEmptyMap(value);
  if (map === undefined) {
    const message = `${key} must be a map of texts with at least one entry; fill it, or remove the key.`;
    return [{ path: [key], message }];
  }
  return Object.entries(map)
    .filter(([, text]) => !isScalar(text))
    .map(([entry]) => ({ path: [key, entry], message: `The target of "${entry}" is not a text; write one.` }));
}

function valueMapProblems(valueMap: unknown): readonly MappingProblem[] {
  if (valueMap === undefined) return [];
  const map = nonEmptyMap(valueMap);
  const message =
    'ValueMap must be a map from new key names to their values with at least one entry; fill it, or remove the key.';
  if (map === undefined) return [{ path: [], message }];
  return Object.entries(map).flatMap(([key, rules]) => {
    const sentence = `The rules for "${key}" must be a map with ValueMapExact or ValueMapRegEx; fill it, or remove the key.`;
    if (nonEmptyMap(rules) === undefined) return [{ path: [key], message: sentence }];
    return [...textMapProblems(rules, 'ValueMapExact'), ...textMapProblems(rules, 'ValueMapRegEx')].map(under(key));
  });
}
