import type { HostAnswers } from '@ticketgate/database/postgres';

import { ticketPermission, type TicketPermission } from '../../permission/ticket-permission.js';
import type { WriteSources } from '../write-sources.js';
import type { ActingPermissions } from './check-permissions.js';
import { noAccess } from './ticket-key.js';
import type { StoredTicket } from '../read-tickets.js';

/**
 * The permissions for reading a ticket and for changing it. Customers change it as themselves if the service restricts what they may
 * set, otherwise as the user of `CustomerPanelUserID`.
 */
export interface UpdateAccess {
  readonly reading: TicketPermission;
  readonly acting: TicketPermission;
  /** Groups whose queues a customer may move tickets into; null where the acting user decides. */
  readonly enterable: ReadonlySet<number> | null;
}

export async function updateAccess(sources: WriteSources): Promise<UpdateAccess> {
  const { caller, context, directory, rights } = sources;
  const reading = await ticketPermission(sources);
  if (caller.type === 'User') return { reading, acting: reading, enterable: null };
  if (rights !== undefined) {
    return {
      reading,
      acting: reading,
      enterable: await context.accounts.customers.groupIDs(caller.login, 'move_into'),
    };
  }
  const { userID } = caller;
  const user = { type: 'User', userID, login: directory.agentByID(userID)?.login ?? '' } as const;
  return { reading, acting: await ticketPermission({ ...sources, caller: user }), enterable: null };
}

/** @throws OperationError `TicketUpdate.AccessDenied` when there is no such ticket or the caller has no access to it */
export function accessibleTicket(
  stored: StoredTicket | undefined,
  { reading }: UpdateAccess,
  { updatePermission }: Pick<HostAnswers, 'updatePermission'>,
): StoredTicket {
  if (stored === undefined || !reading.allows(stored, updatePermission)) throw noAccess();
  return stored;
}

/** The permissions of the acting user for a ticket. User 1 may move tickets into all valid queues. */
export function actingPermissions(
  stored: StoredTicket,
  { acting, enterable }: UpdateAccess,
  { caller: { userID }, catalogue, directory, rules }: WriteSources,
): ActingPermissions {
  const groups = enterable ?? directory.groupIDsOfAgent(userID, 'move_into');
  const isAnyQueue = enterable === null && userID === 1;
  return {
    allows: (permission) => acting.allows(stored, permission),
    mayMoveInto: (queueID) => {
      const queue = catalogue.queues.byID(queueID);
      return queue?.isValid === true && (isAnyQueue || groups.has(queue.groupID));
    },
    isOwnAct: enterable !== null,
    isStrict: rules.isStrictOnPermissions,
  };
}
