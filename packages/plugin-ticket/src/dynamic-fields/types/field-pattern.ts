import { compilePerlPattern, isData, oncePer, type TextPattern } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';

/** An entry of `RegExList`; `pattern` is undefined if only Perl knows its syntax, or if it would backtrack without end. */
export interface FieldPattern {
  readonly source: string;
  readonly pattern: TextPattern | undefined;
}

/** The patterns of `RegExList` that a value must match. Kept, because the configuration of a field is the same object as long as the catalogue is cached. */
export const fieldPatterns = oncePer(({ RegExList: list }: DynamicField['config']): readonly FieldPattern[] => {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.flatMap((entry) => {
    const source: unknown = isData(entry) ? entry.Value : undefined;
    return typeof source === 'string' && source !== '' ? [{ source, pattern: compilePerlPattern(source, 'part') }] : [];
  });
});
