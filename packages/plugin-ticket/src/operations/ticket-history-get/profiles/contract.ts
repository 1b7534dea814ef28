import { isData, type Data, type OperationProfile } from '@ticketgate/sdk';

import { requireWellFormed } from '../../../request/require-well-formed.js';
import { ticketHistoryGetInput } from '../schema.js';

/** `{"History": […]}`: the entries of all tickets in one list, each with its TicketID as integer. */
export const ticketHistoryGetContract: OperationProfile = {
  readInput: (input) => requireWellFormed(input, ticketHistoryGetInput, 'TicketHistoryGet'),
  present: (output) => ({ History: members(output.TicketHistory).flatMap(entriesOf) }),
};

function entriesOf(ticket: Data): readonly Data[] {
  return members(ticket.History).map((entry) => ({ ...entry, TicketID: Number(entry.TicketID) }));
}

function members(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.filter(isData) : [];
}
