import type { Accounts, Caller } from '@ticketgate/sdk';

import type { Queue } from '../catalogue/catalogue.js';

/** Whether a caller may create tickets in, or move tickets into, a queue: by the group of the queue. */
export async function mayUseQueue(
  caller: Caller,
  queue: Queue,
  { accounts, permission }: { readonly accounts: Accounts; readonly permission: 'create' | 'move_into' },
): Promise<boolean> {
  if (caller.type === 'Customer')
    return (await accounts.customers.groupIDs(caller.login, permission)).has(queue.groupID);
  return (await accounts.directory()).groupIDsOfAgent(caller.userID, permission).has(queue.groupID);
}
