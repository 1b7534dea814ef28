import { isDeclared, isTrue, suggest, suggestEvent, textOf } from '@ticketgate/sdk';

import { OF_ZNUNY, type KnownNames } from '../known-names.js';
import { member } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import { invokerCondition } from './invoker-condition.js';
import { type InvokerEntry, invokersOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

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
