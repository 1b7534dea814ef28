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
