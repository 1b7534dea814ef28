import type { Caller } from '@ticketgate/sdk';

import { ticketPermission, type TicketPermission } from '../../permission/ticket-permission.js';
import type { WriteSources } from '../write-sources.js';
import type { ActingPermissions } from './check-permissions.js';
import { noAccess } from './ticket-key.js';
import type { StoredTicket } from '../read-tickets.js';

/**
 * Who may read the ticket, and as whom changes are made: where a service restricts what customers may set, as themselves, and
 * elsewhere as the user of `CustomerPanelUserID`.
 */
export interface UpdateAccess {
  readonly reading: TicketPermission;
  readonly acting: TicketPermission;
  /** Groups whose queues a customer may move tickets into; null where the acting user decides. */
  readonly enterable: ReadonlySet<number> | null;
  readonly userID: number;
  readonly sources: WriteSources;
}

export async function updateAccess(
  caller: Caller,
  sources: WriteSources,
  { isOwnAct }: { readonly isOwnAct: boolean },
): Promise<UpdateAccess> {
  const { catalogue, context, directory } = sources;
  const asked = { catalogue, settings: context.settings, accounts: context.accounts };
  const reading = await ticketPermission(caller, asked);
  const isCustomer = caller.type === 'Customer';
  const login = directory.agentByID(caller.userID)?.login ?? '';
  const acting =
    isCustomer && !isOwnAct ? await ticketPermission({ type: 'User', userID: caller.userID, login }, asked) : reading;
  const enterable =
    isCustomer && isOwnAct ? await context.accounts.customers.groupIDs(caller.login, 'move_into') : null;
  return { reading, acting, enterable, userID: caller.userID, sources };
}

/** @throws OperationError `TicketUpdate.AccessDenied` when there is no such ticket or the caller may not read it */
export function readableTicket(stored: StoredTicket | undefined, { reading }: UpdateAccess): StoredTicket {
  if (stored === undefined || !reading.allows(stored, 'ro')) throw noAccess();
  return stored;
}

/** What the acting user may do with a ticket. User 1 may move tickets into all valid queues. */
export function actingPermissions(stored: StoredTicket, access: UpdateAccess): ActingPermissions {
  const { acting, enterable, sources, userID } = access;
  const groups = enterable ?? sources.directory.groupIDsOfAgent(userID, 'move_into');
  const isAnyQueue = enterable === null && userID === 1;
  return {
    allows: (permission) => acting.allows(stored, permission),
    mayMoveInto: (queueID) => {
      const queue = sources.catalogue.queues.byID(queueID);
      return queue?.isValid === true && (isAnyQueue || groups.has(queue.groupID));
    },
    isOwnAct: enterable !== null,
    isStrict: sources.rules.isStrictOnPermissions,
  };
}
