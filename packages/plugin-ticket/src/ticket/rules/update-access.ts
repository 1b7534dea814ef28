import type { HostAnswers } from '@ticketgate/database/postgres';
import { type Data, operationError } from '@ticketgate/sdk';

import { ticketPermission } from '../../permission/ticket-permission.js';
import type { WriteSources } from './write-sources.js';
import type { StoredTicket } from '../reading/read-tickets.js';
import { isFalsy, isObjectWithData, isText, toText, untilNul } from '../../request/family-values.js';
import { invalid, missing, denied } from '../../request/input-errors.js';

/** Said of unknown and of forbidden tickets alike. */
function noAccess(): Error {
  return denied('TicketUpdate', 'User does not have access to the ticket!');
}

/** Checks that there is a request and that it names a ticket. Credentials are checked later. */
export function requireTicketNamed(input: Data): void {
  if (!isObjectWithData(input)) throw operationError('TicketUpdate', 'EmptyRequest', 'The request data is invalid!');
  if (isFalsy(input.TicketID) && isFalsy(input.TicketNumber)) {
    throw missing('TicketUpdate', 'TicketID or TicketNumber is required!');
  }
}

/** In profile contract, an id that is sent with the number must be that of the same ticket; the family ignores it. */
export function requireSameTicket(input: Data, { id }: StoredTicket, { rules, operation }: WriteSources): void {
  if (!rules.isStrict || isFalsy(input.TicketID) || Number(toText(input.TicketID)) === id) return;
  throw invalid(operation, 'TicketID and TicketNumber mean different tickets; send one of them.');
}

/**
 * How a request names its ticket; the number wins.
 *
 * @throws OperationError if the request names no ticket that could exist
 */
export function ticketKey(input: Data): { readonly number: string } | { readonly id: number } {
  if (!isFalsy(input.TicketNumber)) {
    if (!isText(input.TicketNumber)) throw noAccess();
    return { number: untilNul(String(input.TicketNumber)) };
  }
  const text = isText(input.TicketID) ? String(input.TicketID).trim() : '';
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw noAccess();
  return { id };
}

export type UpdateAccess = Readonly<Awaited<ReturnType<typeof updateAccess>>>;

/**
 * The permissions for reading a ticket and for changing it. Customers change it as themselves if the service restricts what they may
 * set, otherwise as the user of `CustomerPanelUserID`. `enterable`: the groups whose queues a customer may move tickets into; null if
 * the acting user decides.
 */
export async function updateAccess(sources: WriteSources) {
  const { caller, context, directory, rights } = sources;
  const reading = await ticketPermission(sources);
  if (caller.type === 'User') return { reading, acting: reading, enterable: null };
  if (rights !== undefined) {
    const enterable = await context.accounts.customers.groupIDs(caller.login, 'move_into');
    return { reading, acting: reading, enterable };
  }
  const { userID } = caller;
  const user = { type: 'User', userID, login: directory.agentByID(userID)?.login ?? '' } as const;
  return { reading, acting: await ticketPermission({ ...sources, caller: user }), enterable: null };
}

/** @throws OperationError `TicketUpdate.AccessDenied` if there is no such ticket or the caller has no access to it */
export function accessibleTicket(
  stored: StoredTicket | undefined,
  { reading }: UpdateAccess,
  { updatePermission }: Pick<HostAnswers, 'updatePermission'>,
): StoredTicket {
  if (stored === undefined || !reading(stored, updatePermission)) throw noAccess();
  return stored;
}

export type ActingPermissions = ReturnType<typeof actingPermissions>;

/** The permissions of the acting user: for the ticket in its queue, and for the queue that it is moved to. User 1 may move tickets into all valid queues. */
export function actingPermissions(
  stored: StoredTicket,
  { acting, enterable }: UpdateAccess,
  { caller: { userID }, catalogue, directory, rules }: WriteSources,
) {
  const groups = enterable ?? directory.groupIDsOfAgent(userID, 'move_into');
  const isAnyQueue = enterable === null && userID === 1;
  return {
    allows: (permission: string) => acting(stored, permission),
    mayMoveInto: (queueID: number) => {
      const queue = catalogue.queues.byID(queueID);
      return queue?.isValid === true && (isAnyQueue || groups.has(queue.groupID));
    },
    /** Whether the caller is a customer, who needs `rw` for any change of the ticket. */
    isOwnAct: enterable !== null,
    /** Another customer is given to a ticket only with the permission for it, which the family does not ask for. */
    isStrict: rules.isStrict,
  };
}
