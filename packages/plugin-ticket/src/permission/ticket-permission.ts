import {
  foldASCII,
  isData,
  type Caller,
  type OperationContext,
  type SettingDefinition,
  type Settings,
} from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import type { TicketRow } from '../columns/ticket-columns.js';
import { isFalsy } from '../request/family-values.js';
import { agentChecks, type AgentCheckInput } from './agent-checks.js';

const NO_COMPANY = 'Ticket::Frontend::CustomerDisableCompanyTicketAccess';

/** Settings for permissions on tickets. */
export const permissionSettings: readonly SettingDefinition[] = [
  ...agentChecks.map(({ setting }) => setting),
  { name: NO_COMPANY, default: 0, description: 'Customers see their own tickets only, not those of their company.' },
];

/** Whether customers may see the tickets of their company. */
export function isCompanyAccessOn(settings: Settings): boolean {
  return !settings.flag(NO_COMPANY);
}

/**
 * Decides on a loaded ticket without further queries. `permission` is for example `ro`, `note`, `rw`; one that is unknown to the
 * system needs `rw`.
 */
export type TicketPermission = (ticket: TicketRow, permission: string) => boolean;

/** The caller, and the sources of permissions. */
export interface PermissionSources {
  readonly context: Pick<OperationContext, 'accounts' | 'settings'>;
  readonly caller: Caller;
  readonly catalogue: Catalogue;
}

/** Creates the permission check of a caller: enabled checks decide for agents, the own login and company for customers. */
export async function ticketPermission(sources: PermissionSources): Promise<TicketPermission> {
  const { context, caller, catalogue } = sources;
  if (caller.type === 'Customer') return customerPermission(sources);
  const { accounts, settings } = context;
  return agentPermission({ caller, directory: await accounts.directory(), catalogue, settings });
}

/** The first check that decides wins: one that grants and passes, or one that is required and fails. Without a decision, permission is denied. */
function agentPermission(question: Omit<AgentCheckInput, 'permission'>): TicketPermission {
  return (ticket, permission) => {
    for (const { setting, holds } of agentChecks) {
      const rule = question.settings.get(setting.name);
      if (!isData(rule)) continue;
      const isMet = holds(ticket, { ...question, permission });
      if (isMet && !isFalsy(rule.Granted)) return true;
      if (!isMet && !isFalsy(rule.Required)) return false;
    }
    return false;
  };
}

async function customerPermission({ context, caller, catalogue }: PermissionSources): Promise<TicketPermission> {
  const { accounts, settings } = context;
  const login = foldASCII(caller.login);
  const [customerIDs, readable, writable] = await Promise.all([
    accounts.customers.customerIDs(caller.login),
    accounts.customers.groupIDs(caller.login, 'ro'),
    accounts.customers.groupIDs(caller.login, 'rw'),
  ]);
  const companies = new Set(isCompanyAccessOn(settings) ? customerIDs.map(foldASCII) : []);
  return (ticket, permission) => {
    const groups = permission === 'ro' ? readable : writable;
    const groupID = catalogue.queues.byID(ticket.queueID)?.groupID;
    if (groupID === undefined || !groups.has(groupID)) return false;
    if (foldASCII(ticket.customerUserID ?? '') === login) return true;
    return ticket.customerID !== null && companies.has(foldASCII(ticket.customerID));
  };
}
