import type { JsonSchema } from '@ticketgate/sdk';

const TEXT = { type: 'string', description: 'a text' } as const;
const WORD = { ...TEXT, minLength: 1 } as const;

/** The schema of `requester.tokens`. */
export const tokensSchema: JsonSchema = {
  type: 'object',
  description: 'a map of names',
  additionalProperties: {
    type: 'object',
    description: 'a map with url, clientID and clientSecret',
    severity: 'error',
    required: ['url', 'clientID', 'clientSecret'],
    additionalProperties: false,
    properties: {
      url: { type: 'string', pattern: '^https?://.', description: 'an address that begins with https://' },
      clientID: WORD,
      clientSecret: WORD,
      scope: TEXT,
      audience: TEXT,
      resource: TEXT,
      parameters: { type: 'object', description: 'a map of names and texts', additionalProperties: TEXT },
      credentials: { enum: ['header', 'body'], description: 'header or body' },
    },
  },
};
