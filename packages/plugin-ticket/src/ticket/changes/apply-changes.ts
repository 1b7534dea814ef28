import { changeCustomer } from './change-customer.js';
import { changeLock } from './change-lock.js';
import { changeOwner, changeResponsible } from './change-people.js';
import { changePriority } from './change-priority.js';
import { changeQueue } from './change-queue.js';
import { changeService, changeServiceLevelAgreement } from './change-service.js';
import { changeState } from './change-state.js';
import { changeTitle } from './change-title.js';
import { changeType } from './change-type.js';
import type { RequestedChanges } from './requested-changes.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

/** {@link ChangeRules} and who may move tickets where. */
export interface ApplyingRules extends ChangeRules {
  readonly mayMoveInto: (queueID: number) => boolean;
}

/** Works out all changes of the ticket, in the order that clients can observe (compatibility: ticket operations 2.4). */
export function applyChanges(
  draft: TicketDraft,
  changes: RequestedChanges,
  rules: ApplyingRules,
): { readonly isOwnerChanged: boolean } {
  changeTitle(draft, changes.title);
  changeQueue(draft, changes.queue, rules);
  changeLock(draft, changes.lock, rules);
  changeType(draft, changes.type, rules);
  changeState(draft, changes.state, rules);
  changeService(draft, changes.service, rules);
  changeServiceLevelAgreement(draft, changes.serviceLevelAgreement, rules);
  changeCustomer(draft, changes.customer);
  changePriority(draft, changes.priority, rules);
  const isOwnerChanged = changeOwner(draft, changes.owner, rules);
  changeResponsible(draft, changes.responsible, rules);
  return { isOwnerChanged };
}
