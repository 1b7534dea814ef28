import { isData, type JsonSchema } from '../data.js';
import { OUR_KEYWORDS } from './compile.js';
import { CHOICES, mapSubschemas, omit, typesOf } from './walk.js';

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
function isListOfAnything(schema: JsonSchema): boolean {
  return typesOf(schema).includes('array') && schema.items === undefined && schema.prefixItems === undefined;
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

/** Keywords that may allow anything: what has them is left open, as where requests are checked. */
const UNDECIDED = ['additionalProperties', 'unevaluatedProperties', '$ref', '$dynamicRef', 'if', 'dependentSchemas'];

/** A schema whose objects have the members that it names and no others: what services refuse with `UnknownMembers: refuse`. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  const isNamed = isData(schema.properties) || isData(schema.patternProperties);
  if (!isNamed || UNDECIDED.some((keyword) => keyword in schema)) return mapSubschemas(schema, closedSchema);
  if (!CHOICES.some((keyword) => keyword in schema)) {
    return { ...mapSubschemas(schema, closedSchema), additionalProperties: false };
  }
  // Its branches may name further members of the same object, so they stay open themselves.
  return { ...mapSubschemas(schema, closedWithin), unevaluatedProperties: false };
}

function closedWithin(schema: JsonSchema): JsonSchema {
  const isBranchOnly = isData(schema.properties) || schema.required !== undefined;
  return isBranchOnly && schema.type === undefined ? schema : closedSchema(schema);
}
