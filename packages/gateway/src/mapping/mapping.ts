import type { Data } from '@ticketgate/sdk';
import type { Message } from '@ticketgate/sdk/schema';

import { createFault, BodyTooComplex } from '../failure.js';

export const MappingFailed = createFault('Gateway.MappingFailed');

/** The mapped data: an object, unless a template produces a text or a list. */
export type Mapped = Data | string | readonly unknown[];

/** Observes how a mapping with rules changes each member. */
export interface MappingObserver {
  /** Called when a rule applies to the current member, with the rule's path below the Config of the mapping. */
  rule(part: 'key' | 'value', path: readonly string[]): void;
  /** Called with the new name of the member; undefined if it was dropped. */
  member(from: string, to: string | undefined): void;
}

export interface MappingContext {
  /** Called for pairs that the mapping drops although its rules name them. */
  readonly notice: (sentence: Message) => void;
  /** Called with intermediate data. */
  readonly debug?: ((subject: string, data: () => unknown) => void) | undefined;
  readonly observer?: MappingObserver | undefined;
  /** Characters that may be compared with patterns; undefined: no limit, for our own data. */
  readonly characters?: number | undefined;
  /** The data of the exchange that `DataInclude` may name. */
  readonly parts?: Data | undefined;
}

export interface Mapping {
  /** @throws Failure if the mapping is invalid or fails */
  map(data: unknown, call: MappingContext): Mapped | Promise<Mapped>;
  /** Whether it converts all values to texts. */
  readonly makesTexts: boolean;
}

export interface MappingRun extends MappingContext {
  readonly budget: PatternBudget;
}

/** The fixed cost of a comparison, in characters. */
const OVERHEAD = 10;

/** Limits the characters that the patterns of a mapping compare in one request. */
export type PatternBudget = ReturnType<typeof patternBudget>;

export function patternBudget(most: number) {
  let left = most;
  return {
    /** @throws Failure `Gateway.BodyTooComplex` */
    spend(text: string): void {
      left -= text.length + OVERHEAD;
      if (left >= 0) return;
      throw new BodyTooComplex({
        what: `more than ${most} characters to compare with patterns`,
        setting: 'mappingCharacters',
      });
    },
  };
}
