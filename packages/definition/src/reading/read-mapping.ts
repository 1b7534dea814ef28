import { isData, isTrue, textOf, type Data } from '@ticketgate/sdk';

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

/** A value of `MappingInbound` or `MappingOutbound`, ready to be compiled. */
export type MappingDefinition =
  /** `{}`, absent, or `{ Type: Simple }` without Config. `pass` still turns undefined into `{}`, `none` does not. */
  | { readonly kind: 'none' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'simple'; readonly config: SimpleMappingConfig }
  /** `Type: XSLT` with a template. */
  | { readonly kind: 'xslt'; readonly config: XsltMappingConfig }
  /** `Type: Test`, with its TestOption. */
  | { readonly kind: 'test'; readonly option: string }
  /** Cannot be created: each request is answered with the fault `Unknown`. */
  | { readonly kind: 'broken'; readonly reason: string };

export type DefaultRule =
  | { readonly mapType: 'Keep' }
  | { readonly mapType: 'Ignore' }
  | { readonly mapType: 'MapTo'; readonly mapTo: string };

/** A checked configuration of Mapping Simple (`docs/compatibility.md`). */
export interface SimpleMappingConfig {
  readonly keyMapExact: Readonly<Record<string, string>>;
  readonly keyMapRegEx: Readonly<Record<string, string>>;
  readonly keyMapDefault: DefaultRule;
  /** By new key. */
  readonly valueMap: Readonly<Record<string, ValueMapping>>;
  readonly valueMapDefault: DefaultRule;
}

/** The configuration of Mapping XSLT. */
export interface XsltMappingConfig {
  readonly template: string;
  /** Names of elements of the result that become lists even if there is only one. */
  readonly forceArray: readonly string[];
  /** Parts of the exchange that the template sees beside the data. */
  readonly dataInclude: readonly string[];
  /** Rename members before the template and after it. */
  readonly preFilters: readonly KeyFilter[];
  readonly postFilters: readonly KeyFilter[];
}

export interface KeyFilter {
  /** A Perl pattern for a part of the name. */
  readonly search: string;
  /** Instead of that part; `$1` and `${1}` are groups of the pattern. */
  readonly replace: string;
}

export interface ValueMapping {
  readonly exact: Readonly<Record<string, string>>;
  readonly regEx: Readonly<Record<string, string>>;
}

/** An entry of a definition that has mappings: an operation or an invoker. */
export interface MappedEntry {
  readonly name: string;
  /** `''` when the entry has no Type: it cannot be called. */
  readonly type: string;
  readonly description: string;
  readonly inbound: MappingDefinition;
  readonly outbound: MappingDefinition;
  /** The entry as written. */
  readonly options: Data;
}

/** Reads what operations and invokers have in common; an entry that is not a map has no type. */
export function readEntry(name: string, entry: unknown): MappedEntry {
  const type = member(entry, 'Type');
  return {
    name,
    type: isTrue(type) ? textOf(type) : '',
    description: textOf(member(entry, 'Description')),
    inbound: readMapping(member(entry, 'MappingInbound')),
    outbound: readMapping(member(entry, 'MappingOutbound')),
    options: isData(entry) ? entry : {},
  };
}
