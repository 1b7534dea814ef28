import { isData, type JsonSchema } from '@ticketgate/sdk';

import { mapSubschemas } from './standard-schema.js';

/** Keywords that may allow anything: what has them is left open, as where requests are checked. */
const UNDECIDED = ['additionalProperties', 'unevaluatedProperties', '$ref', '$dynamicRef', 'if', 'dependentSchemas'];
const BRANCHES = ['anyOf', 'oneOf', 'allOf'];

/** A schema whose objects have the members that it names and no others: what services refuse with `UnknownMembers: refuse`. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  const isNamed = isData(schema.properties) || isData(schema.patternProperties);
  if (!isNamed || UNDECIDED.some((keyword) => keyword in schema)) return mapSubschemas(schema, closedSchema);
  if (!BRANCHES.some((keyword) => keyword in schema)) {
    return { ...mapSubschemas(schema, closedSchema), additionalProperties: false };
  }
  // Its branches may name further members of the same object, so they stay open themselves.
  return { ...mapSubschemas(schema, closedWithin), unevaluatedProperties: false };
}

function closedWithin(schema: JsonSchema): JsonSchema {
  const isBranchOnly = isData(schema.properties) || schema.required !== undefined;
  return isBranchOnly && schema.type === undefined ? schema : closedSchema(schema);
}
