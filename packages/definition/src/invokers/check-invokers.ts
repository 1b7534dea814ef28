import { isDeclared, isTrue, suggest, suggestEvent, toText, translatePerlPattern } from '@ticketgate/sdk';

import type { KnownNames } from '../check/known-names.js';
import { member, nonEmptyMap, partAt } from '../yaml/read-record.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import { ERROR_HANDLING, type InvokerEntry, findInvokers, nameRequester } from '../check/definition-parts.js';
import type { Rule } from '../check/rule.js';
import { isNoMapping } from '../mapping/mapping-problems.js';
import { invokerSchema } from './invoker-schema.js';

const { warning } = declareDiagnostics({
  'invoker-type-missing': `Invoker "{name}" has no Type, so it cannot be called. Write for example Type: Generic::PassThrough.`,
  'unknown-invoker-type': `There is no invoker of type "{written}", so "{name}" cannot be called. Correct it, or add its plugin to "plugins" in the configuration.`,
  'invoker-event.no-list': `Events of "{name}" is not a list, so nothing triggers this invoker. Write a list such as [{ Event: RoomCreate }].`,
  'invoker-event.unnamed': `This entry of "{name}" has no Event, so it never triggers the invoker. Write for example Event: RoomCreate.`,
  'invoker-event.notification': `Nothing calls "{name}" here: in Znuny a notification may, but Ticketgate sends none. Add an event to Events, such as TicketCreate.`,
  'unknown-event': `Nothing here raises the event "{name}", so it never calls the invoker.`,
  'invoker-condition.link': `"{word}" does not link conditions, so the invoker is never called. Write and, or, or xor.`,
  'invoker-condition.xor-or': `ConditionLinking xor with Type or never calls the invoker. Write Type: and, or one condition with Type: xor.`,
  'invoker-condition.no-fields': `A condition without Fields never calls the invoker. Add a field, or remove the condition.`,
  'invoker-condition.unknown-type': `"{type}" is not a type of condition here, so it is never met. Write String or Regexp.`,
  'invoker-condition.never-met': `A condition of type {type} is never met, since lists and maps are compared by their entries. Write Type: String or Regexp.`,
  'invoker-condition.no-match': `The condition on "{name}" has no text to compare with in Match, so it is never met. Write the expected value.`,
  'invoker-condition.unknown-member': `The event "{event}" has no "{name}" to look at, so this condition on it is never met.`,
  'pattern-syntax.never': `The regular expression "{source}" does not compile: {problem}. Correct it; until then it never matches.`,
  'option-without-effect.mapping': `MappingInbound of "{name}" has no effect, because IgnoreAnswer is on. Remove one of them.`,
  'invoker-answer': `The mapping makes {member}, which is not served: with it, each call of "{name}" fails, and nothing is changed. Remove it.`,
  'option-without-effect.invoker': `{key} has no effect on {type}. Remove it.`,
});

const invokerEvents: Rule = (input) =>
  findInvokers(input).flatMap((entry) => [...type(entry, input), ...events(entry, input)]);

function type({ name, invoker, path }: InvokerEntry, { invokerTypes }: KnownNames): readonly Finding[] {
  const written = toText(invoker.Type);
  if (written === '') return [warning('invoker-type-missing', { path }, { name })];
  if (invokerTypes === undefined || invokerTypes.includes(written)) return [];
  const suggestion = suggest(written, invokerTypes);
  return [warning('unknown-invoker-type', { path: [...path, 'Type'], suggestion }, { written, name })];
}

/** The type of invokers that Znuny's notifications call. */
const BY_NOTIFICATIONS = 'Ticket::Generic';

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function events({ name, invoker, path }: InvokerEntry, known: KnownNames): readonly Finding[] {
  const { Events: entries } = invoker;
  if (toText(invoker.Type) === BY_NOTIFICATIONS && (!isTrue(entries) || isEmptyList(entries)))
    return [warning('invoker-event.notification', { path }, { name })];
  if (!Array.isArray(entries)) {
    return isTrue(entries) ? [warning('invoker-event.no-list', { path: [...path, 'Events'] }, { name })] : [];
  }
  return entries.flatMap((entry: unknown, index): readonly Finding[] => {
    const place = [...path, 'Events', index];
    if (toText(member(entry, 'Event')) === '') return [warning('invoker-event.unnamed', { path: place }, { name })];
    const event = toText(member(entry, 'Event'));
    return [
      ...eventName(event, [...place, 'Event'], known),
      ...invokerCondition(member(entry, 'Condition'), [...place, 'Condition'], memberCheck(event, known)),
    ];
  });
}

function eventName(name: string, path: YamlPath, { events: known }: KnownNames): readonly Finding[] {
  if (known === undefined || isDeclared(known, name)) return [];
  return [warning('unknown-event', { path, suggestion: suggestEvent(name, known) }, { name })];
}

type FieldCheck = (name: string, path: YamlPath) => readonly Finding[];

/** Checks that an event has the member that a condition on it uses. */
function memberCheck(event: string, { conditionMembers }: KnownNames): FieldCheck {
  const [, known] = [...(conditionMembers ?? [])].find(([name]) => isDeclared([name], event)) ?? [];
  return (name, path) => {
    const { names = [], patterns = [''] } = known ?? {};
    // `Name_0` is the first entry of a list.
    if (names.includes(name.replace(/_\d+$/, '')) || patterns.some((pattern) => new RegExp(pattern).test(name)))
      return [];
    return [
      warning(
        'invoker-condition.unknown-member',
        { path, at: 'key', suggestion: suggest(name, names) },
        { event, name },
      ),
    ];
  };
}

