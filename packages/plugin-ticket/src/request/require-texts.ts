import type { Data } from '@ticketgate/sdk';

import { isNested } from './family-values.js';
import { invalid } from './input-errors.js';

/**
 * Requires members to be texts. Lists and objects, whose memory addresses the original stores, are refused (`docs/compatibility.md`).
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireTexts(
  data: Data,
  names: readonly string[],
  { operation, part }: { readonly operation: string; readonly part: 'Ticket' | 'Article' },
): void {
  const name = names.find((member) => isNested(data[member]));
  if (name !== undefined) throw invalid(operation, `${part}->${name} parameter is invalid!`);
}
