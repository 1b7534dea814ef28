import type { JsonSchema } from '../data.js';

// Short names for schemas, whose types `ValueOf` reads. Objects have the members that are named, and no others.

export const text = { type: 'string' } as const;
export const textOrNull = { type: ['string', 'null'] } as const;
export const integer = { type: 'integer' } as const;
export const number = { type: 'number' } as const;
export const flag = { type: 'boolean' } as const;
/** Any JSON value. */
export const anything = {} as const;

export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return { enum: words } as const;
}

export function listOf<const Items extends JsonSchema>(items: Items) {
  return { type: 'array', items } as const;
}

/** An object whose members all have this schema. */
export function mapOf<const Member extends JsonSchema>(member: Member) {
  return { type: 'object', additionalProperties: member } as const;
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

/** A member that may be absent. */
export function optional<const Schema extends JsonSchema>(schema: Schema): Schema & Optional {
  return { ...schema, [OPTIONAL]: true };
}

export function objectOf<const Members extends Schemas>(properties: Members) {
  const isNeeded = (name: string): name is NeededIn<Members> => !(OPTIONAL in (properties[name] ?? {}));
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties).filter(isNeeded),
    properties,
  } as const;
}

/** An object that a request holds: members that it must have, then those that it may have, and no others. */
export function inputObject<const Needed extends Schemas, const Allowed extends Schemas = Needed>(
  needed: Needed,
  allowed?: Allowed,
) {
  // Exactly the names that the type says.
  const required = Object.keys(needed) as readonly (keyof Needed & string)[];
  // A spread of `undefined` adds nothing.
  const properties = { ...needed, ...allowed } as Needed & Allowed;
  return { type: 'object', additionalProperties: false, required, properties } as const;
}

/** A schema that documents are to call so. */
export function named<const Schema extends JsonSchema>(name: string, schema: Schema): Schema {
  return { ...schema, [NAME]: name };
}

export function nameOf(schema: JsonSchema): string | undefined {
  const name: unknown = NAME in schema ? schema[NAME] : undefined;
  return typeof name === 'string' ? name : undefined;
}
