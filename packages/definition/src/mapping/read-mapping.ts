import { isData, isTrue, toText, type ProfileName } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { isNoMapping, mappingProblems } from './mapping-problems.js';
import { member, textRecord } from '../yaml/read-record.js';

export type MappingDefinition = Unchanged<ReturnType<typeof readMapping>>;

/**
 * Reads `MappingInbound` or `MappingOutbound`. A mapping that cannot work is `broken`, with the reason: each request is answered with the
 * fault `Unknown` (`docs/compatibility.md`). `pass` turns undefined into `{}`, `none` does not.
 */
export function readMapping(mapping: unknown, profile: ProfileName = 'otobo') {
  if (isNoMapping(mapping)) return { kind: 'none' } as const;
  const problem = mappingProblems(mapping)[0];
  if (problem !== undefined) return { kind: 'broken', reason: problem.sentence } as const;
  const config = member(mapping, 'Config') ?? undefined;
  const type = toText(member(mapping, 'Type'));
  if (type === 'OutOfOffice') return { kind: 'out-of-office' } as const;
  if (type === 'Znuny') return { kind: 'znuny', config: config === undefined ? config : readZnuny(config) } as const;
  return config === undefined ? ({ kind: 'pass' } as const) : readMappingConfig(type, config, profile);
}

function readMappingConfig(type: string, config: unknown, profile: ProfileName) {
  if (type === 'Simple') return { kind: 'simple', config: readSimple(config) } as const;
  if (type === 'Test') return { kind: 'test', option: toText(member(config, 'TestOption')) } as const;
  if (!isTrue(member(config, 'Template'))) return { kind: 'pass' } as const;
  return { kind: 'xslt', config: readXslt(config, profile) } as const;
}

export type XsltMappingConfig = Unchanged<ReturnType<typeof readXslt>>;

function readXslt(config: unknown, profile: ProfileName) {
  const isOfZnuny = profile === 'znuny' || profile === 'contract';
  const include = member(config, 'DataInclude');
  return {
    template: toText(member(config, 'Template')),
    reading: {
      lists: readNames(member(config, 'ForceArray')),
      keepsAttributes: isOfZnuny && isTrue(member(config, 'KeepAttributes')),
    },
    /** Parts of the exchange that the template sees in addition to the data. */
    dataInclude: Array.isArray(include) ? include.map(toText) : [],
    /** Rename members before and after the template. */
    preFilters: readFilters(member(config, 'PreRegExFilter')),
    postFilters: readFilters(member(config, 'PostRegExFilter')),
  };
}

/** A list of names, or a text with several. */
function readNames(names: unknown): readonly string[] {
  const texts = Array.isArray(names) ? names.map(toText) : toText(names).split(/\s+/);
  return texts.filter((name) => name !== '');
}

export type KeyFilter = XsltMappingConfig['preFilters'][number];

function readFilters(filters: unknown) {
  return (Array.isArray(filters) ? filters : []).map((filter: unknown) => ({
    /** A Perl pattern for part of the name. */
    search: toText(member(filter, 'Search')),
    /** Replaces that part; `$1` and `${1}` are groups of the pattern. */
    replace: toText(member(filter, 'Replace')),
  }));
}

/** A checked configuration of Mapping Simple (`docs/compatibility.md`). */
export type SimpleMappingConfig = Unchanged<ReturnType<typeof readSimple>>;

function readSimple(config: unknown) {
  return {
    keyMapExact: textRecord(member(config, 'KeyMapExact')),
    keyMapRegEx: textRecord(member(config, 'KeyMapRegEx')),
    keyMapDefault: readDefault(member(config, 'KeyMapDefault')),
    /** By new key. */
    valueMap: readValueMap(member(config, 'ValueMap')),
    valueMapDefault: readDefault(member(config, 'ValueMapDefault')),
  };
}

export type ZnunyMappingConfig = Unchanged<ReturnType<typeof readZnuny>>;

function readZnuny(config: unknown) {
  const fixed = member(config, 'StaticValue');
  const reduced = member(config, 'ReduceStructure');
  return {
    ...readSimple(config),
    /** Added to each result. */
    staticValue: isData(fixed) ? fixed : {},
    /** By old name, a pattern that separates the parts of a value. */
    listSeparator: textRecord(member(config, 'ListSeparator')),
    /** Old names of maps whose members are also copied to the level of the map. */
    reduceStructure: Array.isArray(reduced) ? reduced.map(toText) : [],
  };
}

/** The rules for names and values of a mapping; undefined if it has none. */
export function mappingRules(mapping: MappingDefinition): SimpleMappingConfig | undefined {
  return mapping.kind === 'simple' || mapping.kind === 'znuny' ? mapping.config : undefined;
}

export type DefaultRule = SimpleMappingConfig['keyMapDefault'];

function readDefault(rule: unknown) {
  const mapType = toText(member(rule, 'MapType'));
  if (mapType === 'MapTo') return { mapType, mapTo: toText(member(rule, 'MapTo')) } as const;
  return mapType === 'Ignore' ? ({ mapType } as const) : ({ mapType: 'Keep' } as const);
}

export type ValueMapping = SimpleMappingConfig['valueMap'][string];

function readValueMap(valueMap: unknown) {
  const entries = Object.entries(isData(valueMap) ? valueMap : {});
  return Object.fromEntries(
    entries.map(([key, rules]) => [
      key,
      { exact: textRecord(member(rules, 'ValueMapExact')), regEx: textRecord(member(rules, 'ValueMapRegEx')) },
    ]),
  );
}

/** An operation or invoker entry of a definition. */
export type MappedEntry = Unchanged<ReturnType<typeof readEntry>>;

/** Reads what operations and invokers have in common; an entry that is not a map has no type. */
export function readEntry(name: string, entry: unknown, profile?: ProfileName) {
  const type = member(entry, 'Type');
  return {
    name,
    /** `''` if the entry has no Type: it cannot be called. */
    type: isTrue(type) ? toText(type) : '',
    description: toText(member(entry, 'Description')),
    inbound: readMapping(member(entry, 'MappingInbound'), profile),
    outbound: readMapping(member(entry, 'MappingOutbound'), profile),
    options: isData(entry) ? entry : {},
  };
}
