import type { Data, Directory } from '@ticketgate/sdk';

import { textOf } from '../../request/family-values.js';
import type { TicketParts } from '../checks/read-parts.js';

/** In profile contract, Owner and Responsible may be ids: digits that are not the login of an agent. */
export function agentsByID(parts: TicketParts, directory: Directory): TicketParts {
  if (parts.ticket === undefined) return parts;
  const ticket = agentByID(agentByID(parts.ticket, 'Owner', directory), 'Responsible', directory);
  return { ...parts, ticket };
}

function agentByID(ticket: Data, name: 'Owner' | 'Responsible', directory: Directory): Data {
  const text = textOf(ticket[name]);
  if (!/^[1-9]\d{0,9}$/.test(text) || directory.agentByLogin(text) !== undefined) return ticket;
  const { [name]: id, ...others } = ticket;
  return { [`${name}ID`]: id, ...others };
}
