import { AGENT_CREDENTIALS } from '../../request/credentials-schema.js';
import { integer, INTEGER, namesOf, text, TEXT, TIME } from '../../columns/member-schemas.js';
import { ticketIDsInput } from '../../request/read-ticket-ids.js';
import { withISOSchema } from '../../columns/iso-times.js';

const ID = { anyOf: [INTEGER, TEXT] } as const;

export const ticketHistoryGetInput = {
  type: 'object',
  required: ['TicketID'],
  properties: {
    ...AGENT_CREDENTIALS,
    TicketID: ticketIDsInput(
      'One, several separated by commas, or a list. If one is unknown or forbidden, all are denied.',
    ),
  },
} as const;

const MEMBERS = {
  TicketID: { ...ID, description: 'As it was requested.' },
  ArticleID: integer('0 for none.'),
  Name: text('The stored text, for example %%2026112110000015%%Misc%%3 normal%%new%%2.'),
  HistoryType: text('For example NewTicket.'),
  HistoryTypeID: integer('Id of the HistoryType.'),
  QueueID: integer('Queue of the ticket after the event.'),
  OwnerID: integer('Owner of the ticket after the event.'),
  PriorityID: integer('Priority of the ticket after the event.'),
  StateID: integer('State of the ticket after the event.'),
  TypeID: integer('Type of the ticket after the event.'),
  CreateTime: TIME,
  CreateBy: integer('Id of the agent who did it.'),
} as const;

const ENTRY = {
  type: 'object',
  required: namesOf(MEMBERS),
  properties: withISOSchema(MEMBERS),
} as const;

export const ticketHistoryGetOutput = {
  type: 'object',
  properties: {
    TicketHistory: {
      type: 'array',
      description: 'The histories, one per ticket.',
      items: {
        type: 'object',
        required: ['TicketID', 'History'],
        properties: { TicketID: ID, History: { type: 'array', items: ENTRY } },
      },
    },
    History: {
      type: 'array',
      description: 'With profile contract, instead of TicketHistory: the entries of all tickets.',
      items: ENTRY,
    },
  },
} as const;
