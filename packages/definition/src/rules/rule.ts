import type { Data } from '@ticketgate/sdk';

import type { KnownNames } from '../known-names.js';
import type { Finding } from '../yaml/yaml-source.js';

/** The input of rules. */
export interface RuleInput extends KnownNames {
  /** The definition as plain data; a map. */
  readonly config: Data;
}

/** One semantic check: data in, findings out. */
export type Rule = (input: RuleInput) => readonly Finding[];

/** A finding that keeps the definition from being published. */
export function error(finding: Omit<Finding, 'severity'>): Finding {
  return { severity: 'error', ...finding };
}

export function warning(finding: Omit<Finding, 'severity'>): Finding {
  return { severity: 'warning', ...finding };
}

/** Names that a message lists at most. */
const MOST_NAMES = 10;

/** All that a finding is about, so that none appears only after another one was fixed. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
