import type { Agent, Data, Directory } from '@ticketgate/sdk';

import { isFalsy, toText } from './family-values.js';
import type { Entries } from '../catalogue/catalogue.js';

/** A reference to an entry: its id, which wins if both are given, or its name. */
export interface EntryReference {
  readonly id: unknown;
  readonly name: unknown;
}

/** Entries that can be referred to: a part of the catalogue, all of which messages may name, or the agents. */
export type Lookup<Entry> = Omit<Entries<Entry>, 'all'> & Partial<Pick<Entries<Entry>, 'all'>>;

/** The agents, whose names are their logins. */
export function asLookup(directory: Directory): Lookup<Agent> {
  return { byID: (id) => directory.agentByID(id), byName: (login) => directory.agentByLogin(login) };
}

/** The members `<name>ID` and `<name>`. */
export function referenceTo(data: Data, name: EntryMember): EntryReference {
  return { id: data[ID_MEMBERS[name]], name: data[name] };
}

/** The members that name entries. Concatenating them for each request would make look-ups slow. */
export const ID_MEMBERS = {
  Queue: 'QueueID',
  Lock: 'LockID',
  Type: 'TypeID',
  State: 'StateID',
  Priority: 'PriorityID',
  Service: 'ServiceID',
  SLA: 'SLAID',
  Owner: 'OwnerID',
  Responsible: 'ResponsibleID',
} as const;

export type EntryMember = keyof typeof ID_MEMBERS;

/** Whether a request names an entry by id or name. */
export function isGiven({ id, name }: EntryReference): boolean {
  return !isFalsy(id) || !isFalsy(name);
}

/** Finds the entry of a reference, valid or not. */
export function findEntry<Entry>(entries: Lookup<Entry>, { id, name }: EntryReference): Entry | undefined {
  if (!isFalsy(id)) return /^\d+$/.test(toText(id)) ? entries.byID(Number(toText(id))) : undefined;
  return entries.byName(toText(name));
}

/** Finds the entry of a reference if it is valid. */
export function findValidEntry<Entry extends { readonly isValid: boolean }>(
  entries: Lookup<Entry>,
  reference: EntryReference,
): Entry | undefined {
  const entry = findEntry(entries, reference);
  return entry?.isValid === true ? entry : undefined;
}
