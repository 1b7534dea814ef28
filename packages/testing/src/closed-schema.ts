import { isData, type JsonSchema } from '@ticketgate/sdk';

/** Copies a schema so that it only allows declared members. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedPart(key, value)]));
  const isOpen = !isData(schema.properties) || 'additionalProperties' in schema;
  return isOpen ? inner : { ...inner, additionalProperties: false };
}

function closedPart(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => (isData(each) ? closedSchema(each) : each));
  if (!isData(value)) return value;
  if (key !== 'properties' && key !== 'patternProperties') return closedSchema(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isData(each) ? closedSchema(each) : each]),
  );
}
