import type { LimitScope } from '@ticketgate/sdk';

import { invalid } from './input-errors.js';
import { limitOf } from '../limits/limits.js';

/**
 * Splits the texts of a list at commas. Stops as soon as there are too many entries.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function splitEntries(list: readonly unknown[], what: string, scope: LimitScope): readonly unknown[] {
  const most = limitOf('ListEntries', scope.settings);
  const entries: unknown[] = [];
  for (const entry of list) {
    const parts = typeof entry === 'string' ? entry.split(',', most + 1 - entries.length) : [entry];
    entries.push(...parts);
    if (entries.length > most) {
      throw invalid(
        scope.operation,
        `${what} has more than the ${most} entries that are allowed (Ticketgate::Limit::ListEntries).`,
      );
    }
  }
  return entries;
}
