import { isTrue, textOf } from '@ticketgate/sdk';

import { OPERATIONS, operationsOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** An option of one operation type has no effect on another. */
export const operationOptions: Rule = (input) => {
  const { operationOptions: known } = input;
  if (known === undefined) return [];
  const options = new Set([...known.values()].flat());
  return operationsOf(input).flatMap(([name, operation]) => {
    const own = known.get(textOf(operation.Type));
    if (own === undefined) return [];
    const useless = Object.keys(operation).filter(
      (option) => options.has(option) && !own.includes(option) && isTrue(operation[option]),
    );
    return useless.map((option) => {
      const users = [...known].filter(([, names]) => names.includes(option)).map(([type]) => type);
      return warning({
        code: 'option-without-effect',
        message: `${option} has no effect on ${textOf(operation.Type)}; only ${users.join(' and ')} use it. Remove it.`,
        path: [...OPERATIONS, name, option],
        at: 'key',
      });
    });
  });
};
