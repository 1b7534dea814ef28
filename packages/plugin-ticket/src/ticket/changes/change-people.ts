import type { Agent, Settings } from '@ticketgate/sdk';

import { history, type Person } from '../history/history.js';
import { agentsOf } from '../../request/find-entry.js';
import { responsibleOf } from '../ticket-row.js';
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

/** Whether the first owner of a ticket becomes responsible for it. */
export function isOwnerResponsible(settings: Settings): boolean {
  return settings.flag('Ticket::Responsible') && settings.flag('Ticket::ResponsibleAutoSet');
}

export function setOwner(draft: TicketDraft, owner: Person): void {
  if (owner.id === draft.columns.ownerID) return;
  draft.change({ ownerID: owner.id });
  draft.record(history.owner(owner));
}

export function setResponsible(draft: TicketDraft, responsible: Person): void {
  if (responsible.id === draft.columns.responsibleID) return;
  draft.change({ responsibleID: responsible.id });
  draft.record(history.responsible(responsible));
}
