import { operationError, type Data } from '@ticketgate/sdk';

import { withISOTimes } from '../../time/iso-times.js';
import {
  idsOf,
  loadNamedTickets,
  readSources,
  requireReadable,
  type ReadSources,
} from '../../permission/readable-tickets.js';
import { ticketPermission } from '../../permission/ticket-permission.js';
import { denied } from '../../request/input-errors.js';
import { readTicketIDs, type RequestedTicket } from '../../request/read-ticket-ids.js';
import { defineTicketOperation, type ContractProfile } from '../define-ticket-operation.js';
import { loadHistory } from './load-history.js';
import { ticketHistoryGetInput, ticketHistoryGetOutput } from './schema.js';
import { objectsIn } from '../../request/family-values.js';

/** `{"History": […]}`: the entries of all tickets in one list, each with its TicketID as integer. */
const ticketHistoryGetContract: ContractProfile = {
  present: (output) => ({ History: objectsIn(output.TicketHistory).flatMap(entriesOf) }),
};

function entriesOf(ticket: Data): readonly Data[] {
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
  contract: ticketHistoryGetContract,
  examples: [{ summary: 'The history of a ticket.', input: { TicketID: 2 } }],
  async run(input, context) {
    const sources = await readSources(context);
    if (sources.caller.type !== 'User') throw operationError(NAME, 'AuthFail', 'User needs to an Agent!');
    return withISOTimes({ TicketHistory: await readHistories(input, sources) }, context);
  },
});

function deny({ text }: RequestedTicket): Error {
  return denied(NAME, `User does not have access to the ticket ${text}!`);
}

async function readHistories(input: Data, sources: ReadSources): Promise<readonly Data[]> {
  const { context, catalogue } = sources;
  const named = readTicketIDs(input.TicketID, { operation: NAME, context });
  const ids = idsOf(named);
  const permission = await ticketPermission(sources);
  const { settings, database } = context;
  const [tickets, histories] = await Promise.all([
    loadNamedTickets(database, ids, { settings }),
    loadHistory(database, ids),
  ]);
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
