import type { JsonSchema } from '@ticketgate/sdk';

import { articleMembers, articleSchema } from '../../articles/article-schema.js';

/** Of one request. */
const MOST_ARTICLES = 1000;

export const articleGetInput = {
  type: 'object',
  required: ['ArticleID'],
  additionalProperties: false,
  properties: {
    ArticleID: {
      type: ['integer', 'array'],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      minItems: 1,
      maxItems: MOST_ARTICLES,
      'x-comma-list': true,
      description: `One, or a list of up to ${MOST_ARTICLES}. If one is unknown or forbidden, all are denied.`,
    },
    Fields: {
      type: 'array',
      items: { type: 'string', enum: articleMembers },
      minItems: 1,
      maxItems: articleMembers.length,
      'x-comma-list': true,
      description: 'Members of articles; ArticleID and TicketID always come. All without it.',
    },
    DynamicFields: { type: 'boolean', default: false, description: 'Include dynamic fields.' },
    Attachments: { type: 'boolean', default: false, description: 'Include the list of attachments.' },
    GetAttachmentContents: {
      type: 'boolean',
      default: false,
      description: 'With the contents of attachments; AttachmentGet sends them without Base64.',
    },
    HTMLBodyAsAttachment: {
      type: 'boolean',
      default: false,
      description: 'List the HTML of a body among the attachments.',
    },
  },
} as const;

export const articleGetOutput: JsonSchema = {
  type: 'object',
  required: ['Article'],
  properties: {
    Article: { type: 'array', items: { ...articleSchema, required: ['ArticleID', 'TicketID'] } },
  },
};
