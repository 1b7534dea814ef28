import { listKeys, type JsonSchema } from '../../data.js';

// The vocabulary of all schemas, whose types `ValueOf` reads. A package builds its own words on these, under different names. Nothing here
// needs Ajv, so plugins may load it.

/** A short name for a schema; its argument says what a member means: `text('Name of the key.')`. */
export function short<const Schema extends JsonSchema>(schema: Schema) {
  return (description?: string): Schema => described(schema, description);
}

function described<Schema extends JsonSchema>(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : { ...schema, description };
}

export const text = short({ type: 'string' });
export const secretText = short({ type: 'string', secret: true });
export const textOrNull = short({ type: ['string', 'null'] });
export const integer = short({ type: 'integer' });
export const integerOrNull = short({ type: ['integer', 'null'] });
export const number = short({ type: 'number' });
export const numberOrNull = short({ type: ['number', 'null'] });
export const flag = short({ type: 'boolean' });
/** In a request: true or false, which is the default. */
export const flagOrFalse = short({ type: 'boolean', default: false });
/** The id of a row in a request. */
export const rowID = short({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const anyObject = short({ type: 'object' });
export const anything = short({});

export function oneOf<const Words extends readonly string[]>(words: Words, description?: string) {
  return described({ enum: words } as const, description);
}

export function listOf<const Items extends JsonSchema>(items: Items, description?: string) {
  return described({ type: 'array', items } as const, description);
}

export function mapOf<const Member extends JsonSchema>(member: Member, description?: string) {
  return described({ type: 'object', additionalProperties: member } as const, description);
}

export function orNull<const Schema extends JsonSchema>(schema: Schema, description?: string) {
  return described({ anyOf: [schema, { type: 'null' }] } as const, description);
}

/** Marks a member that may be absent. */
export const OPTIONAL: unique symbol = Symbol('optional');
const NAME = Symbol('name');

export type Optional = Readonly<Record<typeof OPTIONAL, true>>;

type Schemas = Readonly<Record<string, JsonSchema>>;

type NeededIn<Members> = {
  [Name in keyof Members]: Members[Name] extends Optional ? never : Name;
}[keyof Members] &
  string;

export function optional<const Schema extends JsonSchema>(schema: Schema): Schema & Optional {
  return { ...schema, [OPTIONAL]: true };
}

/** An object that has these members, and no others. */
export function objectOf<const Members extends Schemas>(properties: Members, description?: string) {
  const isNeeded = (name: string): name is NeededIn<Members> => !(OPTIONAL in (properties[name] ?? {}));
  const required = Object.keys(properties).filter(isNeeded);
  return described({ type: 'object', additionalProperties: false, required, properties } as const, description);
}

/** An object that has at least the members in `required`. */
export function objectWith<const Names extends readonly string[], const Members extends Schemas>(
  required: Names,
  properties: Members,
) {
  return { type: 'object', required, properties } as const;
}

/** An object that may have these members, and others. */
export function looseObject<const Members extends Schemas>(properties: Members) {
  return { type: 'object', properties } as const;
}

/** The schema of an object in a request: required members, then optional ones, and no others. */
export function inputObject<const Needed extends Schemas, const Allowed extends Schemas = Needed>(
  needed: Needed,
  allowed?: Allowed,
) {
  const required = listKeys(needed);
  // A cast, because the type of a spread with `undefined`, which adds nothing, is too wide.
  const properties = { ...needed, ...allowed } as Needed & Allowed;
  return { type: 'object', additionalProperties: false, required, properties } as const;
}

/** The schema of an object in a request, all of whose members are optional. */
export function optionalMembers<const Allowed extends Schemas>(allowed: Allowed) {
  return inputObject({}, allowed);
}

/** An object schema with the name that documents use for it. */
export function named<const Members extends Schemas>(
  name: string,
  properties: Members,
  description?: string,
): ReturnType<typeof objectOf<Members>> {
  return Object.assign(objectOf(properties, description), { [NAME]: name });
}

export function listOfNamed<const Members extends Schemas>(description: string, name: string, properties: Members) {
  return listOf(named(name, properties), description);
}

export function readSchemaName(schema: JsonSchema): string | undefined {
  const name: unknown = NAME in schema ? schema[NAME] : undefined;
  return typeof name === 'string' ? name : undefined;
}
