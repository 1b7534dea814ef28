import { itemListSchema, type JsonSchema } from '@ticketgate/sdk';

export const faqSearchInput: JsonSchema = {
  type: 'object',
  anyOf: [{ required: ['What'] }, { required: ['Query'] }],
  properties: {
    SessionID: { type: 'string', secret: true, description: 'A session, instead of a login and Password.' },
    UserLogin: { type: 'string', description: 'Login of an agent.' },
    CustomerUserLogin: { type: 'string', description: 'Login of a customer user.' },
    Password: { type: 'string', secret: true },
    What: { type: 'string', description: 'Words that must all occur, in any order and case; * stands for any text.' },
    Query: { type: 'string', description: 'Another name for What.' },
    Limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
};

const text = { type: 'string' } as const;

export const faqSearchOutput = itemListSchema({
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
});
