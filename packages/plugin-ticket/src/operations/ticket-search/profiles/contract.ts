import type { OperationProfile } from '@ticketgate/sdk';

import { requireWellFormed } from '../../../request/require-well-formed.js';
import { ticketSearchInput } from '../schema.js';

/** What clients of the contract expect: integers for ids, and an empty list for no hits. `search/profiles` reads what they send. */
export const ticketSearchContract: OperationProfile = {
  readInput: (input) => requireWellFormed(input, ticketSearchInput, 'TicketSearch'),
  present: (output) => ({ TicketID: Array.isArray(output.TicketID) ? output.TicketID.map(Number) : [] }),
};
