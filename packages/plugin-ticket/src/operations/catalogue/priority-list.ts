import type { Operation } from '@ticketgate/sdk';

import type { TicketSystem } from '../../ticket-system.js';
import { defineList } from './define-list.js';

/** Catalogue::PriorityList */
export function priorityList(system: TicketSystem): Operation {
  return defineList(system, {
    type: 'Catalogue::PriorityList',
    summary: 'Lists the priorities of tickets.',
    entry: { PriorityID: { type: 'integer' }, Name: { type: 'string' } },
    list: ({ catalogue }) =>
      catalogue.priorities.all.filter(({ isValid }) => isValid).map(({ id, name }) => ({ PriorityID: id, Name: name })),
  });
}
