import { CREDENTIALS } from '../../request/credentials-schema.js';
import { dryRunOutput } from '../../ticket/dry-run.js';
import { createdTicket } from '../../ticket/ticket-schema.js';
import { writtenArticle, writtenParts, writtenTicket } from '../../ticket/write-schema.js';

const TICKET = {
  type: 'object',
  required: ['Title', 'CustomerUser'],
  properties: writtenTicket({
    CustomerUser: 'Login of a customer user, or an e-mail address.',
    CustomerID: "Default: the customer user's own.",
    Queue: 'Name; Queue or QueueID is required.',
    State: 'Name; State or StateID is required.',
    Priority: 'Name; Priority or PriorityID is required.',
    Type: 'Required where Ticket::Type is on.',
    Lock: 'unlock, lock or tmp_lock.',
    Owner: 'Login of a valid agent; a named owner locks the ticket.',
  }),
} as const;

const ARTICLE = {
  type: 'object',
  required: ['Subject', 'Body'],
  properties: writtenArticle('TicketCreate', 'Default: the customer user.'),
} as const;

export const ticketCreateInput = {
  type: 'object',
  required: ['Ticket', 'Article'],
  properties: {
    ...CREDENTIALS,
    ...writtenParts(TICKET, ARTICLE),
  },
} as const;

export const ticketCreateOutput = {
  type: 'object',
  anyOf: [{ required: ['TicketID', 'TicketNumber', 'ArticleID'] }, { required: ['DryRun', 'Ticket'] }],
  properties: {
    TicketID: { type: ['integer', 'string'], description: 'Of the new ticket.', volatile: true },
    TicketNumber: { type: 'string', volatile: true },
    ArticleID: { type: ['integer', 'string'], description: 'Of its first article.', volatile: true },
    Ticket: createdTicket,
    DryRun: dryRunOutput,
  },
} as const;
