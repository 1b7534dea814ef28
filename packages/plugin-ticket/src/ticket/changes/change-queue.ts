import { OperationFault } from '@ticketgate/sdk';

import { history } from '../history/history.js';
import { unlock } from './recorded-changes.js';
import { requestedEntry, type NameAndID } from './requested-entry.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

/** The user as whom moved tickets are unlocked. */
const EVENT_USER = 1;

/**
 * Moves the ticket and unlocks it.
 *
 * @param mayMoveInto Whether the acting user may move tickets into a queue.
 * @throws OperationFault when the queue is unknown, invalid or forbidden.
 */
export function changeQueue(
  draft: TicketDraft,
  requested: NameAndID,
  rules: ChangeRules & { readonly mayMoveInto: (queueID: number) => boolean },
): void {
  const { queues } = rules.catalogue;
  const queue = orQueueFault(() => requestedEntry(queues, requested, { storedID: draft.before.queueID }));
  if (queue === undefined) return;
  if (!rules.mayMoveInto(queue.id)) throw queueFault();
  const old = queues.byID(draft.columns.queueID);
  draft.change({ queueID: queue.id });
  draft.record(history.queue(queue, old));
  unlock(draft, rules, EVENT_USER);
}

function orQueueFault<Result>(find: () => Result): Result {
  try {
    return find();
  } catch (cause) {
    throw queueFault(cause);
  }
}

function queueFault(cause?: unknown): OperationFault {
  return new OperationFault('Ticket queue could not be updated, please contact system administrator!', cause);
}
