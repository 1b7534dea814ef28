import { listKeys, operationError, type Data, type Database } from '@ticketgate/sdk';
import { objectsIn, integer, listOf, looseObject, objectWith, text } from '@ticketgate/sdk/schema/words';
import { groupRows, quickIfFew } from '@ticketgate/database/postgres';

import { listIDs, readSources, requireReadable, type ReadSources } from '../permission/readable-tickets.js';
import { usesInvolvedCheck } from '../permission/agent-checks.js';
import { readTickets } from '../ticket/reading/read-tickets.js';
import { ticketPermission } from '../permission/ticket-permission.js';
import { denied } from '../request/input-errors.js';
import { readTicketIDs, type RequestedTicket, ticketIDsInput } from '../request/read-ticket-ids.js';
import { defineTicketOperation } from './define-ticket-operation.js';
import { AGENT_CREDENTIALS, INTEGER, TEXT, TIME } from '../columns/member-schemas.js';

const SENT_ID = { anyOf: [INTEGER, TEXT] } as const;

export const ticketHistoryGetInput = objectWith(['TicketID'], {
  ...AGENT_CREDENTIALS,
  TicketID: ticketIDsInput(
    'One, several separated by commas, or a list. If one is unknown or forbidden, all are denied.',
  ),
});

const MEMBERS = {
  TicketID: { ...SENT_ID, description: 'As it was requested.' },
  ArticleID: integer('0 for none.'),
  Name: text('The stored text, for example %%2026112110000015%%Misc%%3 normal%%new%%2.'),
  HistoryType: text('For example NewTicket.'),
  HistoryTypeID: integer('Id of the HistoryType.'),
  QueueID: integer('Queue of the ticket after the event.'),
  OwnerID: integer('Owner of the ticket after the event.'),
  PriorityID: integer('Priority of the ticket after the event.'),
  StateID: integer('State of the ticket after the event.'),
  TypeID: integer('Type of the ticket after the event.'),
  CreateTime: TIME,
  CreateBy: integer('Id of the agent who did it.'),
} as const;

const ENTRY = objectWith(listKeys(MEMBERS), MEMBERS);

export const ticketHistoryGetOutput = looseObject({
  TicketHistory: {
    type: 'array',
    description: 'The histories, one per ticket.',
    items: objectWith(['TicketID', 'History'], { TicketID: SENT_ID, History: listOf(ENTRY) }),
  },
  History: {
    type: 'array',
    description: 'With profile contract, instead of TicketHistory: the entries of all tickets.',
    items: ENTRY,
  },
});

function listHistory(ticket: Data): readonly Data[] {
  return objectsIn(ticket.History).map((entry) => ({ ...entry, TicketID: Number(entry.TicketID) }));
}

const NAME = 'TicketHistoryGet';

/** Ticket::TicketHistoryGet: what happened to any number of tickets, with two statements. */
export const ticketHistoryGet = defineTicketOperation({
  type: 'Ticket::TicketHistoryGet',
  summary: 'Fetches the histories of tickets.',
  description: 'Agents only. The oldest entry comes first; texts are answered as they are stored.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'WrongStructure', 'AccessDenied'],
  input: ticketHistoryGetInput,
  output: ticketHistoryGetOutput,
  // The entries of all tickets in one list, each with its TicketID as integer.
  contract: { present: (output) => ({ History: objectsIn(output.TicketHistory).flatMap(listHistory) }) },
  examples: [{ summary: 'The history of a ticket.', input: { TicketID: 2 } }],
  async run(input, context) {
    const sources = await readSources(context);
    if (sources.caller.type !== 'User') throw operationError(NAME, 'AuthFail', 'User needs to an Agent!');
    return { TicketHistory: await readHistories(input, sources) };
  },
});

async function readHistories(input: Data, sources: ReadSources): Promise<readonly Data[]> {
  const { context, catalogue } = sources;
  const named = readTicketIDs(input.TicketID, NAME, context);
  const ids = listIDs(named);
  const permission = await ticketPermission(sources);
  const { settings, database } = context;
  const [tickets, histories] = await Promise.all([
    readTickets(database, ids, { hasInvolved: usesInvolvedCheck(settings) }),
    loadHistory(database, ids),
  ]);
  const deny = (ticket: RequestedTicket) => denied(NAME, `User does not have access to the ticket ${ticket.text}!`);
  requireReadable(named, tickets, { permission, deny });
  return named.map(({ id, sent }) => {
    const ticketID = typeof sent === 'string' ? sent.trim() : sent;
    const History = (histories.get(id ?? 0) ?? []).map((row) => {
      const HistoryType = catalogue.historyTypes.byID(row.HistoryTypeID)?.name ?? '';
      return { ...row, TicketID: ticketID, HistoryType };
    });
    return { TicketID: ticketID, History };
  });
}

/** A row of `ticket_history`, with its members as they are answered. */
interface HistoryEntryRow extends Data {
  readonly TicketID: number;
  readonly HistoryTypeID: number;
}

// The name is raw: `%%` separates and leads. That of the type is looked up in memory, and has its place here.
const LOAD = `
select ticket_id as "TicketID", coalesce(article_id, 0) as "ArticleID", name as "Name", '' as "HistoryType",
  history_type_id as "HistoryTypeID", queue_id as "QueueID", owner_id as "OwnerID", priority_id as "PriorityID", state_id as "StateID", type_id as "TypeID",
  create_time as "CreateTime", create_by as "CreateBy"
from ticket_history
where ticket_id = any($1::bigint[])
order by ticket_id, create_time, id`;

/** The histories of any number of tickets with one statement, by ticket id, oldest entries first. */
async function loadHistory(
  database: Database,
  ticketIDs: readonly number[],
): Promise<ReadonlyMap<number, readonly HistoryEntryRow[]>> {
  const rows = await database.query<HistoryEntryRow>(LOAD, [ticketIDs], quickIfFew(ticketIDs));
  return groupRows(rows, ({ TicketID }) => TicketID);
}
