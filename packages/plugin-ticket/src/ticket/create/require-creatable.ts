import { OperationError, type Caller, type Data } from '@ticketgate/sdk';

import { mayUseQueue } from '../../permission/queue-permission.js';
import { isFalsy, textOf } from '../../request/family-values.js';
import type { WriteSources } from '../write-sources.js';

/** The permission `create` is needed in every queue that a request names. */
export async function requireCreatable(
  { Queue: name, QueueID: id }: Data,
  caller: Caller,
  { operation, catalogue: { queues }, context: { accounts } }: WriteSources,
): Promise<void> {
  const named = [
    ...(isFalsy(name) ? [] : [queues.byName(textOf(name))]),
    ...(isFalsy(id) ? [] : [queues.byID(Number(textOf(id)))]),
  ];
  for (const queue of named) {
    if (queue !== undefined && (await mayUseQueue(caller, queue, { accounts, permission: 'create' }))) continue;
    throw new OperationError(
      `${operation}.AccessDenied`,
      `${operation}: Can not create tickets in given Queue or QueueID!`,
    );
  }
}
