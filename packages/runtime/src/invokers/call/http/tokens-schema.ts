import { text, type ValueOf } from '@ticketgate/sdk/schema';

const TEXT = text('a text');
const FILLED_TEXT = { ...TEXT, minLength: 1 } as const;

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
