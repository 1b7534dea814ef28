import type { JsonSchema } from '@ticketgate/sdk';

import { listedTicket, ticketMembers } from '../../ticket/ticket-schema.js';
import { flag } from '../../request/flag-schema.js';
import { olderFieldParameters, searchParameters } from '../ticket-search/schema.js';

/** What `Fields` may name: the members of TicketGet that every ticket may have. */
export const TICKET_MEMBERS: readonly string[] = Object.keys(ticketMembers);

export const ticketListInput: JsonSchema = {
  type: 'object',
  description: 'The criteria of TicketSearch, all of which are to be met; what is invalid is an error.',
  properties: {
    ...searchParameters,
    Limit: { type: ['integer', 'string'], default: 100, description: 'Tickets per page; 1000 at most.' },
    After: { type: 'string', description: 'Next of the page before, with the same criteria and the same order.' },
    Fields: {
      type: ['string', 'array'],
      items: { type: 'string', enum: TICKET_MEMBERS },
      description: 'Members of tickets, separated by commas or as a list; TicketID always comes. All without it.',
    },
    DynamicFields: flag('1 adds dynamic fields.'),
    Total: flag('1 adds the number of all tickets that meet the criteria, which is counted anew for each page.'),
  },
  patternProperties: olderFieldParameters,
};

export const ticketListOutput: JsonSchema = {
  type: 'object',
  required: ['Ticket'],
  properties: {
    Ticket: { type: 'array', items: listedTicket },
    Next: { type: 'string', description: 'Sent as After, it gives the next page. Missing on the last one.' },
    Total: { type: 'integer', description: 'Where it was asked for.' },
  },
};
