import { OperationFault } from '@ticketgate/sdk';

import { CUSTOMER_ID_LENGTH, CUSTOMER_USER_LENGTH } from '../ticket-row.js';
import { history } from '../history/history.js';
import type { TicketDraft } from '../ticket-draft.js';

/** The customer of a ticket, as stored. */
export interface CustomerColumns {
  readonly customerID: string;
  readonly customerUserID: string;
}

/** The requested customer; members are undefined if missing or falsy. */
export interface RequestedCustomer {
  readonly customerUser: string | undefined;
  readonly customerID: string | undefined;
  /** The CustomerID of `customerUser`, when that customer is known. */
  readonly ownCustomerID: string | undefined;
}

/**
 * Sets both columns when either differs; a missing one counts as `''` and is cleared or filled
 * from the customer.
 *
 * @throws OperationFault when the columns cannot hold them
 */
export function changeCustomer(draft: TicketDraft, requested: RequestedCustomer): void {
  const { customerUser, customerID, ownCustomerID } = requested;
  if (customerUser === undefined && customerID === undefined) return;
  const { before } = draft;
  if (isSame(customerUser, before.customerUserID) && isSame(customerID, before.customerID)) return;
  setCustomer(draft, { customerID: customerID ?? ownCustomerID ?? '', customerUserID: customerUser ?? '' });
}

export function setCustomer(draft: TicketDraft, { customerID, customerUserID }: CustomerColumns): void {
  const columns = { customerID, customerUserID };
  requireCustomerFits(columns);
  draft.change(columns);
  draft.record(history.customer(customerID, customerUserID));
}

/** @throws OperationFault when the columns cannot hold the customer */
export function requireCustomerFits({ customerID, customerUserID }: CustomerColumns, message?: string): void {
  if (customerID.length <= CUSTOMER_ID_LENGTH && customerUserID.length <= CUSTOMER_USER_LENGTH) return;
  throw new OperationFault(message);
}

function isSame(requested: string | undefined, stored: string | null): boolean {
  return (requested ?? '') === (stored ?? '');
}
