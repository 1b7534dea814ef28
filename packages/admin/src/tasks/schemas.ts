import { WITHOUT_NUL, type JsonSchema } from '@ticketgate/sdk';

import { InputInvalid } from './task-errors.js';

// Short names for the schemas of answers. Objects have the members that are named, and no others.

export const text = { type: 'string' } as const;
export const textOrNull = { type: ['string', 'null'] } as const;
export const integer = { type: 'integer' } as const;
export const number = { type: 'number' } as const;
export const flag = { type: 'boolean' } as const;
/** The id of a row in a request. */
export const rowID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
/** A number that an `integer` column keeps, in a request. */
export const count = { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 } as const;
/** A short text in a request. */
export const word = { type: 'string', minLength: 1, maxLength: 200, pattern: WITHOUT_NUL } as const;
/** Why a change is made, for the audit log. */
export const commentSchema = { type: 'string', maxLength: 1000, pattern: WITHOUT_NUL, default: '' } as const;
/** Any JSON value. */
export const anything = {} as const;
/** A moment in UTC, as ISO 8601 writes it. */
export const moment = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` } as const;

export const momentOrNull = { ...moment, type: ['string', 'null'] } as const;

export function oneOf(...words: readonly string[]): JsonSchema {
  return { enum: words };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** A member that may be absent. */
export function optional(schema: JsonSchema): JsonSchema {
  return { ...schema, [OPTIONAL]: true };
}

const OPTIONAL = Symbol('optional');

export function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
  return { type: 'object', additionalProperties: false, required, properties };
}

const NAME = Symbol('name');

/** An object that documents are to call so. */
export function named(name: string, schema: JsonSchema): JsonSchema {
  return { ...schema, [NAME]: name };
}

export function nameOf(schema: JsonSchema): string | undefined {
  const name: unknown = NAME in schema ? schema[NAME] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isOptional(schema: JsonSchema | undefined): boolean {
  return schema !== undefined && OPTIONAL in schema;
}

/** An object whose members all have this schema. */
export function mapOf(schema: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: schema };
}

/** A moment in a query. */
export const momentIn = {
  type: 'string',
  maxLength: 40,
  description: 'for example 2026-11-22T10:00:00Z; without a zone, that of the server',
} as const;

/** @throws OperationError `Admin.InputInvalid` */
export function readMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined;
  if (moment !== undefined && !Number.isNaN(moment.getTime())) return moment;
  throw new InputInvalid({ reason: `"${text}" is not a time. Write one as 2026-11-22T10:00:00Z.` });
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** An object that a request holds: members that it must have, then those that it may have, and no others. */
export function inputObject<const Needed extends Schemas, const Allowed extends Schemas = Needed>(
  needed: Needed,
  allowed?: Allowed,
) {
  return {
    type: 'object',
    additionalProperties: false,
    // Exactly the names that the type says.
    required: Object.keys(needed) as readonly (keyof Needed & string)[],
    // A spread of `undefined` adds nothing.
    properties: { ...needed, ...allowed } as Needed & Allowed,
  } as const;
}
