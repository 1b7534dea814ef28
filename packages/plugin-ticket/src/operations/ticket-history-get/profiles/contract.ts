import type { Data } from '@ticketgate/sdk';

import { objectsIn } from '../../../request/family-values.js';
import type { ContractProfile } from '../../define-ticket-operation.js';

/** `{"History": […]}`: the entries of all tickets in one list, each with its TicketID as integer. */
export const ticketHistoryGetContract: ContractProfile = {
  present: (output) => ({ History: objectsIn(output.TicketHistory).flatMap(entriesOf) }),
};

function entriesOf(ticket: Data): readonly Data[] {
  return objectsIn(ticket.History).map((entry) => ({ ...entry, TicketID: Number(entry.TicketID) }));
}
