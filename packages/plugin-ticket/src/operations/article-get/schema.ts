import { articleMembers, articleSchema } from '../../articles/article-schema.js';
import { ROW_ID } from '../../columns/member-schemas.js';

/** Articles in one request. */
const MOST_ARTICLES = 1000;

const option = (description: string) => ({ type: 'boolean', default: false, description }) as const;

export const articleGetInput = {
  type: 'object',
  required: ['ArticleID'],
  additionalProperties: false,
  properties: {
    ArticleID: {
      ...ROW_ID,
      type: ['integer', 'array'],
      items: ROW_ID,
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
    DynamicFields: option('Include dynamic fields.'),
    Attachments: option('Include the list of attachments.'),
    GetAttachmentContents: option('With the contents of attachments; AttachmentGet sends them without Base64.'),
    HTMLBodyAsAttachment: option('List the HTML of a body among the attachments.'),
  },
} as const;

export const articleGetOutput = {
  type: 'object',
  required: ['Article'],
  properties: {
    Article: { type: 'array', items: { ...articleSchema, required: ['ArticleID', 'TicketID'] } },
  },
} as const;
