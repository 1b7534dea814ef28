import { isDeclared, isTrue, suggest, suggestEvent, textOf } from '@ticketgate/sdk';

import { OF_ZNUNY, type KnownNames } from '../known-names.js';
import { member, nonEmptyMap } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import { type InvokerEntry, invokersOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';
import { isNoMapping } from '../reading/mapping-problems.js';
import { invokerSchema } from '../schema/invoker-schema.js';

/** Types of invokers, and what triggers them. */
export const invokerEvents: Rule = (input) =>
  invokersOf(input).flatMap((entry) => [...type(entry, input), ...events(entry, input)]);

function type({ name, invoker, path }: InvokerEntry, { invokerTypes }: KnownNames): readonly Finding[] {
  const written = textOf(invoker.Type);
  if (written === '') {
    const message = `Invoker "${name}" has no Type, so it cannot be called. Write for example Type: Generic::PassThrough.`;
    return [warning({ code: 'invoker-type-missing', message, path })];
  }
  if (invokerTypes === undefined || invokerTypes.includes(written)) return [];
  const came = OF_ZNUNY.includes(written)
    ? `"${written}" is an invoker of Znuny that is not served`
    : `There is no invoker of type "${written}"`;
  const message = `${came}, so "${name}" cannot be called. Correct it, or add its plugin to "plugins" in the configuration.`;
  const suggestion = suggest(written, invokerTypes);
  return [warning({ code: 'unknown-invoker-type', message, path: [...path, 'Type'], suggestion })];
}

function events({ name, invoker, path }: InvokerEntry, known: KnownNames): readonly Finding[] {
  const { Events: entries } = invoker;
  if (!Array.isArray(entries)) {
    if (!isTrue(entries)) return [];
    const message = `Events of "${name}" is not a list, so nothing triggers this invoker. Write a list such as [{ Event: RoomCreate }].`;
    return [warning({ code: 'invoker-event', message, path: [...path, 'Events'] })];
  }
  return entries.flatMap((entry: unknown, index): readonly Finding[] => {
    const place = [...path, 'Events', index];
    if (textOf(member(entry, 'Event')) === '') {
      const message = `This entry of "${name}" has no Event, so it never triggers the invoker. Write for example Event: RoomCreate.`;
      return [warning({ code: 'invoker-event', message, path: place })];
    }
    return [
      ...eventName(textOf(member(entry, 'Event')), [...place, 'Event'], known),
      ...invokerCondition(member(entry, 'Condition'), [...place, 'Condition']),
    ];
  });
}

function eventName(name: string, path: YamlPath, { events: known }: KnownNames): readonly Finding[] {
  if (known === undefined || isDeclared(known, name)) return [];
  const message = `Nothing here raises the event "${name}", so it never calls the invoker.`;
  return [warning({ code: 'unknown-event', message, path, suggestion: suggestEvent(name, known) })];
}

const LINKS: readonly string[] = ['and', 'or', 'xor'];
const FIELD_TYPES: readonly string[] = ['String', 'Regexp', 'Module', 'Array', 'Hash'];

/** Parts of a condition that keep the family from ever calling the invoker. */
function invokerCondition(condition: unknown, path: YamlPath): readonly Finding[] {
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

const COMMON = Object.keys(invokerSchema.properties);

/** Keys of an entry that its type of invoker does not know, or that another key makes useless. */
export const invokerConfig: Rule = (input) => [...unknownKeys(input), ...unusedMappings(input)];

const unusedMappings: Rule = (input) =>
  invokersOf(input).flatMap(({ name, invoker, path }) => {
    if (!isTrue(invoker.IgnoreAnswer) || isNoMapping(invoker.MappingInbound)) return [];
    const message = `MappingInbound of "${name}" has no effect, because IgnoreAnswer is on. Remove one of them.`;
    return [warning({ code: 'option-without-effect', message, path: [...path, 'MappingInbound'], at: 'key' })];
  });

const unknownKeys: Rule = (input) =>
  invokersOf(input).flatMap(({ invoker, path }) => {
    const type = textOf(invoker.Type);
    const own = input.invokerConfig?.get(type);
    if (own === undefined) return [];
    const known = [...COMMON, ...own];
    const useless = Object.keys(invoker).filter((key) => !known.includes(key));
    return useless.map((key) => {
      const message = `${key} has no effect on ${type}. Remove it.`;
      const suggestion = suggest(key, known);
      return warning({ code: 'option-without-effect', message, path: [...path, key], at: 'key', suggestion });
    });
  });