const LINKS: readonly string[] = ['and', 'or', 'xor'];
const FILTER = 'ErrorMessageContentFilter';
const FIELD_TYPES: readonly string[] = ['String', 'Regexp', 'Array', 'Hash'];

/** Parts of a condition with which the family never calls the invoker. */
function invokerCondition(condition: unknown, path: YamlPath, check: FieldCheck): readonly Finding[] {
  const linking = readLinking(condition, 'ConditionLinking');
  const conditions = Object.entries(nonEmptyMap(member(condition, 'Condition')) ?? {});
  if (conditions.length === 0) return [];
  return [
    ...link(linking, [...path, 'ConditionLinking']),
    ...conditions.flatMap(([name, one]) => {
      const place = [...path, 'Condition', name];
      const word = readLinking(one, 'Type');
      return [
        ...(linking === 'xor' && word === 'or'
          ? [warning('invoker-condition.xor-or', { path: [...place, 'Type'] })]
          : []),
        ...link(word, [...place, 'Type']),
        ...fields(one, place, check),
      ];
    }),
  ];
}

function readLinking(value: unknown, key: string): string {
  const word = member(value, key);
  return isTrue(word) ? toText(word) : 'and';
}

function link(word: string, path: YamlPath): readonly Finding[] {
  if (LINKS.includes(word)) return [];
  return [warning('invoker-condition.link', { path, suggestion: suggest(word, LINKS) }, { word })];
}

function fields(condition: unknown, path: YamlPath, check: FieldCheck): readonly Finding[] {
  const entries = Object.entries(nonEmptyMap(member(condition, 'Fields')) ?? {});
  if (entries.length === 0) return [warning('invoker-condition.no-fields', { path })];
  return entries.flatMap(([name, one]) => {
    const place = [...path, 'Fields', name];
    return [...check(name, place), ...field(name, one, place), ...regexp(one, place)];
  });
}

function field(name: string, value: unknown, path: YamlPath): readonly Finding[] {
  const type = toText(member(value, 'Type')) || 'String';
  const match = nonEmptyMap(value) === undefined ? value : member(value, 'Match');
  const spot = { path: [...path, 'Type'], suggestion: suggest(type, FIELD_TYPES) };
  if (!FIELD_TYPES.includes(type)) return [warning('invoker-condition.unknown-type', spot, { type })];
  if (type === 'Hash' || (type === 'Array' && !(Array.isArray(match) && match.length === 0)))
    return [warning('invoker-condition.never-met', { path: spot.path }, { type })];
  if (type === 'Array' || toText(match) !== '') return [];
  return [warning('invoker-condition.no-match', { path }, { name })];
}

function regexp(field: unknown, path: YamlPath): readonly Finding[] {
  return member(field, 'Type') === 'Regexp' ? neverMatching(toText(member(field, 'Match')), [...path, 'Match']) : [];
}

function neverMatching(source: string, path: YamlPath): readonly Finding[] {
  const pattern = translatePerlPattern(source, 'part');
  return 'problem' in pattern ? [warning('pattern-syntax.never', { path }, { source, problem: pattern.problem })] : [];
}

const retryPattern: Rule = ({ config }) =>
  Object.entries(nonEmptyMap(partAt(config, ERROR_HANDLING)) ?? {}).flatMap(([name, module]) =>
    neverMatching(toText(member(module, FILTER)), [...ERROR_HANDLING, name, FILTER]),
  );

const COMMON = Object.keys(invokerSchema.properties);
/** A key that only SOAP has. */
const OF_SOAP = 'OperationName';

/** Keys of an entry that its type of invoker does not know, or that another key makes useless. */
const invokerConfig: Rule = (input) => [...unknownKeys(input), ...unusedMappings(input), ...refusedAnswers(input)];

const refusedAnswers: Rule = (input) =>
  findInvokers(input).flatMap(({ name, invoker, path }) => {
    const made = JSON.stringify(invoker.MappingInbound ?? null);
    const refused = input.refusedMembers?.get(toText(invoker.Type)) ?? [];
    const spot = { path: [...path, 'MappingInbound'], at: 'key' } as const;
    const found = refused.filter((each) => made.includes(each));
    return found.map((each) => warning('invoker-answer', spot, { member: each, name }));
  });

const unusedMappings: Rule = (input) =>
  findInvokers(input).flatMap(({ name, invoker, path }) => {
    if (!isTrue(invoker.IgnoreAnswer) || isNoMapping(invoker.MappingInbound)) return [];
    return [warning('option-without-effect.mapping', { path: [...path, 'MappingInbound'], at: 'key' }, { name })];
  });

const unknownKeys: Rule = (input) =>
  findInvokers(input).flatMap(({ invoker, path }) => {
    const type = toText(invoker.Type);
    const own = input.invokerConfig?.get(type);
    if (own === undefined) return [];
    const transport = nameRequester(input);
    const common = transport === 'HTTP::SOAP' ? COMMON : COMMON.filter((key) => key !== OF_SOAP);
    const known = [...common, ...own];
    const useless = Object.keys(invoker).filter((key) => !known.includes(key));
    return useless.map((key) => {
      const spot = { path: [...path, key], at: 'key', suggestion: suggest(key, known) } as const;
      return warning('option-without-effect.invoker', spot, { key, type: key === OF_SOAP ? transport : type });
    });
  });

export const invokerRules: readonly Rule[] = [invokerEvents, invokerConfig, retryPattern];
