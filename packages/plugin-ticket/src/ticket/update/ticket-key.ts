import { operationError, type Data } from '@ticketgate/sdk';

import { isFalsy, isObjectWithData, isText, withoutNul } from '../../request/family-values.js';
import { denied, missing } from '../../request/input-errors.js';

/** How a request names its ticket; the number wins. */
export type TicketKey = { readonly number: string } | { readonly id: number };

/** Checks that there is a request and that it names a ticket. Credentials are checked later. */
export function requireTicketNamed(input: Data): void {
  if (!isObjectWithData(input)) {
    throw operationError('TicketUpdate', 'EmptyRequest', 'The request data is invalid!');
  }
  if (isFalsy(input.TicketID) && isFalsy(input.TicketNumber)) {
    throw missing('TicketUpdate', 'TicketID or TicketNumber is required!');
  }
}

/** @throws OperationError when the request names no ticket that could exist */
export function ticketKey(input: Data): TicketKey {
  if (!isFalsy(input.TicketNumber)) {
    if (!isText(input.TicketNumber)) throw noAccess();
    return { number: withoutNul(String(input.TicketNumber)) };
  }
  const text = isText(input.TicketID) ? String(input.TicketID).trim() : '';
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw noAccess();
  return { id };
}

/** Said of unknown and of forbidden tickets alike. */
export function noAccess(): Error {
  return denied('TicketUpdate', 'User does not have access to the ticket!');
}
