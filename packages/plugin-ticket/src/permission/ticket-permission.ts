import { isData, type Accounts, type Caller, type Directory, type Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import type { TicketRow } from '../ticket/ticket-row.js';
import { isFalsy } from '../request/family-values.js';
import { agentChecks } from './agent-checks.js';
import { isCompanyAccessOn } from './permission-settings.js';

/** Decides on tickets that are loaded; nothing is asked of the database any more. */
export interface TicketPermission {
  /** `permission` is for example `ro`, `note`, `rw`; a permission unknown to the system needs `rw`. */
  allows(ticket: TicketRow, permission: string): boolean;
}

export interface PermissionSources {
  readonly accounts: Accounts;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
}

/** Makes the decider for a caller: agents by the checks that are switched on; customers by their company and themselves. */
export async function ticketPermission(caller: Caller, sources: PermissionSources): Promise<TicketPermission> {
  if (caller.type === 'User') return agentPermission(caller, await sources.accounts.directory(), sources);
  return customerPermission(caller, sources);
}

/** The first check that decides wins: one that grants and holds, or one that is required and does not. If none decides, the answer is no. */
function agentPermission(
  caller: Caller,
  directory: Directory,
  { catalogue, settings }: PermissionSources,
): TicketPermission {
  return {
    allows(ticket, permission) {
      for (const { setting, holds } of agentChecks) {
        const rule = settings.get(setting.name);
        if (!isData(rule)) continue;
        const isMet = holds(ticket, { caller, permission, directory, catalogue, settings });
        if (isMet && !isFalsy(rule.Granted)) return true;
        if (!isMet && !isFalsy(rule.Required)) return false;
      }
      return false;
    },
  };
}

async function customerPermission(
  caller: Caller,
  { accounts, catalogue, settings }: PermissionSources,
): Promise<TicketPermission> {
  const login = caller.login.toLowerCase();
  const [customerIDs, readable, writable] = await Promise.all([
    accounts.customers.customerIDs(caller.login),
    accounts.customers.groupIDs(caller.login, 'ro'),
    accounts.customers.groupIDs(caller.login, 'rw'),
  ]);
  const companies = new Set(isCompanyAccessOn(settings) ? customerIDs.map((id) => id.toLowerCase()) : []);
  return {
    allows(ticket, permission) {
      const groups = permission === 'ro' ? readable : writable;
      const groupID = catalogue.queues.byID(ticket.queueID)?.groupID;
      if (groupID === undefined || !groups.has(groupID)) return false;
      if (ticket.customerUserID?.toLowerCase() === login) return true;
      return ticket.customerID !== null && companies.has(ticket.customerID.toLowerCase());
    },
  };
}
