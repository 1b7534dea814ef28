import { isData, type JsonSchema } from '@ticketgate/sdk';

/** Schemas that were looked at before: operations share many of theirs. */
const known = new WeakMap<JsonSchema, JsonSchema>();

/** A schema without our own keywords, which other tools would trip over: `secret` becomes the format of a password. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { secret } = schema;
  const parts = without(eachSchema(schema, plainSchema), OUR_KEYWORDS);
  const plain = secret === true ? { ...parts, format: 'password' } : parts;
  known.set(schema, plain);
  return plain;
}

/** What only we understand. */
const OUR_KEYWORDS = ['secret', 'x-comma-list', 'severity', 'manual'];

export function without(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Keywords that hold schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords that hold schemas, alone or in a list. */
const SCHEMAS = new Set(['items', 'prefixItems', 'additionalProperties', 'unevaluatedProperties', 'propertyNames']);
const BRANCHES = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'contains']);

/** The same schema, with another one for each schema directly within it. */
export function eachSchema(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) changed[key] = changeWithin(key, value, change);
  return changed;
}

function changeWithin(key: string, value: unknown, change: (inner: JsonSchema) => JsonSchema): unknown {
  const changeOne = (each: unknown) => (isData(each) ? change(each) : each);
  if (MAPS.has(key) && isData(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changeOne(each)]));
  }
  if (!SCHEMAS.has(key) && !BRANCHES.has(key)) return value;
  return Array.isArray(value) ? value.map(changeOne) : changeOne(value);
}
