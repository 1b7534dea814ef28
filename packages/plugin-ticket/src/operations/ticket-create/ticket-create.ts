import { randomUUID } from 'node:crypto';

import { CUSTOMER_MEMBERS } from '../../permission/customer-rights.js';
import { answerWrite, INCLUDE_OPTIONS } from '../../ticket/present/answer-write.js';
import { isDryRun, looksLikeDryRun, executeDryRun } from '../../ticket/dry-run.js';
import { createTicket } from '../../ticket/create/create-ticket.js';
import { defineTicketOperation } from '../define-ticket-operation.js';
import { ticketCreateContract } from './profiles/contract.js';
import { ticketCreateInput, ticketCreateOutput } from './schema.js';

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
    if (!isDryRun(input, 'TicketCreate')) return answerWrite(await createTicket(input, context), context);
    const services = { ...context.services, numbers: NO_NUMBERS };
    return executeDryRun({ ...context, services }, (inside) => createTicket(input, inside), [
      'TicketID',
      'TicketNumber',
    ]);
  },
});

/** Unique placeholders for numbers, so that dry runs do not wait for each other. */
const NO_NUMBERS = { next: () => Promise.resolve(`dry run ${randomUUID()}`) };
