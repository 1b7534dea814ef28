import { isData, textOf, type SafePattern } from '@ticketgate/sdk';

import { translatePerlPattern } from '../perl-pattern.js';
import { member } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import { mappingsOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Regular expressions of mappings compile; one that does not fails each request and call that reaches it. */
export const mappingPattern: Rule = (input) =>
  mappingsOf(input).flatMap(({ mapping, path: parent }) => {
    const path = [...parent, 'Config'];
    const config = member(mapping, 'Config');
    const values = member(config, 'ValueMap');
    return [
      ...patterns(member(config, 'KeyMapRegEx'), [...path, 'KeyMapRegEx']),
      ...Object.entries(isData(values) ? values : {}).flatMap(([key, rules]) =>
        patterns(member(rules, 'ValueMapRegEx'), [...path, 'ValueMap', key, 'ValueMapRegEx']),
      ),
      ...['PreRegExFilter', 'PostRegExFilter'].flatMap((key) => filters(member(config, key), [...path, key])),
    ];
  });

function patterns(map: unknown, path: YamlPath): readonly Finding[] {
  return Object.keys(isData(map) ? map : {}).flatMap((source) =>
    problems(source, translatePerlPattern(source), { path: [...path, source], at: 'key' }),
  );
}

function filters(list: unknown, path: YamlPath): readonly Finding[] {
  return (Array.isArray(list) ? list : []).flatMap((filter: unknown, index) => {
    const source = textOf(member(filter, 'Search'));
    return problems(source, translatePerlPattern(source, 'part'), { path: [...path, index, 'Search'] });
  });
}

function problems(source: string, pattern: SafePattern, place: Pick<Finding, 'path' | 'at'>): readonly Finding[] {
  if (!('problem' in pattern)) return [];
  const message = `The regular expression "${source}" does not compile: ${pattern.problem}. Correct it; until then requests and calls that reach it fail.`;
  return [warning({ code: 'pattern-syntax', message, ...place })];
}
