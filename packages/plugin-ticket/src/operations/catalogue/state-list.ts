import type { Operation } from '@ticketgate/sdk';

import type { TicketSystem } from '../../ticket-system.js';
import { defineList } from './define-list.js';

/** Catalogue::StateList */
export function stateList(system: TicketSystem): Operation {
  return defineList(system, {
    type: 'Catalogue::StateList',
    summary: 'Lists the states of tickets with their types.',
    entry: {
      StateID: { type: 'integer' },
      Name: { type: 'string' },
      TypeID: { type: 'integer' },
      TypeName: { type: 'string', description: 'For example open, closed or pending reminder.' },
      Comment: { type: 'string' },
    },
    list: ({ catalogue }) =>
      catalogue.states.all
        .filter(({ isValid }) => isValid)
        .map(({ id, name, typeID, typeName, comment }) => ({
          StateID: id,
          Name: name,
          TypeID: typeID,
          TypeName: typeName,
          Comment: comment,
        })),
  });
}
