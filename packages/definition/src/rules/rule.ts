import type { Data } from '@ticketgate/sdk';

import type { Finding } from '../yaml/yaml-source.js';

/** The input of rules. */
export interface RuleInput {
  /** The definition as plain data; a map. */
  readonly config: Data;
  /** Types that plugins serve; undefined when they are not known. */
  readonly operationTypes: readonly string[] | undefined;
  /** By operation type, what `Gateway.Customers.May` may name; undefined when it is not known. */
  readonly customerMembers?: ReadonlyMap<string, readonly string[]> | undefined;
  /** By operation type, the keys that its entry may have beyond the common ones; undefined when it is not known. */
  readonly operationOptions?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** One semantic check: data in, findings out. */
export type Rule = (input: RuleInput) => readonly Finding[];
