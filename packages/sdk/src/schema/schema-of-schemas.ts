import { withSuggestion } from '../suggest.js';
import { checkSchema } from './check-schema.js';

const schema = { $ref: '#' };
const schemas = { type: 'array', items: schema, minItems: 1 };
const namedSchemas = { type: 'object', additionalProperties: schema };
const text = { type: 'string' };
const boolean = { type: 'boolean' };
const number = { type: 'number' };
const count = { type: 'integer', minimum: 0 };
const names = { type: 'array', items: text, uniqueItems: true };
const anything = true;

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const simpleType = { enum: TYPES };

/**
 * The schema for JSON Schemas (draft 2020-12, https://json-schema.org/draft/2020-12) with our keywords `secret`, `volatile`,
 * `x-comma-list`, `x-kind`, `valuesOf`, `severity` and `manual`.
 *
 * The official one is made of eight documents that refer to each other dynamically, which takes a tenth of a start to compile. It also
 * accepts members that are not keywords, such as misspelt ones.
 */
export const SCHEMA_OF_SCHEMAS = {
  $id: 'urn:ticketgate:schema-of-schemas',
  type: ['object', 'boolean'],
  description: 'a JSON Schema',
  additionalProperties: false,
  properties: {
    $id: text,
    $schema: text,
    $ref: text,
    $anchor: text,
    $dynamicRef: text,
    $dynamicAnchor: text,
    $vocabulary: { type: 'object', additionalProperties: boolean },
    $comment: text,
    $defs: namedSchemas,

    prefixItems: schemas,
    items: schema,
    contains: schema,
    additionalProperties: schema,
    properties: namedSchemas,
    patternProperties: namedSchemas,
    dependentSchemas: namedSchemas,
    propertyNames: schema,
    if: schema,
    then: schema,
    else: schema,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    unevaluatedItems: schema,
    unevaluatedProperties: schema,

    type: {
      anyOf: [simpleType, { type: 'array', items: simpleType, minItems: 1, uniqueItems: true }],
      description: `one of ${TYPES.join(', ')}, or a list of them`,
    },
    const: anything,
    enum: { type: 'array' },
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    maximum: number,
    exclusiveMaximum: number,
    minimum: number,
    exclusiveMinimum: number,
    maxLength: count,
    minLength: count,
    pattern: text,
    maxItems: count,
    minItems: count,
    uniqueItems: boolean,
    maxContains: count,
    minContains: count,
    maxProperties: count,
    minProperties: count,
    required: names,
    dependentRequired: { type: 'object', additionalProperties: names },

    title: text,
    description: text,
    default: anything,
    deprecated: boolean,
    readOnly: boolean,
    writeOnly: boolean,
    examples: { type: 'array' },
    format: text,
    contentEncoding: text,
    contentMediaType: text,
    contentSchema: schema,

    secret: boolean,
    volatile: boolean,
    'x-comma-list': boolean,
    'x-kind': text,
    valuesOf: text,
    severity: { enum: ['error', 'warning'] },
    manual: anything,
  },
} as const;

/** The first thing that keeps `schema` from being a JSON Schema, and where in it; undefined when it is one. */
export function findSchemaMistake(schema: unknown): string | undefined {
  const [finding] = checkSchema(schema, SCHEMA_OF_SCHEMAS);
  if (finding === undefined) return undefined;
  const { path, message, suggestion } = finding;
  const sentence = withSuggestion(message, suggestion);
  return path.length === 0 ? sentence : `at ${path.join('.')}: ${sentence}`;
}
