import type { Database } from '@ticketgate/sdk';

import type { ApiKeys } from '../authentication/api-keys.js';
import type { AgentAdministration } from './agent-administration.js';
import type { CustomerAdministration } from './customer-administration.js';
import type { SessionAdministration } from './session-administration.js';

/** The accounts within one transaction: changes made through them take effect together, or not at all. */
export interface AccountsChange {
  readonly transaction: Database;
  /** Refused with `Accounts.ReadOnly` if a host manages them. */
  readonly agents: AgentAdministration;
  /** Refused with `Accounts.ReadOnly` if a host manages them. */
  readonly customers: CustomerAdministration;
  readonly apiKeys: ApiKeys;
  readonly sessions: SessionAdministration;
}
