import {
  operationError,
  OperationFault,
  type Data,
  type OperationContext,
  type Database,
  type Tables,
} from '@ticketgate/sdk';
import { objectWith } from '@ticketgate/sdk/schema/words';

import { usesInvolvedCheck } from '../permission/agent-checks.js';
import { readSources } from '../permission/readable-tickets.js';
import { ticketPermission } from '../permission/ticket-permission.js';
import { emitDeleted } from '../ticket/events/ticket-events.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { isDryRun } from '../ticket/writing/dry-run.js';
import { denied } from '../request/input-errors.js';
import { findTickets, lockTickets } from '../ticket/reading/read-tickets.js';
import type { TicketRow } from '../columns/ticket-columns.js';
import { readTicketIDs, ticketIDsInput } from '../request/read-ticket-ids.js';
import { defineTicketOperation } from './define-ticket-operation.js';
import { DELETION_STEPS } from './deletion-steps.js';
import { AGENT_CREDENTIALS } from '../columns/member-schemas.js';

export const ticketDeleteInput = objectWith(['TicketID'], {
  ...AGENT_CREDENTIALS,
  TicketID: ticketIDsInput(
    'One ticket, a list of them, or several separated by commas. All of them are deleted, or none.',
  ),
  DryRun: {
    description: '1 answers what would be deleted, as numbers of rows by table, and deletes nothing.',
    anyOf: [{ type: 'integer', enum: [0, 1] }, { type: 'boolean' }, { type: 'string', enum: ['0', '1'] }],
  },
});

export const ticketDeleteOutput = {
  type: 'object',
  description: 'Empty after a deletion.',
  properties: {
    DryRun: {
      type: 'object',
      description: 'Numbers of rows by table.',
      additionalProperties: { type: 'integer' },
      examples: [{ ticket_history: 7, article_data_mime: 1, article: 1, ticket: 1 }],
    },
  },
} as const;

const NAME = 'TicketDelete';

/** Ticket::TicketDelete: deletes all named tickets, with everything that belongs to them, or none. */
export const ticketDelete = defineTicketOperation({
  type: 'Ticket::TicketDelete',
  summary: 'Deletes tickets with their articles, attachments and histories.',
  description:
    'Agents only, with the permission rw in the groups of all queues; owning the ticket is not enough. The answer is empty; with DryRun it tells what would go.',
  effect: 'writes',
  hints: { destructive: true, idempotent: true },
  transaction: 'own',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'WrongStructure', 'AccessDenied'],
  input: ticketDeleteInput,
  output: ticketDeleteOutput,
  listAsBody: 'empty',
  examples: [
    {
      summary: 'What would be deleted with a ticket.',
      input: { TicketID: 2, DryRun: 1 },
      output: { DryRun: { ticket_history: 7, article_data_mime: 1, article: 1, ticket: 1 } },
    },
  ],
  run: wipe,
});
async function wipe(input: Data, context: TicketContext): Promise<Data> {
  const mayDelete = await deletionPermission(context);
  const ids = ticketIDs(input.TicketID, context);
  const isTrial = isDryRun(input, NAME);
  const { events } = context.services;
  const { answer, emitted } = await context.database.withTransaction(async (transaction) => {
    const read = isTrial ? findTickets : lockTickets;
    const tickets = await read(transaction, ids, { hasInvolved: usesInvolvedCheck(context.settings) });
    // Unknown and forbidden tickets are answered alike.
    if (tickets.filter(mayDelete).length < ids.length) throw denied(NAME, 'User does not have access to the ticket!');
    const rows = await deleteTickets(transaction, ids, { isTrial, system: context.services.tables });
    if (isTrial) return { answer: { DryRun: rows }, emitted: [] };
    // Their rows are locked, so somebody else cannot have deleted them.
    if (rows.ticket !== tickets.length)
      throw new OperationFault('The tickets were not deleted, so nothing was changed.');
    const deleted = tickets.map(({ id, number }) => ({ ticketID: id, number }));
    return { answer: {}, emitted: await emitDeleted(transaction, events, deleted) };
  });
  await events.settled(emitted);
  return answer;
}

type Decision = (ticket: TicketRow) => boolean;

/** Requires `rw` in the group of the queue, even of owners. */
async function deletionPermission(context: TicketContext): Promise<Decision> {
  const sources = await readSources(context);
  const { caller, catalogue } = sources;
  if (caller.type !== 'User') throw operationError(NAME, 'AuthFail', 'User needs to be an agent!');
  const permission = await ticketPermission(sources);
  const groups = (await context.accounts.directory()).groupIDsOfAgent(caller.userID, 'rw');
  return (ticket) => {
    const groupID = catalogue.queues.byID(ticket.queueID)?.groupID;
    return groupID !== undefined && groups.has(groupID) && permission(ticket, 'rw');
  };
}

/** Limited, so that locks are not held too long. */
const MAX_TICKETS = 1000;

/** Each ticket once; an invalid id becomes 0, which no ticket has. */
function ticketIDs(value: unknown, context: OperationContext): readonly number[] {
  const ids = new Set(readTicketIDs(value, NAME, context).map(({ id }) => id ?? 0));
  if (ids.size <= MAX_TICKETS) return [...ids];
  const sentence = `TicketID names ${ids.size} tickets; delete at most ${MAX_TICKETS} at once.`;
  throw operationError(NAME, 'WrongStructure', sentence);
}

/** Numbers of deleted rows by table, in the order of deletion, without tables that had none. */
type DeletedRows = Readonly<Record<string, number>>;

/**
 * Deletes tickets with all dependent rows, or counts them. Run it in a transaction that has locked the rows of `ticket` in the order of
 * their ids. Tables that the system does not have are skipped.
 */
async function deleteTickets(
  database: Database,
  ticketIDs: readonly number[],
  { isTrial, system }: { readonly isTrial: boolean; readonly system: Pick<Tables, 'has'> },
): Promise<DeletedRows> {
  const rows: Record<string, number> = {};
  for (const { tables, count, remove } of DELETION_STEPS) {
    if (!tables.every((table) => system.has(table))) continue;
    const [counts] = await database.query<Record<string, number>>(isTrial ? count : remove, [ticketIDs]);
    for (const [table, number] of Object.entries(counts ?? {})) {
      if (number > 0) rows[table] = (rows[table] ?? 0) + number;
    }
  }
  return rows;
}
