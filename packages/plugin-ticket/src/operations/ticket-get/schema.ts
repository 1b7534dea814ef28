import { ticketWithArticles } from '../../ticket/ticket-schema.js';
import { CREDENTIALS } from '../../request/credentials-schema.js';
import { flag } from '../../columns/member-schemas.js';

export const ticketGetInput = {
  type: 'object',
  required: ['TicketID'],
  properties: {
    ...CREDENTIALS,
    TicketID: {
      type: ['integer', 'string', 'array'],
      items: { type: ['integer', 'string'] },
      description: 'One, several separated by commas, or a list.',
    },
    DynamicFields: flag('Include dynamic fields.'),
    Extended: flag('Include FirstResponse, FirstLock, Closed and their minutes.'),
    AllArticles: flag('Include articles.'),
    ArticleSenderType: {
      type: ['string', 'array'],
      items: { type: 'string' },
      description: 'agent, system, customer: articles of these only.',
    },
    ArticleOrder: { type: 'string', enum: ['ASC', 'DESC'], description: 'Used together with ArticleLimit.' },
    ArticleLimit: { type: ['integer', 'string'], description: 'Articles per ticket; 0 for all.' },
    Attachments: flag('Include attachments of articles.'),
    GetAttachmentContents: flag('0 leaves the contents of attachments out.'),
    HTMLBodyAsAttachment: flag('List the HTML of a body among the attachments.'),
  },
} as const;

export const ticketGetOutput = {
  type: 'object',
  required: ['Ticket'],
  properties: { Ticket: { type: 'array', items: ticketWithArticles } },
} as const;
