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
