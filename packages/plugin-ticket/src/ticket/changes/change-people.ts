import type { Agent } from '@ticketgate/sdk';

import { agentsOf } from '../../request/find-entry.js';
import { responsibleOf } from '../ticket-row.js';
import { isOwnerResponsible, setOwner, setResponsible } from './recorded-changes.js';
import { requestedEntry, type NameAndID } from './requested-entry.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

/** Sets the owner without changing the lock. Returns whether a change was requested. */
export function changeOwner(draft: TicketDraft, requested: NameAndID, rules: ChangeRules): boolean {
  const owner = requestedEntry(agentsOf(rules.directory), requested, { storedID: draft.before.ownerID });
  if (owner === undefined) return false;
  if (owner.id === draft.columns.ownerID) return true;
  setOwner(draft, owner);
  makeOwnerResponsible(draft, owner, rules);
  return true;
}

export function changeResponsible(draft: TicketDraft, requested: NameAndID, rules: ChangeRules): void {
  const stored = { storedID: responsibleOf(draft.before) };
  const responsible = requestedEntry(agentsOf(rules.directory), requested, stored);
  if (responsible !== undefined) setResponsible(draft, responsible);
}

/** Makes the first real owner responsible for the ticket, if nobody is (`Ticket::ResponsibleAutoSet`). */
function makeOwnerResponsible(draft: TicketDraft, owner: Agent, { settings }: ChangeRules): void {
  if (isOwnerResponsible(settings) && responsibleOf(draft.columns) === 1) setResponsible(draft, owner);
}
