import type { ValueOf } from '@ticketgate/sdk';

const TEXT = { type: 'string', description: 'a text' } as const;
const WORD = { ...TEXT, minLength: 1 } as const;

const TOKEN = {
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
    /** Further members of the form. */
    parameters: { type: 'object', description: 'a map of names and texts', additionalProperties: TEXT },
    /** Where requests for tokens have the id and the secret; by default in the header. */
    credentials: { enum: ['header', 'body'], description: 'header or body' },
  },
} as const;

/** One of `requester.tokens` in the configuration. */
export type TokenConfiguration = ValueOf<typeof TOKEN>;

/** The schema of `requester.tokens`. */
export const tokensSchema = { type: 'object', description: 'a map of names', additionalProperties: TOKEN } as const;
