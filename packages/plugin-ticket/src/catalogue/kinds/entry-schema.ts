import type { JsonSchema } from '@ticketgate/sdk';

/** JSON Schema of an entry with a name and these members. */
export function entrySchema(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['Name', ...required],
    properties: { Name: { type: 'string', minLength: 1 }, ...properties },
  };
}

/** Minutes of working time. */
export const MINUTES = { type: 'integer', minimum: 0 } as const;
export const TEXT = { type: 'string' } as const;
