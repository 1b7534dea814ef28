import { isTrue, suggest, textOf } from '@ticketgate/sdk';
import type { MessageValue } from '@ticketgate/sdk/schema';

import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import { OPERATIONS, findOperations } from '../check/definition-parts.js';
import type { Rule } from '../check/rule.js';

const { warning, say } = declareDiagnostics(
  {
    'operation-type-missing': `The operation "{name}" has no Type; write for example Type: Ticket::TicketGet.`,
    'unknown-operation-type': `No plugin has the operation type "{type}": requests to "{name}" are answered with a fault. Correct it, or add the plugin to "plugins" in the configuration.`,
    'option-without-effect.operation': `{option} has no effect on {type}; only {users} use it. Remove it.`,
    'option-without-effect.users': `{first} and {second}`,
  },
  {
    'operation-type-missing': { of: 'operation', stops: true },
    'unknown-operation-type': { of: 'operation', stops: true },
  },
);

/** The type of an operation is one that a plugin serves; requests to others are answered with a fault. */
const operationType: Rule = (input) =>
  findOperations(input).flatMap(([name, { Type: value }]): readonly Finding[] => {
    const path = [...OPERATIONS, name, 'Type'];
    if (!isTrue(value)) return [warning('operation-type-missing', { path, at: 'key' }, { name })];
    const type = textOf(value);
    if (input.operationTypes === undefined || input.operationTypes.includes(type)) return [];
    const suggestion = suggest(type, input.operationTypes);
    return [warning('unknown-operation-type', { path, suggestion }, { type, name })];
  });

/** An option of one operation type has no effect on another. */
const operationOptions: Rule = (input) => {
  const { operationOptions: known } = input;
  if (known === undefined) return [];
  const options = new Set([...known.values()].flat());
  return findOperations(input).flatMap(([name, operation]) => {
    const own = known.get(textOf(operation.Type));
    if (own === undefined) return [];
    const useless = Object.keys(operation).filter(
      (option) => options.has(option) && !own.includes(option) && isTrue(operation[option]),
    );
    return useless.map((option) => {
      const [one = '', ...more] = [...known].filter(([, names]) => names.includes(option)).map(([user]) => user);
      const users = more.reduce<MessageValue>(
        (first, second) => say('option-without-effect.users', { first, second }),
        one,
      );
      const path = [...OPERATIONS, name, option];
      return warning(
        'option-without-effect.operation',
        { path, at: 'key' },
        { option, type: textOf(operation.Type), users },
      );
    });
  });
};

/** Everything that is checked of operations. */
export const operationRules: readonly Rule[] = [operationType, operationOptions];
