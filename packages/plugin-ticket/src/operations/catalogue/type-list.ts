import type { Operation } from '@ticketgate/sdk';

import type { TicketSystem } from '../../ticket-system.js';
import { defineList } from './define-list.js';

/** Catalogue::TypeList */
export function typeList(system: TicketSystem): Operation {
  return defineList(system, {
    type: 'Catalogue::TypeList',
    summary: 'Lists the types of tickets.',
    entry: { TypeID: { type: 'integer' }, Name: { type: 'string' } },
    list: ({ catalogue }) =>
      catalogue.types.all.filter(({ isValid }) => isValid).map(({ id, name }) => ({ TypeID: id, Name: name })),
  });
}
