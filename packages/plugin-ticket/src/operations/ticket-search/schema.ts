import { AGENT_CREDENTIALS } from '../../request/credentials-schema.js';
import { olderFieldParameters, searchParameters } from '../../search/search-parameters.js';

export const ticketSearchInput = {
  type: 'object',
  description:
    'Tickets must meet all criteria, with one of the values of each. Invalid and unknown values find nothing.',
  properties: { ...AGENT_CREDENTIALS, ...searchParameters },
  patternProperties: olderFieldParameters,
} as const;

export const ticketSearchOutput = {
  type: 'object',
  description: 'Empty when nothing is found; with profile contract, TicketID is an empty list then.',
  properties: {
    TicketID: {
      type: 'array',
      items: { type: ['integer', 'string'] },
      description: 'Texts; integers with profile contract.',
    },
  },
} as const;
