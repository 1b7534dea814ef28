import { listKeys } from '@ticketgate/sdk';

import { articleMemberSchemas, commonNames, TEXT_ID } from '../columns/article-columns.js';
import { text, TEXT } from '../columns/member-schemas.js';

/** A value of one of the fields that a set is made of. */
const SET_MEMBER = { type: ['string', 'number', 'array', 'null'], items: { type: ['string', 'number'] } } as const;

/** The list `DynamicField` of tickets and articles. */
export const dynamicFieldsSchema = {
  type: 'array',
  description: 'All fields of tickets, or of articles, in their order.',
  items: {
    type: 'object',
    required: ['Name', 'Value'],
    properties: {
      Name: TEXT,
      Value: {
        description: 'null where it has none; a list of fields with several values.',
        type: ['string', 'number', 'array', 'null'],
        items: { type: ['string', 'number', 'object'], additionalProperties: SET_MEMBER },
      },
    },
  },
} as const;

const ATTACHMENT = {
  type: 'object',
  required: ['Filename', 'ContentType', 'Disposition', 'FilesizeRaw', 'Content'],
  properties: {
    FileID: TEXT_ID,
    Filename: TEXT,
    ContentType: TEXT,
    ContentID: TEXT,
    ContentAlternative: text('1 for an image that the HTML of the body shows.'),
    Disposition: text('attachment or inline.'),
    FilesizeRaw: { type: ['string', 'integer'], description: 'Bytes.' },
    Content: { ...TEXT, contentEncoding: 'base64', description: 'Empty where contents were not asked for.' },
  },
} as const;

/** An article as operations answer it. Articles of chats have ChatMessageList instead of what messages have. */
export const articleSchema = {
  type: 'object',
  required: commonNames,
  properties: {
    ...articleMemberSchemas,
    TimeUnit: { type: ['number', 'string'], description: 'Time accounted for the article.' },
    DynamicField: dynamicFieldsSchema,
    Attachment: { type: 'array', items: ATTACHMENT },
  },
} as const;

/** The members that `Fields` of ArticleGet may name. */
export const articleMembers = [
  ...listKeys(articleMemberSchemas).filter((name) => name !== 'CommunicationChannel'),
  'TimeUnit',
] as const;

/** The article of a ticket that was written or, without ids, of a dry run. */
export const includedArticleSchema = {
  ...articleSchema,
  required: commonNames.filter((name) => name !== 'ArticleID' && name !== 'TicketID'),
} as const;
