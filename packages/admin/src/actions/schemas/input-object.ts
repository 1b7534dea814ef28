import type { JsonSchema } from '@ticketgate/sdk';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** An object that a request holds: members that it must have, then those that it may have, and no others. */
export function inputObject<const Needed extends Schemas, const Allowed extends Schemas = Needed>(
  needed: Needed,
  allowed?: Allowed,
) {
  return {
    type: 'object',
    additionalProperties: false,
    // Exactly the names that the type says.
    required: Object.keys(needed) as readonly (keyof Needed & string)[],
    // A spread of `undefined` adds nothing.
    properties: { ...needed, ...allowed } as Needed & Allowed,
  } as const;
}
