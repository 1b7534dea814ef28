import type { Data } from '@ticketgate/sdk';

import type { PatternBudget } from './pattern-budget.js';

/** Told about pairs that a mapping dropped although its rules name them. */
export type Notice = (sentence: string) => void;

/**
 * Maps data; throws a Failure when the mapping cannot be created or cannot map this. `characters` is how many of them may be
 * compared with patterns; our own answers have no such limit.
 */
export type Mapping = (data: unknown, notice: Notice, characters?: number) => Data;

/** What a mapping of data may use. */
export interface MappingRun {
  readonly notice: Notice;
  readonly budget: PatternBudget;
}
