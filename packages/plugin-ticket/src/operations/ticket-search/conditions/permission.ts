import type { Accounts, Caller } from '@ticketgate/sdk';

import type { Catalogue } from '../../../catalogue/catalogue.js';
import { NoHits, type SearchStatement } from '../search-statement.js';

/** Agents find what is in queues that they may read, customers what is theirs or their company's. Agent 1 finds everything. */
export async function addPermission(
  caller: Caller,
  { accounts, catalogue }: { readonly accounts: Accounts; readonly catalogue: Catalogue },
  statement: SearchStatement,
): Promise<void> {
  if (caller.type === 'User' && caller.userID === 1) return;
  const groups =
    caller.type === 'User'
      ? (await accounts.directory()).groupIDsOfAgent(caller.userID, 'ro')
      : await accounts.customers.groupIDs(caller.login, 'ro');
  const queues = catalogue.queues.all.filter(({ groupID }) => groups.has(groupID)).map(({ id }) => id);
  if (queues.length === 0) throw new NoHits();
  statement.where(`t.queue_id = any(${statement.bind(queues)}::int[])`);
  if (caller.type === 'User') return;
  const customerIDs = (await accounts.customers.customerIDs(caller.login)).map((id) => id.toLowerCase());
  const login = statement.bind(caller.login.toLowerCase());
  statement.where(
    `(lower(t.customer_user_id) = ${login} or lower(t.customer_id) = any(${statement.bind(customerIDs)}::text[]))`,
  );
}
