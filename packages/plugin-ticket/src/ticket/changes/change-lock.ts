import { OperationFault } from '@ticketgate/sdk';

import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import { history } from '../history/history.js';
import { requestedEntry, type NameAndID } from './requested-entry.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

/** Sets the requested lock, which may be invalid. */
export function changeLock(draft: TicketDraft, requested: NameAndID, rules: ChangeRules): void {
  const stored = { storedID: draft.before.lockID, isAnyValidity: true };
  const lock = requestedEntry(rules.catalogue.locks, requested, stored);
  if (lock !== undefined) setLock(draft, lock, rules);
}

/** Unlocks the ticket if it is locked, for example when it is closed, moved, or its owner is away. */
export function unlock(draft: TicketDraft, rules: ChangeRules, userID = draft.userID): void {
  const lock = rules.catalogue.locks.byName('unlock');
  if (lock === undefined) throw new OperationFault();
  if (draft.columns.lockID === lock.id) return;
  if (rules.settings.flag('Ticket::OwnerResetOnUnlock')) {
    // Recorded with the old owner, as hosts do.
    draft.record(history.ownerReset(), { userID });
    draft.change({ ownerID: 1 }, userID);
  }
  draft.change({ lockID: lock.id }, userID);
  draft.record(history.lock(lock.name), { userID });
}

/** @throws OperationFault for a lock that the system does not have */
export function setLock(draft: TicketDraft, lock: CatalogueEntry | undefined, rules: ChangeRules): void {
  if (lock === undefined) throw new OperationFault();
  if (draft.columns.lockID === lock.id) return;
  if (lock.name === 'unlock') {
    unlock(draft, rules);
    return;
  }
  draft.change({ lockID: lock.id });
  draft.record(history.lock(lock.name));
  if (lock.name === 'lock') resetUnlockTime(draft);
}

/** Restarts the time until the lock expires. */
export function resetUnlockTime(draft: TicketDraft): void {
  if (draft.columns.timeout === draft.now) return;
  draft.change({ timeout: draft.now });
  draft.record(history.unlockTimeReset());
}
