import { isData, isTrue, textOf } from '@ticketgate/sdk';

import type { DefaultRule, MappingDefinition, SimpleMappingConfig, ValueMapping } from '../web-service.js';
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
  return { kind: 'broken', reason: 'XSLT mappings are stored but not served.' };
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
