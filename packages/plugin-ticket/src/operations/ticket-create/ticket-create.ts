import { randomUUID } from 'node:crypto';

import { CUSTOMER_MEMBERS } from '../../permission/customer-rights.js';
import { answerWrite, INCLUDE_OPTIONS } from '../../ticket/present/answer-write.js';
import { isDryRun, looksLikeDryRun, executeDryRun } from '../../ticket/dry-run.js';
import { createTicket } from '../../ticket/create/create-ticket.js';
import { textOf } from '../../request/family-values.js';
import { completeArticle, requireBase64 } from '../../request/strict-values.js';
import { defineTicketOperation, type ContractProfile } from '../define-ticket-operation.js';
import { ticketCreateInput, ticketCreateOutput } from './schema.js';

/**
 * The forms of clients of the contract: a charset is optional, flags are 0, 1, true or false, ids are integers; TicketID is text in
 * the envelope.
 */
const ticketCreateContract: ContractProfile = {
  readInput: (input, operation) => completeArticle(requireBase64(input, operation), operation),
  present: (output, { answer }) => {
    // A dry run has no ids.
    if (output.TicketID === undefined) return output;
    const TicketID = answer === 'envelope' ? textOf(output.TicketID) : Number(output.TicketID);
    return { ...output, TicketID, ArticleID: Number(output.ArticleID) };
  },
};

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
  contract: ticketCreateContract,
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
