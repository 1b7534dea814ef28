import { toText, type JsonSchema, isData, type SafePattern, isTrue, translatePerlPattern } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { mappingProblems } from './mapping-problems.js';
import { findMappings } from '../check/definition-parts.js';
import type { Rule } from '../check/rule.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';
import { simpleMappingSchema, xsltMappingSchema, znunyMappingSchema } from './mapping-schema.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import { findTemplateProblem } from '../xslt/index.js';

const { warning, say } = declareDiagnostics(
  {
    'mapping-rule': `{problem} Until then {effect}.`,
    'pattern-syntax': `The regular expression "{source}" does not compile: {problem}. Correct it; until then requests and calls that reach it fail.`,
    'template-syntax': `The XSLT template cannot be used{line}: {problem}. Correct it; until then {effect}.`,
    'template-syntax.line': `, in line {line} of it`,
  },
  {
    'mapping-rule': { of: 'operation', stops: true },
    'pattern-syntax': { of: 'operation', stops: true },
    'template-syntax': { of: 'operation', stops: true },
  },
);

/** An invalid mapping makes every request to its operation, or every call of its invoker, fail. */
const mappingRule: Rule = (input) =>
  findMappings(input).flatMap(({ effect, mapping, path }) =>
    mappingProblems(mapping).map(({ path: below, sentence, suggestion }) =>
      warning('mapping-rule', { path: [...path, ...below], suggestion }, { problem: sentence, effect }),
    ),
  );

const mappingKey: Rule = (input) =>
  findMappings(input).flatMap(({ mapping, path }) => {
    const config = nonEmptyMap(member(mapping, 'Config'));
    const schema = SCHEMAS[toText(member(mapping, 'Type'))];
    return config === undefined || schema === undefined ? [] : checkSchema(config, schema, [...path, 'Config']);
  });

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Simple: simpleMappingSchema,
  XSLT: xsltMappingSchema,
  Znuny: znunyMappingSchema,
};

/** A pattern that does not compile makes each request or call that reaches it fail. */
const mappingPattern: Rule = (input) =>
  findMappings(input).flatMap(({ mapping, path: parent }) => {
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
    const source = toText(member(filter, 'Search'));
    return problems(source, translatePerlPattern(source, 'part'), { path: [...path, index, 'Search'] });
  });
}

function problems(source: string, pattern: SafePattern, place: Pick<Finding, 'path' | 'at'>): readonly Finding[] {
  if (!('problem' in pattern)) return [];
  return [warning('pattern-syntax', place, { source, problem: pattern.problem })];
}

/** A template that is not a stylesheet makes everything that uses the mapping fail. */
export const mappingTemplate: Rule = (input) =>
  findMappings(input).flatMap(({ effect, mapping, path }) => {
    const config = member(mapping, 'Config');
    const template = member(config, 'Template');
    if (toText(member(mapping, 'Type')) !== 'XSLT' || !isData(config) || !isTrue(template)) return [];
    const problem = findTemplateProblem(toText(template));
    if (problem === undefined) return [];
    const line = problem.line === undefined ? '' : say('template-syntax.line', { line: String(problem.line) });
    const place = { path: [...path, 'Config', 'Template'], textLine: problem.line };
    return [warning('template-syntax', place, { line, problem: problem.message, effect })];
  });

export const mappingChecks: readonly Rule[] = [mappingRule, mappingKey, mappingPattern, mappingTemplate];
