import type { Data } from './data.js';
import type { OperationBinding } from './operation.js';

/**
 * The answer of an operation that lists things: `{"Item": […]}`. With `Gateway.CollapseSingleItem` a single entry is sent as
 * an object (`docs/contract.md`, catalogue items).
 */
export function itemList(entries: readonly Data[], { collapseSingleItem }: OperationBinding): Data {
  return { Item: collapseSingleItem && entries.length === 1 ? entries[0] : entries };
}
