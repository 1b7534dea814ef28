import { listKeys, type Data, type JsonSchema } from './data.js';
import type { OperationBinding } from './operation.js';

/**
 * The answer of an operation that returns a list: `{"Item": […]}`. With `Gateway.CollapseSingleItem`, a single entry is not in a list
 * (`docs/contract.md`, catalogue items).
 */
export function itemList(entries: readonly Data[], { collapseSingleItem }: OperationBinding): Data {
  return { Item: collapseSingleItem && entries.length === 1 ? entries[0] : entries };
}

/** The schema of the answer of {@link itemList}, whose entries have all of these members. */
export function itemListSchema<const Members extends Readonly<Record<string, JsonSchema>>>(properties: Members) {
  const entry = { type: 'object', required: listKeys(properties), properties } as const;
  return {
    type: 'object',
    required: ['Item'],
    properties: {
      Item: {
        description: 'A list; with CollapseSingleItem, one entry alone.',
        anyOf: [{ type: 'array', items: entry }, entry],
      },
    },
  } as const;
}
