import type { JsonSchema } from '@ticketgate/sdk';

/** The option `database.reads`. */
export const readsSchema: JsonSchema = {
  type: ['object', 'null'],
  description: 'a map with hosts, or null',
  severity: 'error',
  required: ['hosts'],
  additionalProperties: false,
  properties: {
    hosts: {
      type: 'array',
      minItems: 1,
      maxItems: 16,
      items: { type: 'string', minLength: 1, maxLength: 4000, description: 'host:port, or a URL' },
      description: 'a list of host:port, or of URLs',
    },
    consistency: { enum: ['caller', 'strict', 'eventual'] },
    maxLag: { type: 'number', minimum: 0.1, description: 'a number of seconds' },
  },
};
