import type { Data, JsonSchema } from './data.js';
import type { OperationBinding } from './operation.js';

/**
 * The answer of an operation that lists things: `{"Item": […]}`. With `Gateway.CollapseSingleItem` a single entry is sent as
 * an object (`docs/contract.md`, catalogue items).
 */
export function itemList(entries: readonly Data[], { collapseSingleItem }: OperationBinding): Data {
  return { Item: collapseSingleItem && entries.length === 1 ? entries[0] : entries };
}

/**
 * The schema of what {@link itemList} answers, by the schemas of an entry's members.
 *
 * @param members those that each entry has
 * @param optional those that it may have
 */
export function itemListSchema(
  members: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const entry = { type: 'object', required: Object.keys(members), properties: { ...members, ...optional } };
  return {
    type: 'object',
    required: ['Item'],
    properties: {
      Item: {
        description: 'A list; with CollapseSingleItem, one entry alone.',
        anyOf: [{ type: 'array', items: entry }, entry],
      },
    },
  };
}
