import { textOf } from '../../../request/family-values.js';
import { completeArticle, requireBase64 } from '../../../request/strict-values.js';
import type { ContractProfile } from '../../define-ticket-operation.js';

/**
 * The forms of clients of the contract: a charset is optional, flags are 0, 1, true or false, ids are integers; TicketID is text in
 * the envelope.
 */
export const ticketCreateContract: ContractProfile = {
  readInput: (input, operation) => completeArticle(requireBase64(input, operation), operation),
  present: (output, { answer }) => {
    // A dry run has no ids.
    if (output.TicketID === undefined) return output;
    const TicketID = answer === 'envelope' ? textOf(output.TicketID) : Number(output.TicketID);
    return { ...output, TicketID, ArticleID: Number(output.ArticleID) };
  },
};
