import type { ApiSystem } from '@ticketgate/admin';
import { AuditLog, ServiceDrafts } from '@ticketgate/database';

import type { ReadyOperations } from '../serving/set-up-plugins.js';
import { adminSystemOf } from '../system/admin-system-of.js';
import { mayApply } from '../system/may-apply.js';
import type { System } from '../system/open-system.js';
import { version } from '../version.js';
import { consequencesOf } from '../webservices/consequences-of.js';
import { listServices } from '../webservices/list-services.js';

/** What the API of administrators works on. */
export function apiSystemOf(system: System, { operations }: ReadyOperations): ApiSystem {
  return {
    ...adminSystemOf(system, operations),
    accounts: system.accounts,
    audit: new AuditLog(system.database),
    drafts: new ServiceDrafts(system.database),
    mayPublish: mayApply(system, 'webServices'),
    listServices: () => listServices(system, operations),
    consequencesOf: (name) => consequencesOf(system, name),
    logger: system.logger,
    version,
  };
}
