import { namesOf } from '../../columns/member-schemas.js';
import { listedTicket, ticketMembers } from '../../ticket/ticket-schema.js';
import { olderFieldParameters, searchParameters } from '../../search/search-parameters.js';

/** The values of `Fields`: the members of TicketGet that every ticket may have. */
const TICKET_MEMBERS = namesOf(ticketMembers);

const flag = (description: string) => ({ enum: [0, 1, false, true], default: 0, description }) as const;

const LIMIT = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  default: 100,
  description: 'Tickets per page.',
} as const;

export const ticketListInput = {
  type: 'object',
  description: 'The criteria of TicketSearch, all of which must be met. Invalid ones are errors.',
  properties: {
    After: { type: 'string', description: 'Next of the page before, with the same criteria and the same order.' },
    Fields: {
      type: 'array',
      items: { type: 'string', enum: TICKET_MEMBERS },
      maxItems: TICKET_MEMBERS.length,
      'x-comma-list': true,
      description: 'Members of tickets; TicketID always comes. All without it.',
    },
    DynamicFields: flag('1 adds dynamic fields.'),
    Total: flag('1 adds the number of all matching tickets, which is counted for each page.'),
    ...searchParameters,
    Limit: LIMIT,
  },
  patternProperties: olderFieldParameters,
} as const;

export const ticketListOutput = {
  type: 'object',
  required: ['Ticket'],
  properties: {
    Ticket: { type: 'array', items: listedTicket },
    Next: { type: 'string', description: 'Sent as After, it gives the next page. Missing on the last one.' },
    Total: { type: 'integer', description: 'Where it was asked for.' },
  },
} as const;
