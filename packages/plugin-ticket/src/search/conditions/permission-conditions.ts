import type { Catalogue } from '../../catalogue/catalogue.js';
import { isCompanyAccessOn } from '../../permission/permission-settings.js';
import type { PermissionSources } from '../../permission/ticket-permission.js';
import { equalsAny } from '../condition-language/equals-any.js';
import { anyOf, isOneOf, NOTHING, type Condition } from '../statement/condition.js';

/**
 * Restricts a search to what the caller may find: agents by the groups of queues alone – ownership and watching do not widen a search –, agent 1 everything;
 * customers what is theirs or their companies' (`docs/compatibility.md`).
 */
export async function permissionConditions(sources: PermissionSources): Promise<readonly Condition[]> {
  const { context, caller, catalogue } = sources;
  const { accounts, settings } = context;
  if (caller.type === 'User') {
    if (caller.userID === 1) return [];
    return [inQueuesOf((await accounts.directory()).groupIDsOfAgent(caller.userID, 'ro'), catalogue)];
  }
  const [customerIDs, groupIDs] = await Promise.all([
    accounts.customers.customerIDs(caller.login),
    accounts.customers.groupIDs(caller.login, 'ro'),
  ]);
  return [
    inQueuesOf(groupIDs, catalogue),
    anyOf([ownTickets(caller.login), companyTickets(isCompanyAccessOn(settings) ? customerIDs : [])]),
  ];
}

/** By the queues that are known: a join would hide from the planner how many tickets they have. */
function inQueuesOf(groupIDs: ReadonlySet<number>, { queues }: Catalogue): Condition {
  const ids = queues.all.filter(({ groupID }) => groupIDs.has(groupID)).map(({ id }) => id);
  return isOneOf('t.queue_id', ids);
}

function ownTickets(login: string): Condition {
  return equalsAny('t.customer_user_id', [login]);
}

function companyTickets(customerIDs: readonly string[]): Condition {
  return customerIDs.length === 0 ? NOTHING : equalsAny('t.customer_id', customerIDs);
}
