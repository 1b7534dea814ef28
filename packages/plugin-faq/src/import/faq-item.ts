import { columnText, type JsonSchema } from '@ticketgate/sdk';

/** An item of a file. */
export interface FaqItem {
  /** Items with the number of an earlier one replace it. */
  readonly Number?: string | number;
  readonly Title: string;
  /** Created when it is missing; default `Misc`. */
  readonly Category?: string;
  /** Created when it is missing; default `en`. */
  readonly Language?: string;
  readonly StateType?: 'internal' | 'external' | 'public';
  readonly Keywords?: string;
  readonly ContentType?: string;
  readonly Symptom?: string;
  readonly Problem?: string;
  readonly Solution?: string;
  readonly Comment?: string;
  readonly Field5?: string;
  readonly Field6?: string;
}

const field = columnText(20_000);

/** JSON Schema of a file of items. */
export const faqItemsSchema: JsonSchema = {
  type: 'array',
  description: 'a list of items',
  severity: 'error',
  items: {
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
  },
};
