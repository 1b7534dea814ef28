import { suggest, textOf } from '@ticketgate/sdk';

import { invokersOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

const COMMON: readonly string[] = ['Type', 'Description', 'Events', 'MappingOutbound', 'MappingInbound'];

/** Keys of an entry that its type of invoker does not know. */
export const invokerConfig: Rule = (input) =>
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
