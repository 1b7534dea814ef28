import type { OperationProfile } from '@ticketgate/sdk';

import { readFlags } from '../../../request/contract-input.js';
import { requireWellFormed } from '../../../request/require-well-formed.js';
import { ticketDeleteInput } from '../schema.js';

/** What clients of the contract send: DryRun in any form of a boolean, and nothing else for it. */
export const ticketDeleteContract: OperationProfile = {
  readInput: (input) =>
    readFlags(requireWellFormed(input, ticketDeleteInput, 'TicketDelete'), ['DryRun'], 'TicketDelete'),
};
