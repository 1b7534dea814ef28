import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

import type { Data } from './data.js';

/** The schema of an operation's input. */
export type ObjectSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

/** The type of the values that match a schema; objects may have additional members. */
export type ValueOf<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : Data;

/** The input or answer that a schema describes, without additional members; any object if the schema is only known at run time. */
export type InputOf<Schema> = ValueOf<Known<Schema>>;

/** Like {@link InputOf}, for senders: members with a default are optional. */
export type SentTo<Schema> = SentValue<Known<Schema>>;

type SentValue<Schema> = Schema extends JSONSchema
  ? FromSchema<Schema, { keepDefaultedPropertiesOptional: true }>
  : Data;

/** Undefined for a schema that the compiler does not know. */
type Known<Schema> = unknown extends Schema ? undefined : string extends keyof Schema ? undefined : Closed<Schema>;

/** A schema that forbids additional members unless it declares them. */
type Closed<Schema> = Schema extends readonly unknown[]
  ? { readonly [Index in keyof Schema]: Closed<Schema[Index]> }
  : Schema extends { readonly properties: object }
    ? Schema extends { readonly additionalProperties: unknown }
      ? ClosedParts<Schema>
      : ClosedParts<Schema> & { readonly additionalProperties: false }
    : Schema extends object
      ? ClosedParts<Schema>
      : Schema;

type ClosedParts<Schema> = {
  readonly [Key in keyof Schema]: Key extends 'properties' | 'patternProperties'
    ? { readonly [Name in keyof Schema[Key]]: Closed<Schema[Key][Name]> }
    : Key extends 'items' | 'prefixItems' | 'additionalProperties' | 'anyOf' | 'oneOf' | 'allOf'
      ? Closed<Schema[Key]>
      : Schema[Key];
};

/** A value that is deeply read-only, with the values of its maps; functions stay as they are. */
export type Unchanged<Value> = Value extends (...given: never[]) => unknown
  ? Value
  : Value extends ReadonlyMap<infer Key, infer Inner>
    ? ReadonlyMap<Key, Unchanged<Inner>>
    : Value extends object
      ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
      : Value;
