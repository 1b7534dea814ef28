import type { StatementOptions } from '@ticketgate/sdk';

/** Objects of which all rows are read in a moment. */
const FEW = 10;

/** For a statement that reads what belongs to the objects of a list, each by an index. */
export function quickFor(objects: readonly unknown[]): StatementOptions {
  return { isQuick: objects.length <= FEW };
}
