import { randomUUID } from 'node:crypto';
import { defineFamilyOperation, isData, type Data } from '@ticketgate/sdk';

import { withISOTimes } from '../../time/iso-times.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { isFalsy } from '../../request/family-values.js';
import { CUSTOMER_MEMBERS } from '../../permission/customer-rights.js';
import { INCLUDE_OPTIONS, includedTicket } from '../../ticket/present/included-ticket.js';
import { isDryRun, undone, withoutNewIDs } from '../../ticket/dry-run.js';
import { createTicket } from '../../ticket/create/create-ticket.js';
import { ticketCreateContract } from './profiles/contract.js';
import { ticketCreateInput, ticketCreateOutput } from './schema.js';

/** Ticket::TicketCreate: check, plan in memory, store with one statement. */
export const ticketCreate = defineFamilyOperation({
  type: 'Ticket::TicketCreate',
  summary: 'Creates a ticket together with its first article.',
  effect: 'writes',
  hints: { destructive: false },
  takesIdempotencyKey: true,
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'AccessDenied'].map(
    (reason) => `TicketCreate.${reason}`,
  ),
  input: ticketCreateInput,
  output: ticketCreateOutput,
  options: INCLUDE_OPTIONS,
  customerMembers: CUSTOMER_MEMBERS,
  profiles: { contract: ticketCreateContract },
  examples: [
    {
      summary: 'A ticket with a note.',
      input: {
        Ticket: {
          Title: 'Printer on fire',
          Queue: 'Raw',
          State: 'new',
          Priority: '3 normal',
          CustomerUser: 'carla@example.com',
        },
        Article: { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8' },
      },
      output: { TicketID: 2, TicketNumber: '2026112210000011', ArticleID: 2 },
    },
  ],
  async run(input, context: TicketContext) {
    // The family crashes on a list as body, and answers accordingly (`docs/compatibility.md`).
    if (!isData(input)) throw new TypeError('The body of TicketCreate is a list.');
    if (isDryRun(input, 'TicketCreate')) return tryOut(input, context);
    const { services: system } = context;
    const created = await createTicket(input, context, system);
    const { number, ticketID, articleID, isFromCustomer, hasAttachments } = created;
    const answer = {
      TicketID: String(ticketID),
      TicketNumber: number,
      ArticleID: isFromCustomer ? String(articleID) : articleID,
    };
    if (isFalsy(context.binding.options.IncludeTicketData)) return answer;
    const Ticket = await includedTicket(created, { context, system, hasAttachments });
    return withISOTimes({ ...answer, Ticket }, context);
  },
});

/** Numbers that no ticket gets: unique, so that dry runs do not wait for each other. */
const NO_NUMBERS = { next: () => Promise.resolve(`dry run ${randomUUID()}`) };

async function tryOut(input: Data, context: TicketContext): Promise<Data> {
  const system = { ...context.services, numbers: NO_NUMBERS };
  const Ticket = await undone(context, async (inside) => {
    const created = await createTicket(input, inside, system);
    return includedTicket(created, { context: inside, system, hasAttachments: created.hasAttachments });
  });
  return withISOTimes({ DryRun: 1, Ticket: withoutNewIDs(Ticket, ['TicketID', 'TicketNumber']) }, context);
}
