import { history } from '../history/history.js';
import type { TicketDraft } from '../ticket-draft.js';

/** From now on the lock runs out anew. */
export function resetUnlockTime(draft: TicketDraft): void {
  if (draft.columns.timeout === draft.now) return;
  draft.change({ timeout: draft.now });
  draft.record(history.unlockTimeReset());
}
