import { listKeys } from '@ticketgate/sdk';
import { listOf, objectWith, text } from '@ticketgate/sdk/schema/words';

import { articleMemberSchemas, commonNames, TEXT_ID } from '../columns/article-columns.js';
import { TEXT, numberOrText } from '../columns/member-schemas.js';

/** A value of one of the fields that a set is made of. */
const SET_MEMBER = { type: ['string', 'number', 'array', 'null'], items: { type: ['string', 'number'] } } as const;

/** The list `DynamicField` of tickets and articles. */
export const dynamicFieldsSchema = {
  type: 'array',
  description: 'All fields of tickets, or of articles, in their order.',
  items: objectWith(['Name', 'Value'], {
    Name: TEXT,
    Value: {
      description: 'null where it has none; a list of fields with several values.',
      type: ['string', 'number', 'array', 'null'],
      items: { type: ['string', 'number', 'object'], additionalProperties: SET_MEMBER },
    },
  }),
} as const;

const ATTACHMENT = objectWith(['Filename', 'ContentType', 'Disposition', 'FilesizeRaw', 'Content'], {
  FileID: TEXT_ID,
  Filename: TEXT,
  ContentType: TEXT,
  ContentID: TEXT,
  ContentAlternative: text('1 for an image that the HTML of the body shows.'),
  Disposition: text('attachment or inline.'),
  FilesizeRaw: { type: ['string', 'integer'], description: 'Bytes.' },
  Content: { ...TEXT, contentEncoding: 'base64', description: 'Empty where contents were not asked for.' },
});

/** An article as operations answer it. Articles of chats have ChatMessageList instead of what messages have. */
export const articleSchema = objectWith(commonNames, {
  ...articleMemberSchemas,
  TimeUnit: numberOrText('Time accounted for the article.'),
  DynamicField: dynamicFieldsSchema,
  Attachment: listOf(ATTACHMENT),
});

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
