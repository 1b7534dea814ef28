import { defineFamilyOperation, isData, type Operation, type PluginHost } from '@ticketgate/sdk';

import { withISOTimes } from '../../time/iso-times.js';
import { systemTimeZone } from '../../time/system-time-zone.js';
import type { TicketSystem } from '../../ticket-system.js';
import { isFalsy } from '../../values.js';
import { CUSTOMER_MEMBERS } from '../customer-rights.js';
import { includedTicket } from '../included-ticket.js';
import type { WriteSources } from '../write-sources.js';
import { checkRequest } from './check-request.js';
import { planTicket } from './plan-ticket.js';
import { ticketCreateContract } from './profiles/contract.js';
import { ticketCreateInput, ticketCreateOutput } from './schema.js';
import { storeTicket } from './store-ticket.js';

/** Ticket::TicketCreate: check, plan in memory, store with one statement. */
export function ticketCreate(system: TicketSystem, host: Pick<PluginHost, 'database'>): Operation {
  return defineFamilyOperation({
    type: 'Ticket::TicketCreate',
    summary: 'Creates a ticket together with its first article.',
    effect: 'writes',
    takesIdempotencyKey: true,
    errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'AccessDenied'].map(
      (reason) => `TicketCreate.${reason}`,
    ),
    input: ticketCreateInput,
    output: ticketCreateOutput,
    options: {
      IncludeTicketData: { type: ['string', 'integer', 'boolean'], description: 'Answer the whole ticket (0 or 1).' },
    },
    customerMembers: CUSTOMER_MEMBERS,
    profiles: { contract: ticketCreateContract },
    async run(input, context) {
      // The original dies of a list as body, and so do its clients' expectations (`docs/compatibility.md`).
      if (!isData(input)) throw new TypeError('The body of TicketCreate is a list.');
      const now = context.now();
      const sources: WriteSources = {
        operation: 'TicketCreate',
        context,
        catalogue: await system.catalogue.current(),
        directory: await context.accounts.directory(),
        isAttached: system.isAttached,
        now,
        zone: systemTimeZone(context.settings),
      };
      const checked = await checkRequest(input, sources);
      const number = await system.numbers.next(host.database, now);
      const plan = await planTicket(checked, number, sources);
      const ids = await storeTicket(context.database, plan, sources);
      const isCustomer = plan.draft.senderType === 'customer';
      const answer = {
        TicketID: String(ids.ticketID),
        TicketNumber: number,
        ArticleID: isCustomer ? String(ids.articleID) : ids.articleID,
      };
      const hasAttachments = checked.attachments.length > 0;
      if (isFalsy(context.binding.options.IncludeTicketData)) return answer;
      const Ticket = await includedTicket(ids, { context, system, hasAttachments });
      return withISOTimes({ ...answer, Ticket }, context);
    },
  });
}
