import { suggest, toText, withSuggestion } from '@ticketgate/sdk';

import { isFalsy } from '../../request/family-values.js';
import { findEntry, type EntryReference, type Lookup } from '../../request/find-entry.js';
import { shown } from '../../request/input-errors.js';

/** More names are not listed. */
const MOST_LISTED = 12;

interface Named {
  readonly isValid: boolean;
  readonly name?: string;
}

interface Question {
  /** The member, without `ID`. */
  readonly name: string;
  readonly reference: EntryReference;
  /** False for customers, who must not learn names that they may not know. */
  readonly isAgent: boolean;
}

/** Why a reference does not name a usable entry, and which name was probably meant. */
export function whyNoEntry({ name, reference, isAgent }: Question, entries: Lookup<Named>): string {
  const { id, name: written } = reference;
  const hasID = !isFalsy(id);
  const came = hasID ? `${name}ID ${shown(id)}` : `${name} ${shown(written)}`;
  if (findEntry(entries, reference) !== undefined) return `${came} is not valid.`;
  const sentence = `${came} does not exist.`;
  if (hasID || !isAgent) return sentence;
  const known = entries.all?.flatMap((entry) => (entry.isValid && entry.name !== undefined ? [entry.name] : []));
  return withSuggestion(sentence, suggest(toText(written), known ?? []), advise(name, known));
}

function advise(name: string, known: readonly string[] | undefined): string | undefined {
  if (known === undefined) return 'Write the login of a valid agent.';
  if (known.length === 0) return 'This system has none.';
  if (name === 'Queue') return 'QueueList lists them.';
  return known.length > MOST_LISTED ? undefined : `Use ${known.join(', ')}.`;
}
