import { OperationError, type Caller, type Data, type OperationContext } from '@ticketgate/sdk';

import { isFalsy, isObjectWithData, isText } from '../../values.js';
import { missing } from '../input-errors.js';

/** How a request names its ticket; the number wins. */
export type TicketKey = { readonly number: string } | { readonly id: number };

/** Checks that there is a request which names a ticket and brings credentials, in the family's order. */
export function checkRequest(input: unknown, { credentials }: Pick<OperationContext, 'credentials'>): Data {
  if (!isObjectWithData(input)) {
    throw new OperationError('TicketUpdate.EmptyRequest', 'TicketUpdate: The request data is empty!');
  }
  if (isFalsy(input.TicketID) && isFalsy(input.TicketNumber))
    throw missing('TicketUpdate', 'TicketID or TicketNumber is required!');
  const { SessionID, UserLogin, CustomerUserLogin, Password, ApiKey } = credentials;
  if ([SessionID, UserLogin, CustomerUserLogin, ApiKey].every(isFalsy)) {
    throw missing('TicketUpdate', 'UserLogin, CustomerUserLogin or SessionID is required!');
  }
  const isLogin = !isFalsy(UserLogin) || !isFalsy(CustomerUserLogin);
  if (isLogin && isFalsy(Password)) throw missing('TicketUpdate', 'Password or SessionID is required!');
  return input;
}

export async function identifyCaller(context: Pick<OperationContext, 'authenticate'>): Promise<Caller> {
  const caller = await context.authenticate();
  if (caller === undefined) {
    throw new OperationError('TicketUpdate.AuthFail', 'TicketUpdate: User could not be authenticated!');
  }
  return caller;
}

/** @throws OperationError when the request names no ticket that could exist. */
export function ticketKey(input: Data): TicketKey {
  if (!isFalsy(input.TicketNumber)) {
    if (!isText(input.TicketNumber)) throw noAccess();
    return { number: String(input.TicketNumber) };
  }
  const text = isText(input.TicketID) ? String(input.TicketID).trim() : '';
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw noAccess();
  return { id };
}

/** Said of unknown and of forbidden tickets alike. */
export function noAccess(): OperationError {
  return new OperationError('TicketUpdate.AccessDenied', 'TicketUpdate: User does not have access to the ticket!');
}
