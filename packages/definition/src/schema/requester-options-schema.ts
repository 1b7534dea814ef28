import { manual } from './manual.js';

/** `Gateway.Requester`. */
export const requesterOptionsSchema = {
  type: 'object',
  description: 'a map with Sign and Query',
  ...manual('What the requests of [invokers](invokers.md) have beside what the family sends.', 'none', {
    Sign: { Secret: 'TICKETGATE_SECRET_CHAT' },
  }),
  additionalProperties: false,
  severity: 'error',
  properties: {
    Query: {
      enum: ['family', 'always'],
      ...manual(
        '`family` sends the query of a `Controller` only if one of its placeholders was replaced, `always` sends it in any case.',
        '`family`',
        'always',
      ),
    },
    Sign: {
      type: 'object',
      description: 'a map with Secret',
      ...manual('Signs each request, so that the other system can tell that it comes from here.', 'no signature', {
        Secret: 'TICKETGATE_SECRET_CHAT',
      }),
      additionalProperties: false,
      severity: 'error',
      required: ['Secret'],
      properties: {
        Secret: {
          type: ['string', 'number'],
          minLength: 1,
          description: 'a text',
          ...manual(
            'The key of the signature: Base64 of 24 to 64 bytes, with or without `whsec_` before it, or the name of a variable `TICKETGATE_SECRET_…` of the environment that has one.',
            'required',
            'TICKETGATE_SECRET_CHAT',
          ),
        },
      },
    },
  },
} as const;
