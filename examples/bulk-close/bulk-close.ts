import type {} from '@ticketgate/plugin-ticket';
import { createError, defineOperation, isOperationError, type Data, type OperationContext } from '@ticketgate/sdk';

/** More would keep the client waiting for too long; it can call again for the others. */
const MOST_TICKETS = 1000;

const TooMany = createError(
  'BulkClose.TooMany',
  () => `The search finds more than ${MOST_TICKETS} tickets. Narrow it down.`,
  'Invalid',
);

interface Item {
  readonly TicketID: number;
  readonly Closed: 0 | 1;
  /** Why it was not closed. */
  readonly ErrorCode?: string;
  readonly ErrorMessage?: string;
}

export const bulkClose = defineOperation({
  type: 'Custom::BulkClose',
  summary: 'Closes all tickets that a search finds, each in a transaction of its own.',
  effect: 'writes',
  hints: { destructive: true, idempotent: true },
  transaction: 'own',
  // No takesIdempotencyKey: that would be one transaction for all of them. Sent again, it closes what is left.
  input: {
    type: 'object',
    required: ['Search'],
    properties: {
      Search: { type: 'object', description: 'What TicketSearch takes.', additionalProperties: true, minProperties: 1 },
      State: { type: 'string', default: 'closed successful' },
      Note: { type: 'string', minLength: 1, default: 'Closed together with others.' },
    },
  },
  output: {
    type: 'object',
    required: ['Closed', 'Failed', 'Tickets'],
    properties: {
      Closed: { type: 'integer' },
      Failed: { type: 'integer' },
      Tickets: {
        type: 'array',
        items: {
          type: 'object',
          required: ['TicketID', 'Closed'],
          properties: {
            TicketID: { type: 'integer' },
            Closed: { enum: [0, 1] },
            ErrorCode: { type: 'string' },
            ErrorMessage: { type: 'string' },
          },
        },
      },
    },
  },
  errors: ['BulkClose.AuthFail', 'BulkClose.TooMany', 'TicketSearch.InvalidParameter'],
  examples: [
    {
      summary: 'Closes the tickets about toner.',
      input: { Search: { Title: '*toner*', StateType: ['new', 'open'] } },
      output: { Closed: 1, Failed: 0, Tickets: [{ TicketID: 2, Closed: 1 }] },
    },
  ],
  async run({ Search, State, Note }, context) {
    await context.caller();
    const tickets: Item[] = [];
    for (const id of await findTickets(Search, context)) {
      // Nobody waits any more: what was closed stays closed.
      context.request.signal.throwIfAborted();
      tickets.push(await close({ TicketID: id, State, Note }, context));
    }
    const closed = tickets.filter(({ Closed }) => Closed === 1).length;
    return { Closed: closed, Failed: tickets.length - closed, Tickets: tickets };
  },
});

async function findTickets(search: Data, { call }: OperationContext): Promise<readonly number[]> {
  const { TicketID = [] } = await call('Ticket::TicketSearch', { ...search, Limit: MOST_TICKETS + 1 });
  const ids = [TicketID].flat().map(Number);
  if (ids.length > MOST_TICKETS) throw new TooMany();
  return ids;
}

/** One ticket that cannot be closed does not keep the others. Without a database none can: the client sends the request again later. */
async function close(
  { TicketID, State, Note }: { readonly TicketID: number; readonly State: string; readonly Note: string },
  { call, database, logger }: OperationContext,
): Promise<Item> {
  const Article = { Subject: 'Closed', Body: Note, ContentType: 'text/plain; charset=utf-8' };
  const input = { TicketID, Ticket: { State }, Article };
  try {
    await database.withTransaction((transaction) => call('Ticket::TicketUpdate', input, { database: transaction }));
    return { TicketID, Closed: 1 };
  } catch (error) {
    if (isOperationError(error) && error.reason === 'Unavailable') throw error;
    if (isOperationError(error)) return { TicketID, Closed: 0, ErrorCode: error.code, ErrorMessage: error.message };
    logger.error('a ticket could not be closed', { ticketID: TicketID, error });
    return { TicketID, Closed: 0, ErrorCode: 'BulkClose.Failed', ErrorMessage: 'The log has the reason.' };
  }
}
