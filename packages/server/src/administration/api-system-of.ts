import type { ApiSystem } from '@ticketgate/admin';
import { AuditLog } from '@ticketgate/database';

import type { ReadyOperations } from '../serving/set-up-plugins.js';
import { adminSystemOf } from '../system/admin-system-of.js';
import type { System } from '../system/open-system.js';
import { version } from '../version.js';

/** What the API of administrators works on. */
export function apiSystemOf(system: System, { operations }: ReadyOperations): ApiSystem {
  return {
    ...adminSystemOf(system, operations),
    accounts: system.accounts,
    audit: new AuditLog(system.database),
    logger: system.logger,
    version,
  };
}
