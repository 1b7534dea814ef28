import { isTrue, suggest, textOf } from '@ticketgate/sdk';

import { isNoMapping } from '../reading/mapping-problems.js';
import { invokersOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

const COMMON: readonly string[] = [
  'Type',
  'Description',
  'Events',
  'MappingOutbound',
  'MappingInbound',
  'IgnoreAnswer',
];

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
