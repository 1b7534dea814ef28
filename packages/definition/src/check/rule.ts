import type { Data } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import type { KnownNames } from './known-names.js';
import type { Finding } from './diagnostic.js';

/** The input of rules. */
export interface RuleInput extends KnownNames {
  /** The definition as plain data; a map. */
  readonly config: Data;
}

/** One semantic check: data in, findings out. */
export type Rule = (input: RuleInput) => readonly Finding[];

/** Names that a message lists at most. */
const MOST_NAMES = 10;

const say = declareMessages({ 'names.more': `{names} and {count} more` });

/** All that a finding is about, so that none appears only after another one was fixed. */
export function listNames(names: readonly string[]) {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? say('names.more', { names: shown, count: String(more) }) : shown;
}
