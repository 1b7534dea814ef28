import { manual } from './manual.js';

/** `Gateway.Requester`. */
export const requesterOptionsSchema = {
  type: 'object',
  description: 'a map with Sign',
  ...manual('What the requests of [invokers](invokers.md) have beside what the family sends.', 'none', {
    Sign: { Secret: 'TICKETGATE_SECRET_CHAT' },
  }),
  additionalProperties: false,
  required: ['Sign'],
  properties: {
    Sign: {
      type: 'object',
      description: 'a map with Secret',
      ...manual('Signs each request, so that the other system can tell that it comes from here.', 'no signature', {
        Secret: 'TICKETGATE_SECRET_CHAT',
      }),
      additionalProperties: false,
      required: ['Secret'],
      properties: {
        Secret: {
          type: ['string', 'number'],
          minLength: 1,
          description: 'a text',
          ...manual(
            'The key of the signature: `whsec_` and Base64, any other text, or the name of a variable `TICKETGATE_SECRET_…` of the environment.',
            'required',
            'TICKETGATE_SECRET_CHAT',
          ),
        },
      },
    },
  },
} as const;
