import { isData, type JsonSchema } from '@ticketgate/sdk';

/** The same schema, but for the member at the end of a path of properties. */
export function changeSchema(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  change: (member: JsonSchema) => JsonSchema,
): JsonSchema {
  if (name === undefined) return change(schema);
  const properties = innerSchema(schema.properties);
  return {
    ...schema,
    properties: { ...properties, [name]: changeSchema(innerSchema(properties[name]), rest, change) },
  };
}

export function innerSchema(schema: unknown): JsonSchema {
  return isData(schema) ? schema : {};
}
