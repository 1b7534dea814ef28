import type { OperationProfile } from '@ticketgate/sdk';

import { textOf } from '../../../request/family-values.js';
import { completeArticle, requireBase64 } from '../../../request/contract-input.js';
import { requireWellFormed } from '../../../request/require-well-formed.js';
import { ticketCreateInput } from '../schema.js';

const NAME = 'TicketCreate';

/**
 * What clients of the contract send and expect: a charset is optional, flags are 0, 1, true or false, ids are integers; TicketID is text in
 * the envelope.
 */
export const ticketCreateContract: OperationProfile = {
  readInput: (input) => completeArticle(requireBase64(requireWellFormed(input, ticketCreateInput, NAME), NAME), NAME),
  present: (output, { answer }) => {
    // A dry run has no ids.
    if (output.TicketID === undefined) return output;
    const TicketID = answer === 'envelope' ? textOf(output.TicketID) : Number(output.TicketID);
    return { ...output, TicketID, ArticleID: Number(output.ArticleID) };
  },
};
