import type { OperationProfile } from '@ticketgate/sdk';

import { completeArticle, requireBase64 } from '../../../request/contract-input.js';
import { requireWellFormed } from '../../../request/require-well-formed.js';
import { ticketCreateInput } from '../schema.js';

const NAME = 'TicketCreate';

/** What clients of the contract send and expect: a charset is optional, ids are integers; TicketID is text in the envelope. */
export const ticketCreateContract: OperationProfile = {
  readInput: (input) => completeArticle(requireBase64(requireWellFormed(input, ticketCreateInput, NAME), NAME)),
  present: (output, { answer }) => ({
    ...output,
    TicketID: answer === 'envelope' ? String(output.TicketID) : Number(output.TicketID),
    ArticleID: Number(output.ArticleID),
  }),
};
