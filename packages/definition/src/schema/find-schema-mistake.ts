import { withSuggestion } from '@ticketgate/sdk';

import { checkSchema } from './check-schema.js';
import { SCHEMA_OF_SCHEMAS } from './schema-of-schemas.js';

/** The first thing that keeps `schema` from being a JSON Schema, and where in it; undefined when it is one. */
export function findSchemaMistake(schema: unknown): string | undefined {
  const [finding] = checkSchema(schema, SCHEMA_OF_SCHEMAS);
  if (finding === undefined) return undefined;
  const { path, message, suggestion } = finding;
  const sentence = withSuggestion(message, suggestion);
  return path.length === 0 ? sentence : `at ${path.join('.')}: ${sentence}`;
}
