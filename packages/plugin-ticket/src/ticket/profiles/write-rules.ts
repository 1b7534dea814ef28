import type { Customers, CustomerUser, Data, Directory, Settings } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../../catalogue/catalogue.js';
import type { Moment } from '../../time/moment.js';
import type { TicketParts } from '../checks/read-parts.js';

/** The data that requests are checked with, besides the caller. */
export interface RuleSources extends Moment {
  readonly operation: string;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
}

/** Accounts that a text naming the customer of a ticket may refer to. */
export interface CustomerSources {
  /** The customer user with this login, who is not valid. */
  readonly customer: CustomerUser | undefined;
  readonly customers: Customers;
  readonly settings: Settings;
}

/**
 * Where profiles differ in what they take once it is known who asks. What needs no agents and no catalogue is read before, by the
 * profiles of the operations.
 */
export interface WriteRules {
  /** The parts of an update as the operation understands them. */
  readonly readParts: (parts: TicketParts, sources: RuleSources) => TicketParts;
  /** @throws OperationError `<Operation>.InvalidParameter` for a history that cannot be written */
  readonly requireHistory: (article: Data, operation: string) => void;
  /** Why a text that is not the login of a valid customer user cannot be a ticket's; undefined if it can, `''` if clients learn no reason. */
  readonly findCustomerProblem: (text: string, sources: CustomerSources) => Promise<string | undefined>;
  /** The error for a name that no dynamic field has. */
  readonly unknownField: (name: string, fields: readonly DynamicField[]) => string;
  /** Why a field cannot hold a value, if clients may know; otherwise it is a fault. */
  readonly findStorageProblem: (field: DynamicField, value: unknown) => string | undefined;
  /** Another customer is given to a ticket only with the permission for it, and a move is judged before it is tried. */
  readonly isStrictOnPermissions: boolean;
}
