import type { Customers, CustomerUser, Data, Directory, Settings } from '@ticketgate/sdk';

import type { TicketRow } from '../../columns/ticket-columns.js';
import type { Catalogue, DynamicField } from '../../catalogue/catalogue.js';
import type { Moment } from '../../time/moment.js';

/** The data for checking requests, besides the caller. */
export interface RuleSources extends Moment {
  readonly operation: string;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
}

/** The data for checking the customer of a ticket. */
export interface CustomerSources {
  /** The customer user with this login, if it is invalid. */
  readonly customer: CustomerUser | undefined;
  readonly customers: Customers;
  readonly settings: Settings;
}

/**
 * The differences between profiles that need the caller, the agents or the catalogue. Other differences are handled before, in the
 * profiles of the operations.
 */
export interface WriteRules {
  /** Converts `Ticket` of a request; `stored` is the ticket that it changes. */
  readonly readTicket: (ticket: Data, sources: RuleSources, stored?: TicketRow) => Data;
  /** Why a text that is not the login of a valid customer user cannot be the customer; undefined if it can, `''` in the family. */
  readonly findCustomerProblem: (text: string, sources: CustomerSources) => Promise<string | undefined>;
  /**
   * Whether errors add what came and what is accepted. Null then clears a field, where the family takes null, flags and objects for missing; an
   * attachment may be empty, where the family reports missing contents; HTML keeps text between `<` and `>` that is not a tag, which the family
   * loses; changing the customer needs its own permission, and moves are checked in advance.
   */
  readonly isStrict: boolean;
  /** The message for an unknown dynamic field. */
  readonly unknownField: (name: string, fields: readonly DynamicField[]) => string;
  /** Why a dynamic field does not take a value, as a sentence. In the family, storing a value that fits its type may still be a fault. */
  readonly findValueProblem: (field: DynamicField, value: unknown, moment: Moment) => string | undefined;
}
