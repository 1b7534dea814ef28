import { isTrue, suggest, toText } from '@ticketgate/sdk';
import type { MessageValue } from '@ticketgate/sdk/schema';

import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import { OPERATIONS, findOperations } from '../check/definition-parts.js';
import type { Rule } from '../check/rule.js';
import { operationSchema } from './operation-schema.js';

const { warning, say } = declareDiagnostics(
  {
    'operation-type-missing': `The operation "{name}" has no Type; write for example Type: Ticket::TicketGet.`,
    'unknown-operation-type': `No plugin has the operation type "{type}": requests to "{name}" are answered with a fault. Correct it, or add the plugin to "plugins" in the configuration.`,
    'option-without-effect.key': `{option} has no effect on {type}. Remove it.`,
    'option-without-effect.operation': `{option} has no effect on {type}; only {users} use it. Remove it.`,
    'option-without-effect.users': `{first} and {second}`,
  },
  {
    'operation-type-missing': { of: 'operation', stops: true },
    'unknown-operation-type': { of: 'operation', stops: true },
  },
);

/** A plugin must serve the type of an operation; requests to others are answered with a fault. */
const operationType: Rule = (input) =>
  findOperations(input).flatMap(([name, { Type: value }]): readonly Finding[] => {
    const path = [...OPERATIONS, name, 'Type'];
    if (!isTrue(value)) return [warning('operation-type-missing', { path, at: 'key' }, { name })];
    const type = toText(value);
    if (input.operationTypes === undefined || input.operationTypes.includes(type)) return [];
    const suggestion = suggest(type, input.operationTypes);
    return [warning('unknown-operation-type', { path, suggestion }, { type, name })];
  });

const COMMON = Object.keys(operationSchema.properties);

/** Keys that an operation type does not use have no effect. */
const operationOptions: Rule = (input) => {
  const { operationOptions: known = new Map<string, readonly string[]>() } = input;
  return findOperations(input).flatMap(([name, operation]) => {
    const type = toText(operation.Type);
    const own = known.get(type);
    if (own === undefined) return [];
    const used = [...COMMON, ...own];
    const useless = Object.keys(operation).filter((key) => !used.includes(key) && isTrue(operation[key]));
    return useless.map((option) => {
      const spot = { path: [...OPERATIONS, name, option], at: 'key' } as const;
      const users = nameUsers(option, known);
      if (users === undefined) return warning('option-without-effect.key', spot, { option, type });
      return warning('option-without-effect.operation', spot, { option, type, users });
    });
  });
};

function nameUsers(option: string, known: ReadonlyMap<string, readonly string[]>): MessageValue | undefined {
  const users: readonly MessageValue[] = [...known].filter(([, names]) => names.includes(option)).map(([user]) => user);
  return users.length === 0
    ? undefined
    : users.reduce((first, second) => say('option-without-effect.users', { first, second }));
}

export const operationRules: readonly Rule[] = [operationType, operationOptions];
