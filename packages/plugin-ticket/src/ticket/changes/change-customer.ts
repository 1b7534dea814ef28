import type { ChangeRules, TicketDraft } from '../ticket-draft.js';
import { setCustomer } from './recorded-changes.js';

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
export function changeCustomer(draft: TicketDraft, requested: RequestedCustomer, rules: ChangeRules): void {
  const { customerUser, customerID, ownCustomerID } = requested;
  if (customerUser === undefined && customerID === undefined) return;
  const { before } = draft;
  if (isSame(customerUser, before.customerUserID) && isSame(customerID, before.customerID)) return;
  const columns = { customerID: customerID ?? ownCustomerID ?? '', customerUserID: customerUser ?? '' };
  setCustomer(draft, columns, rules);
}

function isSame(requested: string | undefined, stored: string | null): boolean {
  return (requested ?? '') === (stored ?? '');
}
