import type { Data } from '@ticketgate/sdk';

import { referenceTo, type EntryMember } from '../../validation/find-entry.js';
import { isFalsy, textOf, withoutNul } from '../../values.js';
import type { RequestedCustomer } from './change-customer.js';
import type { RequestedState } from './change-state.js';
import type { NameAndID } from './requested-entry.js';

/** What the member `Ticket` of a request asks for. */
export interface RequestedChanges {
  readonly title: string | undefined;
  readonly queue: NameAndID;
  readonly lock: NameAndID;
  readonly type: NameAndID;
  readonly state: RequestedState;
  readonly service: NameAndID;
  readonly serviceLevelAgreement: NameAndID;
  readonly customer: RequestedCustomer;
  readonly priority: NameAndID;
  readonly owner: NameAndID;
  readonly responsible: NameAndID;
}

/** What of a request cannot be read off its `Ticket` alone. */
export interface ReadingOptions {
  /** Seconds since 1970; undefined when not given, 0 when it cannot be written. */
  readonly pendingTime: number | undefined;
  /** The CustomerID of the customer user in the request. */
  readonly ownCustomerID: string | undefined;
}

/** Reads a `Ticket` that has been checked; falsy members count as not given. */
export function requestedChanges(ticket: Data, { pendingTime, ownCustomerID }: ReadingOptions): RequestedChanges {
  return {
    title: givenText(ticket.Title),
    queue: nameAndID(ticket, 'Queue'),
    lock: nameAndID(ticket, 'Lock'),
    type: nameAndID(ticket, 'Type'),
    state: { ...nameAndID(ticket, 'State'), pendingTime },
    service: nameAndID(ticket, 'Service'),
    serviceLevelAgreement: nameAndID(ticket, 'SLA'),
    customer: {
      customerUser: givenText(ticket.CustomerUser),
      customerID: givenText(ticket.CustomerID),
      ownCustomerID,
    },
    priority: nameAndID(ticket, 'Priority'),
    owner: nameAndID(ticket, 'Owner'),
    responsible: nameAndID(ticket, 'Responsible'),
  };
}

/** An entry by its name and its id, each as far as it is given. */
export function nameAndID(ticket: Data, name: EntryMember): NameAndID {
  const reference = referenceTo(ticket, name);
  const id = givenText(reference.id);
  return { name: givenText(reference.name), id: id === undefined ? undefined : Number(id) };
}

/** Text of a member, undefined for what counts as not given. */
export function givenText(value: unknown): string | undefined {
  const text = isFalsy(value) ? '' : withoutNul(textOf(value));
  return text === '' ? undefined : text;
}
