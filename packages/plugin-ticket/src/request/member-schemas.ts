import type { JsonSchema } from '@ticketgate/sdk';

/** Members of an object, by name. */
export type Members = Readonly<Record<string, JsonSchema>>;

export const TEXT: JsonSchema = { type: 'string' };
export const INTEGER: JsonSchema = { type: 'integer' };
export const ID: JsonSchema = { type: ['integer', 'string'] };

export const text = (description: string): JsonSchema => ({ ...TEXT, description });
export const integer = (description: string): JsonSchema => ({ ...INTEGER, description });
export const id = (description: string): JsonSchema => ({ ...ID, description });

/** A time of the family, in answers. */
export const TIME = text('YYYY-MM-DD HH:MM:SS in the system time zone.');

/** 0 or 1, in any form that clients send. */
export const flag = (description: string): JsonSchema => ({ type: ['integer', 'string', 'boolean'], description });

/** An id of operations that only take numbers. */
export const ROW_ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Members that are alike; `names` are separated by spaces. */
export function each(names: string, schema: JsonSchema): Members {
  return Object.fromEntries(names.split(' ').map((name) => [name, schema]));
}
