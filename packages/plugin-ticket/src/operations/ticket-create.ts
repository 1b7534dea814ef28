import { randomUUID } from 'node:crypto';
import { isData } from '@ticketgate/sdk';
import { objectWith, text } from '@ticketgate/sdk/schema/words';

import { withArticleIDs } from '../articles/collect-articles.js';
import { CUSTOMER_MEMBERS } from '../permission/customer-rights.js';
import { answerWrite, INCLUDE_OPTIONS } from '../ticket/reading/answer-write.js';
import { isDryRun, looksLikeDryRun, executeDryRun, dryRunOutput } from '../ticket/writing/dry-run.js';
import { createTicket } from '../ticket/writing/create-ticket.js';
import { toText } from '../request/family-values.js';
import { completeArticle, requireBase64 } from '../request/strict-values.js';
import { defineTicketOperation } from './define-ticket-operation.js';
import { CREDENTIALS, each, ID, integerOrText } from '../columns/member-schemas.js';
import { volatile } from '../columns/ticket-columns.js';
import { createdTicket } from '../ticket/reading/ticket-schema.js';
import { oneOrMore, writtenArticle, writtenParts, writtenTicket } from '../ticket/writing/write-schema.js';

const TICKET = objectWith(
  ['Title', 'CustomerUser'],
  writtenTicket({
    CustomerUser: 'Login of a customer user, or an e-mail address.',
    CustomerID: "Default: the customer user's own.",
    Queue: 'Name; Queue or QueueID is required.',
    State: 'Name; State or StateID is required.',
    Priority: 'Name; Priority or PriorityID is required.',
    Type: 'Required where Ticket::Type is on.',
    Lock: 'unlock, lock or tmp_lock.',
    Owner: 'Login of a valid agent; a named owner locks the ticket.',
  }),
);

const ARTICLE = objectWith(['Subject', 'Body'], {
  ...writtenArticle('TicketCreate', 'Default: the customer user.'),
  To: text('The recipients of an e-mail: required with ArticleSend, and only used with it.'),
  ...each('Cc Bcc', text('Further recipients of an e-mail.')),
});

export const ticketCreateInput = objectWith(['Ticket', 'Article'], {
  ...CREDENTIALS,
  ...writtenParts(TICKET, ARTICLE),
});

export const ticketCreateOutput = {
  type: 'object',
  anyOf: [{ required: ['TicketID', 'TicketNumber', 'ArticleID'] }, { required: ['DryRun', 'Ticket'] }],
  properties: {
    TicketID: volatile(integerOrText('Of the new ticket.')),
    TicketNumber: volatile(text()),
    ArticleID: volatile(oneOrMore(ID, 'Of its first article; in profile znuny a list of several.')),
    Ticket: createdTicket,
    DryRun: dryRunOutput,
  },
} as const;

/** Ticket::TicketCreate: checks the request, drafts the ticket in memory, and stores it with one statement. */
export const ticketCreate = defineTicketOperation({
  type: 'Ticket::TicketCreate',
  summary: 'Creates a ticket together with its first article.',
  effect: 'writes',
  hints: { destructive: false },
  // It writes with a statement that is shared with other requests.
  transaction: 'own',
  takesIdempotencyKey: true,
  isTrial: looksLikeDryRun,
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'AccessDenied'],
  input: ticketCreateInput,
  output: ticketCreateOutput,
  options: INCLUDE_OPTIONS,
  customerMembers: CUSTOMER_MEMBERS,
  // A charset is optional, flags are 0, 1, true or false, ids are integers; TicketID is text in the envelope.
  contract: {
    takesEmpty: true,
    readInput: (input, operation) => completeArticle(requireBase64(input, operation), operation),
    present: (output, { answer }) => {
      const whole = isData(output.Ticket) ? { ...output, Ticket: withArticleIDs(output.Ticket) } : output;
      // A dry run has no ids.
      if (output.TicketID === undefined) return whole;
      const TicketID = answer === 'envelope' ? toText(output.TicketID) : Number(output.TicketID);
      return { ...whole, TicketID, ArticleID: Number(output.ArticleID) };
    },
  },
  examples: [
    {
      summary: 'A ticket with a note.',
      input: {
        Ticket: {
          Title: 'Printer on fire',
          Queue: 'Raw',
          State: 'new',
          Priority: '3 normal',
          CustomerUser: 'carla@customer.example',
        },
        Article: { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8' },
      },
      output: { TicketID: 2, TicketNumber: '2026112210000011', ArticleID: 2 },
    },
  ],
  async run(input, context) {
    if (!isDryRun(input, 'TicketCreate'))
      return answerWrite(await createTicket(input, context), context, { isNew: true });
    const services = { ...context.services, numbers: NO_NUMBERS };
    return executeDryRun({ ...context, services }, (inside) => createTicket(input, inside), [
      'TicketID',
      'TicketNumber',
    ]);
  },
});

/** Unique placeholders for numbers, so that dry runs do not wait for each other. */
const NO_NUMBERS = { next: () => Promise.resolve(`dry run ${randomUUID()}`) };
