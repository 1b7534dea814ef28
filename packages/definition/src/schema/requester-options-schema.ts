import type { Manual } from './manual.js';

/** `Gateway.Requester`. */
export const requesterOptionsSchema = {
  type: 'object',
  description: 'a map with Sign',
  manual: {
    effect: 'What the requests of [invokers](invokers.md) have beside what the family sends.',
    default: 'none',
    example: { Sign: { Secret: 'TICKETGATE_SECRET_CHAT' } },
  } satisfies Manual,
  additionalProperties: false,
  required: ['Sign'],
  properties: {
    Sign: {
      type: 'object',
      description: 'a map with Secret',
      manual: {
        effect: 'Signs each request, so that the other system can tell that it comes from here.',
        default: 'no signature',
        example: { Secret: 'TICKETGATE_SECRET_CHAT' },
      } satisfies Manual,
      additionalProperties: false,
      required: ['Secret'],
      properties: {
        Secret: {
          type: ['string', 'number'],
          minLength: 1,
          description: 'a text',
          manual: {
            effect:
              'The key of the signature: `whsec_` and Base64, any other text, or the name of a variable `TICKETGATE_SECRET_…` of the environment.',
            default: 'required',
            example: 'TICKETGATE_SECRET_CHAT',
          } satisfies Manual,
        },
      },
    },
  },
} as const;
