import { OperationError, OperationFault } from '@ticketgate/sdk';

import type { State } from '../../catalogue/catalogue.js';
import { isFinished } from '../../escalation/escalation-times.js';
import { history } from './history.js';
import { setPendingTime, unlock, type ChangeRules, type TicketDraft } from './ticket-draft.js';
import { requestedEntry, type NameAndID } from '../../request/requested-entry.js';

/** The requested state and, for pending states, its end in seconds since 1970: undefined when missing, 0 when it cannot be stored. */
type RequestedState = NameAndID & { readonly pendingTime: number | undefined };

/** Sets the state. Closing first unlocks the ticket; a pending time is set first, even when the state stays the same. */
export function changeState(draft: TicketDraft, requested: RequestedState, rules: ChangeRules): void {
  const named = namedState(requested, rules);
  if (named === undefined) return;
  if (named.typeName.startsWith('close')) unlock(draft, rules);
  else if (named.typeName.startsWith('pending')) requirePendingTime(draft, requested.pendingTime, rules);
  const state = requestedEntry(rules.catalogue.states, requested, { storedID: draft.before.stateID });
  if (state !== undefined) setState(draft, state, rules);
}

function namedState({ name, id }: NameAndID, { catalogue }: ChangeRules): State | undefined {
  if (name === undefined && id === undefined) return undefined;
  const state = name === undefined ? catalogue.states.byID(id ?? 0) : catalogue.states.byName(name);
  if (state === undefined) throw new OperationFault();
  return state;
}

function requirePendingTime(draft: TicketDraft, time: number | undefined, { zone }: ChangeRules): void {
  if (time === undefined) {
    throw new OperationError(
      'TicketUpdate.MissingParameter',
      "Can't set a ticket on a pending state without pendig time!",
    );
  }
  if (time === 0) throw new OperationFault();
  setPendingTime(draft, time, zone);
}

function setState(draft: TicketDraft, state: State, rules: ChangeRules): void {
  const old = rules.catalogue.states.byID(draft.columns.stateID);
  if (old?.id === state.id) return;
  draft.change({ stateID: state.id }, history.state(state, old));
  const isRecorded = rules.answers.alwaysRecordsPendingTime || draft.columns.untilTime !== 0;
  if (!state.typeName.startsWith('pending') && isRecorded) {
    draft.change({ untilTime: 0 }, history.noPendingTime());
  }
  restoreFromArchive(draft, state, rules);
}

/** Takes a reopened ticket out of the archive. */
function restoreFromArchive(draft: TicketDraft, state: State, { settings }: ChangeRules): void {
  if (draft.columns.archiveFlag === 0 || !settings.flag('Ticket::ArchiveSystem')) return;
  if (isFinished(state.typeName)) return;
  draft.change({ archiveFlag: 0 }, history.restored());
}
