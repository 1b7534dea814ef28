import { isTrue, textOf } from '@ticketgate/sdk';

import { member } from '../reading/read-record.js';
import type { Finding } from '../yaml/yaml-source.js';
import { invokerCondition } from './invoker-condition.js';
import { type InvokerEntry, invokersOf, invokerWarning } from './invoker-parts.js';
import type { Rule } from './rule.js';

/** Types of invokers, and what triggers them. */
export const invokerEvents: Rule = (input) => invokersOf(input).flatMap((entry) => [...type(entry), ...events(entry)]);

function type({ name, invoker, path }: InvokerEntry): readonly Finding[] {
  if (textOf(invoker.Type) !== '') return [];
  const message = `Invoker "${name}" has no Type, so it cannot be called. Write for example Type: Generic::PassThrough.`;
  return [invokerWarning({ code: 'invoker-type-missing', message, path })];
}

function events({ name, invoker, path }: InvokerEntry): readonly Finding[] {
  const { Events: entries } = invoker;
  if (!Array.isArray(entries)) {
    if (!isTrue(entries)) return [];
    const message = `Events of "${name}" is not a list, so nothing triggers this invoker. Write a list such as [{ Event: RoomCreate }].`;
    return [invokerWarning({ code: 'invoker-event', message, path: [...path, 'Events'] })];
  }
  return entries.flatMap((entry: unknown, index): readonly Finding[] => {
    const place = [...path, 'Events', index];
    if (textOf(member(entry, 'Event')) === '') {
      const message = `This entry of "${name}" has no Event, so it never triggers the invoker. Write for example Event: RoomCreate.`;
      return [invokerWarning({ code: 'invoker-event', message, path: place })];
    }
    return invokerCondition(member(entry, 'Condition'), [...place, 'Condition']);
  });
}
