import { AGENT_CREDENTIALS } from '../../request/credentials-schema.js';
import { ticketIDsInput } from '../../request/read-ticket-ids.js';

export const ticketDeleteInput = {
  type: 'object',
  required: ['TicketID'],
  properties: {
    ...AGENT_CREDENTIALS,
    TicketID: ticketIDsInput(
      'One ticket, a list of them, or several separated by commas. All of them are deleted, or none.',
    ),
    DryRun: {
      description: '1 answers what would be deleted, as numbers of rows by table, and deletes nothing.',
      anyOf: [{ type: 'integer', enum: [0, 1] }, { type: 'boolean' }, { type: 'string', enum: ['0', '1'] }],
    },
  },
} as const;

export const ticketDeleteOutput = {
  type: 'object',
  description: 'Empty after a deletion.',
  properties: {
    DryRun: {
      type: 'object',
      description: 'Numbers of rows by table.',
      additionalProperties: { type: 'integer' },
      examples: [{ ticket_history: 7, article_data_mime: 1, article: 1, ticket: 1 }],
    },
  },
} as const;
