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
