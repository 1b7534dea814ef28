import type { OperationProfile } from '@ticketgate/sdk';

import { readFlags } from '../../contract-input.js';

const FLAGS = [
  'DynamicFields',
  'Extended',
  'AllArticles',
  'Attachments',
  'GetAttachmentContents',
  'HTMLBodyAsAttachment',
];

/** What clients of the contract send: booleans in any of their forms, and nothing else for them. */
export const ticketGetContract: OperationProfile = {
  readInput: (input) => readFlags(input, FLAGS, 'TicketGet'),
};
