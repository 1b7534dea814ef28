import { isTrue, suggest, textOf } from '@ticketgate/sdk';

import { OF_ZNUNY } from '../known-names.js';
import type { Finding } from '../yaml/yaml-source.js';
import { OPERATIONS, operationsOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** The type of an operation is one that a plugin serves; requests to others are answered with a fault. */
export const operationType: Rule = (input) =>
  operationsOf(input).flatMap(([name, { Type: value }]): readonly Finding[] => {
    const path = [...OPERATIONS, name, 'Type'];
    if (!isTrue(value)) {
      const message = `The operation "${name}" has no Type; write for example Type: Ticket::TicketGet.`;
      return [warning({ code: 'operation-type-missing', message, path, at: 'key' })];
    }
    const type = textOf(value);
    if (input.operationTypes === undefined || input.operationTypes.includes(type)) return [];
    const came = OF_ZNUNY.includes(type)
      ? `"${type}" is an operation of Znuny that is not served`
      : `No plugin has the operation type "${type}"`;
    const message = `${came}: requests to "${name}" are answered with a fault. Correct it, or add the plugin to "plugins" in the configuration.`;
    return [
      warning({ code: 'unknown-operation-type', message, path, suggestion: suggest(type, input.operationTypes) }),
    ];
  });

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
