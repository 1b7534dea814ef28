import type { AccountsService } from '@ticketgate/accounts';
import type { AuditLog } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

import type { AdminSystem } from '../admin-system.js';

/** What the API of administrators works on; the server provides it. */
export interface ApiSystem extends AdminSystem {
  readonly accounts: AccountsService;
  readonly audit: AuditLog;
  readonly logger: Logger;
  /** Of the program. */
  readonly version: string;
}
