import { history } from '../history/history.js';
import { requestedEntry, type NameAndID } from './requested-entry.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

export function changePriority(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const priority = requestedEntry(catalogue.priorities, requested, { storedID: draft.before.priorityID });
  if (priority === undefined) return;
  const old = catalogue.priorities.byID(draft.columns.priorityID);
  draft.change({ priorityID: priority.id });
  draft.record(history.priority(priority, old));
}
