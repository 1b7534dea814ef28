import type { JsonSchema } from '@ticketgate/sdk';

import { olderFieldParameters, searchParameters } from '../../search/search-parameters.js';

const CREDENTIALS: Readonly<Record<string, JsonSchema>> = {
  SessionID: { type: 'string', secret: true, description: 'A session, instead of a login and Password.' },
  UserLogin: { type: 'string', description: 'Login of an agent.' },
  Password: { type: 'string', secret: true },
};

export const ticketSearchInput: JsonSchema = {
  type: 'object',
  description:
    'Tickets must meet all criteria, with one of the values of each. Invalid and unknown values find nothing.',
  properties: { ...CREDENTIALS, ...searchParameters },
  patternProperties: olderFieldParameters,
};

export const ticketSearchOutput: JsonSchema = {
  type: 'object',
  description: 'Empty when nothing is found; with profile contract, TicketID is an empty list then.',
  properties: {
    TicketID: {
      type: 'array',
      items: { type: ['integer', 'string'] },
      description: 'Texts; integers with profile contract.',
    },
  },
};
