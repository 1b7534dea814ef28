import type { Data } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import type { KnownNames } from './known-names.js';
import type { Finding } from './diagnostic.js';

export interface RuleInput extends KnownNames {
  /** Plain data. */
  readonly config: Data;
}

/** A semantic check. */
export type Rule = (input: RuleInput) => readonly Finding[];

const MOST_NAMES = 10;

const say = declareMessages({ 'names.more': `{names} and {count} more` });

/** All names that a finding concerns, so that none appears only after another one was fixed. */
export function listNames(names: readonly string[]) {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? say('names.more', { names: shown, count: String(more) }) : shown;
}
