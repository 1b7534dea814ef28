import { OperationFault } from '@ticketgate/sdk';

import { CUSTOMER_ID_LENGTH, CUSTOMER_USER_LENGTH } from '../column-lengths.js';
import type { TicketDraft } from './ticket-draft.js';

/** The customer that is asked for; undefined for what is not given or falsy. */
export interface RequestedCustomer {
  readonly customerUser: string | undefined;
  readonly customerID: string | undefined;
  /** The CustomerID of `customerUser`, when that customer is known. */
  readonly ownCustomerID: string | undefined;
}

/**
 * Writes both columns when either differs; one that is not given counts as `''` and is emptied or filled
 * from the customer.
 *
 * @throws OperationFault when the columns cannot hold them
 */
export function changeCustomer(draft: TicketDraft, requested: RequestedCustomer): void {
  const { customerUser, customerID, ownCustomerID } = requested;
  if (customerUser === undefined && customerID === undefined) return;
  const { before } = draft;
  if (isSame(customerUser, before.customerUserID) && isSame(customerID, before.customerID)) return;
  const columns = { customerID: customerID ?? ownCustomerID ?? '', customerUserID: customerUser ?? '' };
  const isTooLong =
    columns.customerID.length > CUSTOMER_ID_LENGTH || columns.customerUserID.length > CUSTOMER_USER_LENGTH;
  if (isTooLong) throw new OperationFault();
  draft.change(columns);
  draft.record('CustomerUpdate', `%%CustomerID=${columns.customerID};CustomerUser=${columns.customerUserID};`);
}

function isSame(requested: string | undefined, stored: string | null): boolean {
  return (requested ?? '') === (stored ?? '');
}
