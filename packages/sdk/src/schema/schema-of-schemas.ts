import type { JsonSchema } from '../data.js';
import { withSuggestion } from '../suggest.js';
import { checkSchema } from './check-schema.js';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const schema = { $ref: '#' };
const names = { type: 'array', items: { type: 'string' }, uniqueItems: true };
const simpleType = { enum: TYPES };

function all(value: JsonSchema | true, ...keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(keywords.map((keyword) => [keyword, value]));
}

/**
 * The schema for JSON Schemas (draft 2020-12, https://json-schema.org/draft/2020-12) with our keywords `secret`, `volatile`,
 * `x-comma-list`, `x-kind`, `x-name`, `severity` and `manual`.
 *
 * The official one consists of eight documents that refer to each other dynamically; compiling it takes a tenth of the start. It also
 * accepts members that are not keywords, such as misspelt ones.
 */
const SCHEMA_OF_SCHEMAS = {
  $id: 'urn:ticketgate:schema-of-schemas',
  type: ['object', 'boolean'],
  description: 'a JSON Schema',
  additionalProperties: false,
  properties: {
    ...all({ type: 'string' }, '$id', '$schema', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$comment'),
    ...all({ type: 'string' }, 'title', 'description', 'format', 'pattern', 'contentEncoding', 'contentMediaType'),
    ...all({ type: 'object', additionalProperties: schema }, '$defs', 'properties', 'patternProperties'),
    ...all({ type: 'object', additionalProperties: schema }, 'dependentSchemas'),
    ...all({ type: 'array', items: schema, minItems: 1 }, 'prefixItems', 'allOf', 'anyOf', 'oneOf'),
    ...all(schema, 'items', 'contains', 'unevaluatedItems', 'propertyNames', 'contentSchema'),
    ...all(schema, 'additionalProperties', 'unevaluatedProperties', 'if', 'then', 'else', 'not'),
    type: {
      anyOf: [simpleType, { type: 'array', items: simpleType, minItems: 1, uniqueItems: true }],
      description: `one of ${TYPES.join(', ')}, or a list of them`,
    },
    ...all(true, 'const', 'default', 'manual'),
    ...all({ type: 'array' }, 'enum', 'examples'),
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    ...all({ type: 'number' }, 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'),
    ...all({ type: 'integer', minimum: 0 }, 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxContains'),
    ...all({ type: 'integer', minimum: 0 }, 'minContains', 'maxProperties', 'minProperties'),
    ...all({ type: 'boolean' }, 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly'),
    $vocabulary: { type: 'object', additionalProperties: { type: 'boolean' } },
    required: names,
    dependentRequired: { type: 'object', additionalProperties: names },
    ...all({ type: 'boolean' }, 'secret', 'volatile', 'x-comma-list'),
    ...all({ type: 'string' }, 'x-kind', 'x-name'),
    severity: { enum: ['error', 'warning'] },
  },
};

/** The first reason why `schema` is not a JSON Schema, with its place; undefined if it is one. */
export function findSchemaMistake(schema: unknown): string | undefined {
  const [finding] = checkSchema(schema, SCHEMA_OF_SCHEMAS);
  if (finding === undefined) return undefined;
  const { path, message, suggestion } = finding;
  const sentence = withSuggestion(message, suggestion);
  return path.length === 0 ? sentence : `at ${path.join('.')}: ${sentence}`;
}
