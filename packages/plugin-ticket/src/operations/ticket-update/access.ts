import type { Caller, Directory } from '@ticketgate/sdk';

import { ticketPermission, type TicketPermission } from '../../permission/ticket-permission.js';
import type { WriteSources } from '../write-sources.js';
import type { ActingPermissions } from './check-permissions.js';
import { noAccess } from './identify.js';
import { permissionTicket, type StoredTicket } from '../../tickets/stored-ticket.js';

/** Who may read the ticket, and as whom changes are made: for customers that is the user of `CustomerPanelUserID`. */
export interface UpdateAccess {
  readonly reading: TicketPermission;
  readonly acting: TicketPermission;
  readonly userID: number;
  readonly directory: Directory;
  readonly sources: WriteSources;
}

export async function updateAccess(caller: Caller, sources: WriteSources): Promise<UpdateAccess> {
  const { catalogue, context, directory } = sources;
  const asked = { catalogue, settings: context.settings, accounts: context.accounts };
  const reading = await ticketPermission(caller, asked);
  const login = directory.agentByID(caller.userID)?.login ?? '';
  const acting =
    caller.type === 'User' ? reading : await ticketPermission({ type: 'User', userID: caller.userID, login }, asked);
  return { reading, acting, userID: caller.userID, directory, sources };
}

/** @throws OperationError `TicketUpdate.AccessDenied` when there is no such ticket or the caller may not read it */
export function readableTicket(stored: StoredTicket | undefined, { reading }: UpdateAccess): StoredTicket {
  if (stored === undefined || !reading.allows(permissionTicket(stored), 'ro')) throw noAccess();
  return stored;
}

/** What the acting user may do with a ticket. User 1 may move tickets into all valid queues. */
export function actingPermissions(stored: StoredTicket, access: UpdateAccess): ActingPermissions {
  const { acting, directory, sources, userID } = access;
  const ticket = permissionTicket(stored);
  const groups = directory.groupIDsOfAgent(userID, 'move_into');
  return {
    allows: (permission) => acting.allows(ticket, permission),
    mayMoveInto: (queueID) => {
      const queue = sources.catalogue.queues.byID(queueID);
      return queue?.isValid === true && (userID === 1 || groups.has(queue.groupID));
    },
  };
}
