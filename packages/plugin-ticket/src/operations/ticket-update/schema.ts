import { CREDENTIALS } from '../../request/credentials-schema.js';
import { each, ID, text, TEXT } from '../../columns/member-schemas.js';
import { dryRunOutput } from '../../ticket/dry-run.js';
import { ticketWithArticle } from '../../ticket/ticket-schema.js';
import { writtenArticle, writtenParts, writtenTicket } from '../../ticket/write-schema.js';

/** Ids too with profile contract. */
const AGENT = { type: ['string', 'integer'], description: 'Login of a valid agent.' };

const TICKET = {
  type: 'object',
  minProperties: 1,
  description: 'The changes. Empty members and 0 count as not given, so nothing can be removed.',
  properties: {
    ...writtenTicket({
      CustomerUser: 'Login or e-mail address. Without CustomerID, that of this customer is written too.',
      CustomerID: 'Without CustomerUser, the customer user of the ticket is emptied.',
      Queue: 'Moves and unlocks the ticket.',
      State: 'A closed state unlocks; a pending one needs PendingTime.',
      Priority: 'For example 3 normal.',
      Type: 'A valid ticket type.',
      Lock: 'unlock, lock or tmp_lock. Unlocking may reset the owner (Ticket::OwnerResetOnUnlock).',
      Owner: AGENT.description,
    }),
    ...each('Owner Responsible', AGENT),
  },
} as const;

const ARTICLE = {
  type: 'object',
  minProperties: 1,
  description: 'An article to add. It is stored, never sent.',
  required: ['Subject', 'Body'],
  properties: {
    ...writtenArticle('TicketUpdate', 'Default: the name of the agent, or of the customer in Ticket.CustomerUser.'),
    To: text('Default for the channel Email: the customer.'),
    ...each('Cc Bcc', TEXT),
  },
} as const;

export const ticketUpdateInput = {
  type: 'object',
  anyOf: [{ required: ['TicketID'] }, { required: ['TicketNumber'] }],
  properties: {
    ...CREDENTIALS,
    TicketID: { ...ID, description: 'The ticket, unless TicketNumber is given.' },
    TicketNumber: { type: ['string', 'integer'], description: 'The ticket; wins over TicketID.' },
    ...writtenParts(TICKET, ARTICLE),
  },
} as const;

export const ticketUpdateOutput = {
  type: 'object',
  required: ['TicketID', 'TicketNumber'],
  properties: {
    TicketID: { ...ID, description: 'As it was sent; a number when the ticket was named by TicketNumber.' },
    TicketNumber: TEXT,
    ArticleID: { ...ID, description: 'The new article; with IncludeTicketData else the last one.', volatile: true },
    Ticket: ticketWithArticle,
    DryRun: dryRunOutput,
  },
} as const;
