import { isTrue, suggest, textOf } from '@ticketgate/sdk';

import { member, nonEmptyMap } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import { warning } from './rule.js';

const LINKS: readonly string[] = ['and', 'or', 'xor'];
const FIELD_TYPES: readonly string[] = ['String', 'Regexp', 'Module', 'Array', 'Hash'];

/** Parts of a condition that keep the family from ever calling the invoker. */
export function invokerCondition(condition: unknown, path: YamlPath): readonly Finding[] {
  const linking = linkOf(condition, 'ConditionLinking');
  const conditions = Object.entries(nonEmptyMap(member(condition, 'Condition')) ?? {});
  if (conditions.length === 0) return [];
  return [
    ...link(linking, [...path, 'ConditionLinking']),
    ...conditions.flatMap(([name, one]) => {
      const place = [...path, 'Condition', name];
      const word = linkOf(one, 'Type');
      return [
        ...(linking === 'xor' && word === 'or' ? [unlinked(place)] : []),
        ...link(word, [...place, 'Type']),
        ...fields(one, place),
      ];
    }),
  ];
}

function linkOf(value: unknown, key: string): string {
  const word = member(value, key);
  return isTrue(word) ? textOf(word) : 'and';
}

function link(word: string, path: YamlPath): readonly Finding[] {
  if (LINKS.includes(word)) return [];
  const message = `"${word}" does not link conditions, so the invoker is never called. Write and, or, or xor.`;
  return [warning({ code: 'invoker-condition', message, path, suggestion: suggest(word, LINKS) })];
}

function unlinked(path: YamlPath): Finding {
  const message =
    'ConditionLinking xor with Type or never calls the invoker. Write Type: and, or one condition with Type: xor.';
  return warning({ code: 'invoker-condition', message, path: [...path, 'Type'] });
}

function fields(condition: unknown, path: YamlPath): readonly Finding[] {
  const entries = Object.entries(nonEmptyMap(member(condition, 'Fields')) ?? {});
  if (entries.length > 0) return entries.flatMap(([name, one]) => field(name, one, [...path, 'Fields', name]));
  const message = 'A condition without Fields never calls the invoker. Add a field, or remove the condition.';
  return [warning({ code: 'invoker-condition', message, path })];
}

function field(name: string, value: unknown, path: YamlPath): readonly Finding[] {
  const type = textOf(member(value, 'Type')) || 'String';
  const match = nonEmptyMap(value) === undefined ? value : member(value, 'Match');
  if (!FIELD_TYPES.includes(type)) {
    const message = `"${type}" is not a type of condition, so it is never met. Write String, Regexp or Module.`;
    return [
      warning({
        code: 'invoker-condition',
        message,
        path: [...path, 'Type'],
        suggestion: suggest(type, FIELD_TYPES),
      }),
    ];
  }
  if (type === 'Hash' || (type === 'Array' && !(Array.isArray(match) && match.length === 0))) {
    const message = `A condition of type ${type} is never met, since lists and maps are compared by their entries. Write Type: String or Regexp.`;
    return [warning({ code: 'invoker-condition', message, path: [...path, 'Type'] })];
  }
  if (type === 'Array' || textOf(match) !== '') return [];
  const message = `The condition on "${name}" has no text to compare with in Match, so it is never met. Write the expected value.`;
  return [warning({ code: 'invoker-condition', message, path })];
}
