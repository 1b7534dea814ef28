import type { Data } from '@ticketgate/sdk';

import { isFalsy, textOf } from '../../request/family-values.js';
import { denied } from '../../request/input-errors.js';
import type { WriteSources } from '../write-sources.js';

/** The permission `create` is needed in the group of every queue that a request names. */
export async function requireCreatable({ Queue: name, QueueID: id }: Data, sources: WriteSources): Promise<void> {
  const { operation, catalogue, context, caller, directory } = sources;
  const named = [
    ...(isFalsy(name) ? [] : [catalogue.queues.byName(textOf(name))]),
    ...(isFalsy(id) ? [] : [catalogue.queues.byID(Number(textOf(id)))]),
  ];
  const groups =
    caller.type === 'Customer'
      ? await context.accounts.customers.groupIDs(caller.login, 'create')
      : directory.groupIDsOfAgent(caller.userID, 'create');
  if (named.every((queue) => queue !== undefined && groups.has(queue.groupID))) return;
  throw denied(operation, 'Can not create tickets in given Queue or QueueID!');
}
