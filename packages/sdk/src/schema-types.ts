import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

import type { Data } from './data.js';

/** The schema of an operation's input: that of an object. */
export type ObjectSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

/** The values of a schema, whose objects may have members that it does not name. */
export type ValueOf<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : Data;

/**
 * The input or answer that a schema describes, with the members that it names; of a schema that is only known when the program runs, any
 * object.
 */
export type InputOf<Schema> = ValueOf<Known<Schema>>;

/** The same for those who send it: members with a default may be left out. */
export type SentTo<Schema> = SentValue<Known<Schema>>;

type SentValue<Schema> = Schema extends JSONSchema
  ? FromSchema<Schema, { keepDefaultedPropertiesOptional: true }>
  : Data;

/** Undefined for a schema that the compiler does not know. */
type Known<Schema> = unknown extends Schema ? undefined : string extends keyof Schema ? undefined : Closed<Schema>;

/** A schema whose objects have the members that it names, and no others unless it says so. */
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

/** A value that is deeply read-only. */
export type Unchanged<Value> = Value extends object ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> } : Value;
