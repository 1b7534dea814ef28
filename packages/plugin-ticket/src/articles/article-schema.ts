import { each, integer, INTEGER, namesOf, text, TEXT, TIME } from '../request/member-schemas.js';
import { withISOSchema } from '../time/iso-times.js';

const ID = { type: ['string', 'integer'], description: 'A text; an integer with profile contract.' } as const;

/** A value of one of the fields that a set is made of. */
const SET_MEMBER = {
  type: ['string', 'number', 'array', 'null'],
  items: { type: ['string', 'number'] },
} as const;

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
    FileID: ID,
    Filename: TEXT,
    ContentType: TEXT,
    ContentID: TEXT,
    ContentAlternative: text('1 for an image that the HTML of the body shows.'),
    Disposition: text('attachment or inline.'),
    FilesizeRaw: { type: ['string', 'integer'], description: 'Bytes.' },
    Content: { ...TEXT, contentEncoding: 'base64', description: 'Empty where contents were not asked for.' },
  },
} as const;

/** The members that articles of all channels have. */
const COMMON = {
  ArticleID: INTEGER,
  TicketID: INTEGER,
  ArticleNumber: integer('Its place in the ticket, from 1.'),
  CommunicationChannelID: INTEGER,
  SenderTypeID: ID,
  SenderType: text('agent, system or customer.'),
  IsVisibleForCustomer: { type: 'integer', enum: [0, 1] },
  CreateTime: TIME,
  CreateBy: INTEGER,
  ChangeTime: TIME,
  ChangeBy: INTEGER,
} as const;

const MESSAGE = each(
  'From To Cc Bcc ReplyTo Subject Body MessageID InReplyTo References ContentType ContentCharset Charset MimeType',
  TEXT,
);

const CHAT_MESSAGE = {
  type: 'object',
  properties: {
    ...each('ID ChatterID', ID),
    ...each('ChatterName ChatterType MessageText', { type: ['string', 'null'] }),
    SystemGenerated: { type: ['integer', 'boolean', 'null'] },
    CreateTime: TIME,
  },
} as const;

/** An article as operations answer it. Articles of chats have ChatMessageList instead of what messages have. */
export const articleSchema = {
  type: 'object',
  required: namesOf(COMMON),
  properties: {
    ...withISOSchema(COMMON),
    ...MESSAGE,
    IncomingTime: integer('Seconds since 1970.'),
    CommunicationChannel: text('The name of its channel; only with profile znuny.'),
    IsEdited: { type: 'integer', enum: [0, 1] },
    IsDeleted: { type: 'integer', const: 0 },
    TimeUnit: { type: ['number', 'string'], description: 'Time accounted for the article.' },
    ChatMessageList: { type: 'array', items: CHAT_MESSAGE },
    DynamicField: dynamicFieldsSchema,
    Attachment: { type: 'array', items: ATTACHMENT },
  },
} as const;

/** The members that articles of all channels have. */
export const commonNames = namesOf(COMMON);

/** The members that `Fields` of ArticleGet may name. */
export const articleMembers = [
  ...commonNames,
  ...namesOf(MESSAGE),
  ...(['IncomingTime', 'IsEdited', 'IsDeleted', 'TimeUnit', 'ChatMessageList'] as const),
] as const;

/** The article of a ticket that was written or, without ids, of a dry run. */
export const includedArticleSchema = {
  ...articleSchema,
  required: commonNames.filter((name) => name !== 'ArticleID' && name !== 'TicketID'),
} as const;
