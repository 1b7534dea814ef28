import { addISOSchemas, itemListSchema, type AnsweredTimes } from '@ticketgate/sdk';

export const faqSearchInput = {
  type: 'object',
  anyOf: [{ required: ['What'] }, { required: ['Query'] }],
  properties: {
    What: { type: 'string', description: 'Words that must all occur, in any order and case; * stands for any text.' },
    Query: { type: 'string', description: 'Another name for What.' },
    Limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
} as const;

const text = { type: 'string' } as const;

export const ITEM_TIMES: AnsweredTimes<'Changed'> = { members: new Set(['Changed']), foreign: new Set() };

const ITEM = {
  FAQID: { type: 'integer' },
  Number: text,
  Title: text,
  Category: text,
  CategoryID: { type: 'integer' },
  Language: { ...text, description: 'For example en.' },
  State: text,
  StateType: { ...text, enum: ['internal', 'external', 'public'] },
  Keywords: text,
  Changed: { ...text, description: 'YYYY-MM-DD HH:MM:SS in the system time zone.' },
} as const;

export const faqSearchOutput = itemListSchema(ITEM, addISOSchemas(ITEM, ITEM_TIMES));
