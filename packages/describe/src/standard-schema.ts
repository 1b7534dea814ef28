import { isData, type JsonSchema } from '@ticketgate/sdk';

/** Names that a running system has, by the word that schemas have behind `valuesOf`. */
export type RunningValues = ReadonlyMap<string, readonly string[]>;

/** Longer lists of names are left out of documents. */
const MOST_NAMES = 1000;

/** A schema without our own keywords, which other tools would trip over: `secret` becomes the format of a password. */
export const standardSchema = standardSchemaWith(new Map());

/** Makes schemas plain, with the names of a running system where they are known. Operations share many of their schemas. */
export function standardSchemaWith(values: RunningValues): (schema: JsonSchema) => JsonSchema {
  const known = new WeakMap<JsonSchema, JsonSchema>();
  const plain = (schema: JsonSchema): JsonSchema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const { secret, valuesOf } = schema;
    const names = typeof valuesOf === 'string' ? (values.get(valuesOf) ?? []) : [];
    const made = {
      ...omit(mapSubschemas(schema, plain), OUR_KEYWORDS),
      ...(isListOfAnything(schema) ? { items: {} } : {}),
      ...inferType(schema),
      ...(secret === true ? { format: 'password' } : {}),
      ...(names.length > 0 && names.length <= MOST_NAMES ? { enum: names } : {}),
    };
    known.set(schema, made);
    return made;
  };
  return plain;
}

/** Whether a list does not say what its items are; other tools expect `items: {}`. */
function isListOfAnything({ type, items, prefixItems }: JsonSchema): boolean {
  return [type].flat().includes('array') && items === undefined && prefixItems === undefined;
}

/** Generators of clients look at types only, and not at what kinds of words an enumeration has. */
function inferType(schema: JsonSchema): JsonSchema {
  if (schema.type !== undefined) return {};
  const words: unknown = 'const' in schema ? [schema.const] : schema.enum;
  const types = Array.isArray(words) ? [...new Set(words.map(typeOfWord))] : [];
  if (types.length === 0 || types.includes(undefined)) return {};
  return { type: types.length === 1 ? types[0] : types };
}

function typeOfWord(word: unknown): string | undefined {
  if (word === null) return 'null';
  if (typeof word === 'number') return Number.isInteger(word) ? 'integer' : 'number';
  return typeof word === 'string' || typeof word === 'boolean' ? typeof word : undefined;
}

/** Keywords that other readers of JSON Schema do not know. */
const OUR_KEYWORDS = ['secret', 'volatile', 'x-comma-list', 'x-kind', 'valuesOf', 'severity', 'manual'];

export function omit(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Keywords that hold schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords that hold schemas, alone or in a list. */
const SCHEMAS = new Set(['items', 'prefixItems', 'additionalProperties', 'unevaluatedProperties', 'propertyNames']);
const BRANCHES = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'contains']);

/** The same schema, with another one for each schema directly within it. */
export function mapSubschemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
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
