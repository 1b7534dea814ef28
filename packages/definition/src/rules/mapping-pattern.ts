import { isData } from '@ticketgate/sdk';

import { translatePerlPattern } from '../perl-pattern.js';
import { member } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import { OPERATIONS, operationsOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** Regular expressions of mappings compile; one that does not is an internal error of each request that reaches it. */
export const mappingPattern: Rule = (input) =>
  operationsOf(input).flatMap(([name, operation]) =>
    ['MappingInbound', 'MappingOutbound'].flatMap((mapping) => {
      const path = [...OPERATIONS, name, mapping, 'Config'];
      const config = member(operation[mapping], 'Config');
      const values = member(config, 'ValueMap');
      return [
        ...patterns(member(config, 'KeyMapRegEx'), [...path, 'KeyMapRegEx']),
        ...Object.entries(isData(values) ? values : {}).flatMap(([key, rules]) =>
          patterns(member(rules, 'ValueMapRegEx'), [...path, 'ValueMap', key, 'ValueMapRegEx']),
        ),
      ];
    }),
  );

function patterns(map: unknown, path: YamlPath): readonly Finding[] {
  return Object.keys(isData(map) ? map : {}).flatMap((source) => {
    const pattern = translatePerlPattern(source);
    if (!('problem' in pattern)) return [];
    const message = `The regular expression "${source}" does not compile: ${pattern.problem}. Correct it; until then requests that reach it fail.`;
    return [{ severity: 'warning', code: 'pattern-syntax', message, path: [...path, source], at: 'key' }];
  });
}
