import { isData } from '@ticketgate/sdk';

import { NOTHING } from '../../search/statement/condition.js';
import type { DynamicFieldType } from './dynamic-field-type.js';
import { readOnlyType } from './read-only.js';

/** Sets, whose values are stored in the fields that make them up. */
export const setType: DynamicFieldType = {
  ...readOnlyType,
  names: ['Set'],
  search: { compare: () => NOTHING, comparisons: [] },
  memberNames: ({ config }) => namesIn(config.Include),
};

/** `Include` is a list of `{DF: name}`, also within grids of rows. */
function namesIn(include: unknown): readonly string[] {
  if (Array.isArray(include)) return include.flatMap((entry: unknown) => namesIn(entry));
  if (!isData(include)) return [];
  return Object.entries(include).flatMap(([key, value]) => {
    return key === 'DF' && typeof value === 'string' ? [value] : namesIn(value);
  });
}
