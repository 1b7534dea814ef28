import { isTrue, textOf } from '@ticketgate/sdk';

import { OPERATIONS, operationsOf } from './provider-parts.js';
import type { Rule } from './rule.js';

const USERS = ['Ticket::TicketCreate', 'Ticket::TicketUpdate'];

/** IncludeTicketData has an effect on creating and updating only. */
export const includeTicketData: Rule = (input) =>
  operationsOf(input)
    .filter(
      ([, { IncludeTicketData, Type }]) =>
        isTrue(IncludeTicketData) && textOf(Type) !== '' && !USERS.includes(textOf(Type)),
    )
    .map(([name, { Type }]) => ({
      severity: 'warning',
      code: 'option-without-effect',
      message: `IncludeTicketData has no effect on ${textOf(Type)}; only ${USERS.join(' and ')} use it. Remove it.`,
      path: [...OPERATIONS, name, 'IncludeTicketData'],
      at: 'key',
    }));
