import type {} from '@ticketgate/plugin-ticket';
import { createError, defineOperation, type OperationContext } from '@ticketgate/sdk';

import type { Assets } from './assets.js';

/** What the operations of the plugin share. */
export interface Services {
  readonly assets: Assets;
}

const AssetsAway = createError(
  'AssetsOfTicket.AssetsAway',
  () => 'The database of assets does not answer. Try again later.',
  'Unavailable',
);

export const assetsOfTicket = defineOperation({
  type: 'Custom::AssetsOfTicket',
  summary: 'Lists the assets of the customer of a ticket.',
  effect: 'reads',
  input: { type: 'object', required: ['TicketID'], properties: { TicketID: { type: 'integer', minimum: 1 } } },
  output: {
    type: 'object',
    required: ['Assets'],
    properties: {
      Assets: {
        type: 'array',
        items: {
          type: 'object',
          required: ['Name', 'Serial'],
          properties: { Name: { type: 'string' }, Serial: { type: 'string' } },
        },
      },
    },
  },
  errors: ['AssetsOfTicket.AssetsAway', 'TicketGet.AccessDenied'],
  examples: [
    {
      summary: 'The assets of a customer with one printer.',
      input: { TicketID: 2 },
      output: { Assets: [{ Name: 'Printer', Serial: 'P-1' }] },
    },
  ],
  async run({ TicketID }, context: OperationContext<Services>) {
    // Checks who calls and whether they may read the ticket.
    const { Ticket } = await context.call('Ticket::TicketGet', { TicketID });
    const [ticket] = Ticket as readonly { readonly CustomerID: string }[];
    return { Assets: await find(ticket?.CustomerID ?? '', context) };
  },
});

async function find(customerID: string, { services }: OperationContext<Services>) {
  try {
    return await services.assets.ofCustomer(customerID);
  } catch (cause) {
    throw new AssetsAway(undefined, cause); // the log has the cause, the client a 503
  }
}
