import { columnText, type InputOf } from '@ticketgate/sdk';

const field = columnText(20_000);

const ITEM = {
  type: 'object',
  description: 'an item',
  severity: 'error',
  additionalProperties: false,
  required: ['Title'],
  properties: {
    Number: { type: ['string', 'integer'], maxLength: 200, description: 'a number' },
    Title: columnText(200, { minLength: 1 }),
    Category: columnText(200, { minLength: 1 }),
    Language: columnText(200, { minLength: 1 }),
    StateType: { enum: ['internal', 'external', 'public'] },
    Keywords: columnText(400),
    ContentType: columnText(250),
    Symptom: field,
    Problem: field,
    Solution: field,
    Comment: field,
    Field5: field,
    Field6: field,
  },
} as const;

/**
 * An item of a file. One with the number of an earlier one replaces it. Its category and its language are created when they are missing;
 * defaults are `Misc` and `en`.
 */
export type FaqItem = InputOf<typeof ITEM>;

export const faqItemsSchema = {
  type: 'array',
  description: 'a list of items',
  severity: 'error',
  items: ITEM,
} as const;
