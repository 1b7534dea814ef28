import { text, type ValueOf } from '@ticketgate/sdk/schema';

const FILLED_TEXT = { ...text('a text'), minLength: 1 } as const;

const TOKEN = {
  type: 'object',
  description: 'a map with url, clientID and clientSecret',
  severity: 'error',
  required: ['url', 'clientID', 'clientSecret'],
  additionalProperties: false,
  properties: {
    url: { type: 'string', pattern: '^https?://.', description: 'an address that begins with https://' },
    clientID: FILLED_TEXT,
    clientSecret: FILLED_TEXT,
    scope: text('a text'),
    audience: text('a text'),
    resource: text('a text'),
    /** Further members of the form. */
    parameters: { type: 'object', description: 'a map of names and texts', additionalProperties: text('a text') },
    /** Where requests for tokens have the id and the secret; by default in the header. */
    credentials: { enum: ['header', 'body'], description: 'header or body' },
  },
} as const;

/** One of `requester.tokens` in the configuration. */
export type TokenConfiguration = ValueOf<typeof TOKEN>;

/** The schema of `requester.tokens`. */
export const tokensSchema = { type: 'object', description: 'a map of names', additionalProperties: TOKEN } as const;
