import { isData, type JsonSchema } from '../data.js';
import { objectsIn } from './words/objects-in.js';

/** Keywords that hold schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords that hold schemas, alone or in a list. */
const SCHEMAS = new Set(['items', 'prefixItems', 'additionalProperties', 'unevaluatedProperties', 'propertyNames']);
const BRANCHES = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'contains']);

/** Replaces a schema below a keyword; `member` is its name, if it has one. */
type SchemaChange = (inner: JsonSchema, keyword: string, member?: string) => JsonSchema;

/** The same schema, with each schema directly within it replaced. */
export function mapSubschemas(schema: JsonSchema, change: SchemaChange): JsonSchema {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) changed[key] = changeWithin(key, value, change);
  return changed;
}

function changeWithin(key: string, value: unknown, change: SchemaChange): unknown {
  const changeOne = (each: unknown, member?: string) => (isData(each) ? change(each, key, member) : each);
  if (MAPS.has(key) && isData(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changeOne(each, name)]));
  }
  if (!SCHEMAS.has(key) && !BRANCHES.has(key)) return value;
  return Array.isArray(value) ? value.map((each) => changeOne(each)) : changeOne(value);
}

/** A nested schema; `{}` for anything that is not an object, such as `true`. */
export function innerSchema(schema: unknown): JsonSchema {
  return isData(schema) ? schema : {};
}

export function toMembers({ properties }: JsonSchema): JsonSchema {
  return innerSchema(properties);
}

export function toNeeded({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** The required members of a schema that says nothing else: `A and B`. */
export function nameRequiredOnly(schema: unknown): string | undefined {
  if (!isData(schema) || Object.keys(schema).join() !== 'required') return undefined;
  return Array.isArray(schema.required) ? schema.required.join(' and ') : undefined;
}

export function toTypes({ type }: JsonSchema): readonly string[] {
  return type === undefined ? [] : [type].flat().map(String);
}

/** Keywords that list schemas for the same value. */
export const CHOICES = ['anyOf', 'oneOf', 'allOf'];

export function toBranches(schema: JsonSchema, keywords: readonly string[] = CHOICES): readonly JsonSchema[] {
  return keywords.flatMap((keyword) => objectsIn(schema[keyword]));
}

/** Only the branches of a schema, each one replaced. */
export function mapBranches(schema: JsonSchema, change: SchemaChange): JsonSchema {
  const branches = CHOICES.filter((keyword) => schema[keyword] !== undefined);
  return mapSubschemas(Object.fromEntries(branches.map((keyword) => [keyword, schema[keyword]])), change);
}

/** The same schema, with the member at the end of a path of properties replaced. */
export function changeMember(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  change: (member: JsonSchema) => JsonSchema,
): JsonSchema {
  if (name === undefined) return change(schema);
  const properties = toMembers(schema);
  return {
    ...schema,
    properties: { ...properties, [name]: changeMember(innerSchema(properties[name]), rest, change) },
  };
}

export function splitPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function memberAt(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isData(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
