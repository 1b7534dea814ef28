import type { Data } from '@ticketgate/sdk';

import { createFault } from '../failure.js';
import type { PatternBudget } from './pattern-budget.js';

export const MappingFailed = createFault('Gateway.MappingFailed');

/** The mapped data: an object, unless a template makes a text or a list of it. */
export type Mapped = Data | string | readonly unknown[];

/** The listener of a mapping with rules: what becomes of each member. */
export interface MappingObserver {
  /** A rule applies to the member that is mapped now: its keys below the Config of the mapping. */
  rule(part: 'key' | 'value', path: readonly string[]): void;
  /** The member has its new name; undefined: it was dropped. */
  member(from: string, to: string | undefined): void;
}

/** The context of a mapping. */
export interface MappingContext {
  /** Told about pairs that the mapping dropped although its rules name them. */
  readonly notice: (sentence: string) => void;
  /** Told what the data looks like in between. */
  readonly debug?: ((subject: string, data: () => unknown) => void) | undefined;
  readonly observer?: MappingObserver | undefined;
  /** Characters that may be compared with patterns; our own answers have no such limit. */
  readonly characters?: number | undefined;
  /** The parts of the exchange so far that `DataInclude` may name. */
  readonly parts?: Data | undefined;
}

/** A compiled mapping. */
export interface Mapping {
  /** Throws a Failure when the mapping cannot be created or cannot map this. */
  map(data: unknown, call: MappingContext): Mapped | Promise<Mapped>;
  /** Whether all values behind it are texts, however they came. */
  readonly makesTexts: boolean;
}

/** The context of one mapping run. */
export interface MappingRun extends MappingContext {
  readonly budget: PatternBudget;
}
