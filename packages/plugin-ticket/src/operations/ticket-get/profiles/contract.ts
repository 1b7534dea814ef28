import { isData, type Data, type OperationProfile } from '@ticketgate/sdk';

import { readFlags, requireWholeNumber } from '../../../request/contract-input.js';
import { requireWellFormed } from '../../../request/require-well-formed.js';
import { withIntegerIDs } from '../../../articles/integer-ids.js';
import { ticketGetInput } from '../schema.js';

const FLAGS = [
  'DynamicFields',
  'Extended',
  'AllArticles',
  'Attachments',
  'GetAttachmentContents',
  'HTMLBodyAsAttachment',
];

/** What clients of the contract send: booleans in any of their forms and whole numbers, and nothing else for them; all ids are answered as integers. */
export const ticketGetContract: OperationProfile = {
  readInput: (input) =>
    readFlags(
      requireWholeNumber(requireWellFormed(input, ticketGetInput, 'TicketGet'), 'ArticleLimit', 'TicketGet'),
      FLAGS,
      'TicketGet',
    ),
  present: (output) => ({ ...output, Ticket: eachOf(output.Ticket, presentTicket) }),
};

function presentTicket(ticket: Data): Data {
  return 'Article' in ticket ? { ...ticket, Article: eachOf(ticket.Article, withIntegerIDs) } : ticket;
}

function eachOf(value: unknown, present: (member: Data) => Data): readonly Data[] {
  return Array.isArray(value) ? value.filter(isData).map(present) : [];
}
