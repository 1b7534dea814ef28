import type { Data } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { isGiven, referenceTo, type EntryMember } from '../../request/find-entry.js';
import { denied } from '../../request/input-errors.js';
import { nameAndID } from '../../request/requested-entry.js';
import type { CheckedContents } from './check-contents.js';
import type { TicketParts } from './read-parts.js';
import type { ActingPermissions } from './update-access.js';

/**
 * Checks the permission of each change, in the family's order. A change that is named in two ways (`Queue` and `QueueID`, `State` and
 * `StateID`) needs the permission for both of them: only one is applied, and the other one was checked.
 *
 * @throws OperationError `TicketUpdate.AccessDenied` for the first that is not allowed
 */
export function checkPermissions(
  { parts, articles, fields }: CheckedContents & { readonly parts: TicketParts },
  acting: ActingPermissions,
  catalogue: Catalogue,
): void {
  const ticket = parts.ticket ?? {};
  const needed: readonly (readonly [isNeeded: boolean, permission: string, what: string])[] = [
    [articles.length > 0, 'note', 'create new articles'],
    [[{ fields }, ...articles].some((each) => each.fields.length > 0), 'rw', 'update dynamic fields'],
    [isNamed(ticket, 'Queue'), 'move', 'update queue'],
    [isNamed(ticket, 'Owner'), 'owner', 'update owner'],
    // The misprint is part of the protocol.
    [isNamed(ticket, 'Responsible'), 'responsible', 'update responsibe'],
    [isNamed(ticket, 'Priority'), 'priority', 'update priority'],
    [isClosing(ticket, catalogue), 'close', 'update state'],
    [acting.isStrict && isGiven({ id: ticket.CustomerID, name: ticket.CustomerUser }), 'customer', 'update customer'],
    [acting.isOwnAct && parts.ticket !== undefined, 'rw', 'update the ticket'],
  ];
  for (const [isNeeded, permission, what] of needed) {
    if (isNeeded && !acting.allows(permission)) throw notAllowed(what);
    if (isNeeded && what === 'update queue' && !isConsistentMove(ticket, acting, catalogue)) throw notAllowed(what);
  }
}

function notAllowed(what: string): Error {
  return denied('TicketUpdate', `Does not have permissions to ${what}!`);
}

function isNamed(ticket: Data, name: EntryMember): boolean {
  return isGiven(referenceTo(ticket, name));
}

/** The family checks a single queue only when it is applied, and a refusal is then a fault. */
function isConsistentMove(ticket: Data, acting: ActingPermissions, { queues }: Catalogue): boolean {
  const { name, id } = nameAndID(ticket, 'Queue');
  if ((name === undefined || id === undefined) && !acting.isStrict && !acting.isOwnAct) return true;
  const targets = [...(name === undefined ? [] : [queues.byName(name)?.id]), ...(id === undefined ? [] : [id])];
  return targets.every((queueID) => queueID !== undefined && acting.mayMoveInto(queueID));
}

function isClosing(ticket: Data, catalogue: Catalogue): boolean {
  const { name, id } = nameAndID(ticket, 'State');
  const states = [
    name === undefined ? undefined : catalogue.states.byName(name),
    id === undefined ? undefined : catalogue.states.byID(id),
  ];
  return states.some((state) => state !== undefined && /^(?:close|pending)/.test(state.typeName));
}
