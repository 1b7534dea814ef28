import type { Data } from '@ticketgate/sdk';

import { objectsIn } from '../../../request/family-values.js';
import { readFlags, requireWholeNumber } from '../../../request/strict-values.js';
import { withIntegerIDs } from '../../../articles/integer-ids.js';
import type { ContractProfile } from '../../define-ticket-operation.js';

const FLAGS = [
  'DynamicFields',
  'Extended',
  'AllArticles',
  'Attachments',
  'GetAttachmentContents',
  'HTMLBodyAsAttachment',
];

/** Values of the contract: booleans in any of their forms and whole numbers; all ids are answered as integers. */
export const ticketGetContract: ContractProfile = {
  readInput: (input, operation) => readFlags(requireWholeNumber(input, 'ArticleLimit', operation), FLAGS, operation),
  present: (output) => ({ ...output, Ticket: objectsIn(output.Ticket).map(presentTicket) }),
};

function presentTicket(ticket: Data): Data {
  return 'Article' in ticket ? { ...ticket, Article: objectsIn(ticket.Article).map(withIntegerIDs) } : ticket;
}
