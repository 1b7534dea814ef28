import { isData, isTrue, textOf } from '@ticketgate/sdk';

import type {
  DefaultRule,
  KeyFilter,
  MappingDefinition,
  SimpleMappingConfig,
  ValueMapping,
  XsltMappingConfig,
} from '../mapping-definition.js';
import { isNoMapping, mappingProblems } from './mapping-problems.js';
import { member, textRecord } from './read-record.js';

/** Reads `MappingInbound` or `MappingOutbound`; what cannot work is `broken`, with the reason (`docs/compatibility.md`). */
export function readMapping(mapping: unknown): MappingDefinition {
  if (isNoMapping(mapping)) return { kind: 'none' };
  const problem = mappingProblems(mapping)[0];
  if (problem !== undefined) return { kind: 'broken', reason: problem.message };
  const config = member(mapping, 'Config');
  if (config === undefined || config === null) return { kind: 'pass' };
  const type = textOf(member(mapping, 'Type'));
  if (type === 'Simple') return { kind: 'simple', config: readSimple(config) };
  if (type === 'Test') return { kind: 'test', option: textOf(member(config, 'TestOption')) };
  if (!isTrue(member(config, 'Template'))) return { kind: 'pass' };
  return { kind: 'xslt', config: readXslt(config) };
}

function readXslt(config: unknown): XsltMappingConfig {
  const include = member(config, 'DataInclude');
  return {
    template: textOf(member(config, 'Template')),
    forceArray: readNames(member(config, 'ForceArray')),
    dataInclude: Array.isArray(include) ? include.map(textOf) : [],
    preFilters: readFilters(member(config, 'PreRegExFilter')),
    postFilters: readFilters(member(config, 'PostRegExFilter')),
  };
}

/** A list of names, or a text with several. */
function readNames(names: unknown): readonly string[] {
  const texts = Array.isArray(names) ? names.map(textOf) : textOf(names).split(/[\s,;]+/);
  return texts.filter((name) => name !== '');
}

function readFilters(filters: unknown): readonly KeyFilter[] {
  if (!Array.isArray(filters)) return [];
  return filters.map((filter: unknown) => ({
    search: textOf(member(filter, 'Search')),
    replace: textOf(member(filter, 'Replace')),
  }));
}

function readSimple(config: unknown): SimpleMappingConfig {
  return {
    keyMapExact: textRecord(member(config, 'KeyMapExact')),
    keyMapRegEx: textRecord(member(config, 'KeyMapRegEx')),
    keyMapDefault: readDefault(member(config, 'KeyMapDefault')),
    valueMap: readValueMap(member(config, 'ValueMap')),
    valueMapDefault: readDefault(member(config, 'ValueMapDefault')),
  };
}

function readDefault(rule: unknown): DefaultRule {
  const mapType = textOf(member(rule, 'MapType'));
  if (mapType === 'MapTo') return { mapType, mapTo: textOf(member(rule, 'MapTo')) };
  return { mapType: mapType === 'Ignore' ? 'Ignore' : 'Keep' };
}

function readValueMap(valueMap: unknown): Readonly<Record<string, ValueMapping>> {
  const entries = Object.entries(isData(valueMap) ? valueMap : {});
  return Object.fromEntries(
    entries.map(([key, rules]) => [
      key,
      { exact: textRecord(member(rules, 'ValueMapExact')), regEx: textRecord(member(rules, 'ValueMapRegEx')) },
    ]),
  );
}
