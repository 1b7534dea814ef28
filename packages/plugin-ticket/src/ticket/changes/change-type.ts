import { history } from '../history/history.js';
import { requestedEntry, type NameAndID } from './requested-entry.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

/** A ticket without a type counts as one of type 1. */
export function changeType(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const type = requestedEntry(catalogue.types, requested, { storedID: draft.before.typeID ?? 1 });
  if (type === undefined) return;
  const old = catalogue.types.byID(draft.columns.typeID ?? 1);
  draft.change({ typeID: type.id });
  draft.record(history.type(type, old));
}
