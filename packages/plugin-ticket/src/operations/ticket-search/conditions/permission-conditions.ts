import type { Accounts, Caller, Settings } from '@ticketgate/sdk';

import { isCompanyAccessOn } from '../../../permission/permission-settings.js';
import { anyOf, NOTHING, type Condition } from '../statement/condition.js';

/**
 * What a caller may find: agents by the groups of queues alone – ownership and watching do not widen a search –, agent 1 everything;
 * customers what is theirs or their companies' (`docs/compatibility.md`, ticket operations 4.1).
 */
export async function permissionConditions(
  caller: Caller,
  { accounts, settings }: { readonly accounts: Accounts; readonly settings: Settings },
): Promise<readonly Condition[]> {
  if (caller.type === 'User') {
    if (caller.userID === 1) return [];
    return [inGroups((await accounts.directory()).groupIDsOfAgent(caller.userID, 'ro'))];
  }
  const [customerIDs, groupIDs] = await Promise.all([
    accounts.customers.customerIDs(caller.login),
    accounts.customers.groupIDs(caller.login, 'ro'),
  ]);
  return [
    inGroups(groupIDs),
    anyOf([ownTickets(caller.login), companyTickets(isCompanyAccessOn(settings) ? customerIDs : [])]),
  ];
}

function inGroups(groupIDs: ReadonlySet<number>): Condition {
  return groupIDs.size === 0 ? NOTHING : (bind) => `q.group_id = any(${bind([...groupIDs], 'bigint[]')})`;
}

function ownTickets(login: string): Condition {
  return (bind) => `lower(t.customer_user_id) = lower(${bind(login, 'text')})`;
}

function companyTickets(customerIDs: readonly string[]): Condition {
  if (customerIDs.length === 0) return NOTHING;
  return (bind) => `lower(t.customer_id) = any(array(select lower(v) from unnest(${bind(customerIDs, 'text[]')}) v))`;
}
