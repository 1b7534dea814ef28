import { isData, type JsonSchema } from '../data.js';

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

export function omit(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** A schema that stands where anything may stand; `{}` for what is none. */
export function innerSchema(schema: unknown): JsonSchema {
  return isData(schema) ? schema : {};
}

/** The members that a schema names. */
export function membersOf({ properties }: JsonSchema): JsonSchema {
  return innerSchema(properties);
}

/** The names of members that must be there. */
export function requiredOf({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** The types of a schema; none if it does not say. */
export function typesOf({ type }: JsonSchema): readonly string[] {
  return type === undefined ? [] : [type].flat().map(String);
}

/** Keywords of schemas for the same value. */
export const CHOICES = ['anyOf', 'oneOf', 'allOf'];

/** The schemas that a value fits together with this one, or one of which it fits. */
export function branchesOf(schema: JsonSchema, keywords: readonly string[] = CHOICES): readonly JsonSchema[] {
  return keywords.flatMap((keyword) => {
    const list: unknown = schema[keyword];
    return Array.isArray(list) ? list.filter(isData) : [];
  });
}

/** The same schema, but for the member at the end of a path of properties. */
export function changeMember(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  change: (member: JsonSchema) => JsonSchema,
): JsonSchema {
  if (name === undefined) return change(schema);
  const properties = membersOf(schema);
  return {
    ...schema,
    properties: { ...properties, [name]: changeMember(innerSchema(properties[name]), rest, change) },
  };
}

/** The names in a JSON pointer. */
export function namesIn(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a JSON pointer leads to. */
export function valueAt(root: unknown, pointer: string): unknown {
  return namesIn(pointer).reduce(memberAt, root);
}

export function memberAt(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isData(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
