import { articleSchema, dynamicFieldsSchema } from '../articles/article-schema.js';
import { each, ID, INTEGER, TEXT, text } from '../columns/member-schemas.js';
import { ticketMembers } from '../ticket/ticket-schema.js';

const NAMES = { type: ['string', 'array', 'null'], items: TEXT } as const;
const names = (description: string) => ({ ...NAMES, description }) as const;

/** Schemas of the options of `Ticket::TicketCreate` and `Ticket::TicketUpdate`. */
export const invokerConfig = {
  RequestTicketFields: names('Members of TicketGet that are sent.'),
  RequestArticleFields: names('Members of ArticleGet that are sent; Attachment is one of an article.'),
  RequestDynamicFieldsTicket: names('Dynamic fields of tickets that are sent.'),
  RequestDynamicFieldsArticle: names('Dynamic fields of articles that are sent.'),
  CountLastArticle: { ...ID, description: 'Above 1: Article is a list of all chosen articles.' },
  CustomerVisibility: { ...ID, description: '1 or 0: only articles that customers see, or do not see.' },
  ArticleSenderType: names('Only articles of these.'),
  CommunicationChannel: names('Only articles of these.'),
  DynamicFieldList: names('Dynamic fields that the answer may set.'),
  TicketIdToDynamicField: text('The dynamic field for the TicketID of the answer.'),
} as const;

const FILE = {
  type: 'object',
  properties: {
    ...each('Filename ContentType MimeType Disposition FileID FilesizeRaw', TEXT),
    Content: { ...TEXT, contentEncoding: 'base64', description: 'In lines of 76 characters.' },
  },
} as const;

const FILES = { type: 'array', items: FILE } as const;

/** An article has those members that the options select. */
const article = {
  type: 'object',
  properties: {
    ...articleSchema.properties,
    CommunicationChannel: TEXT,
    DynamicField: dynamicFieldsSchema,
    Attachment: FILES,
  },
} as const;

const PENDING_TIME = { type: 'object', properties: each('Year Month Day Hour Minute', INTEGER) } as const;

/** The schema of the payload of both types. */
export const payloadSchema = {
  type: 'object',
  required: ['TicketID', 'TicketNumber', 'Ticket'],
  properties: {
    TicketID: INTEGER,
    TicketNumber: TEXT,
    Ticket: {
      type: 'object',
      properties: {
        ...ticketMembers,
        CustomerUser: { type: ['string', 'null'], description: 'The login.' },
        PendingTime: PENDING_TIME,
        DynamicField: dynamicFieldsSchema,
        Article: { type: 'array', items: article, description: 'The newest first.' },
      },
    },
    Article: {
      oneOf: [article, { type: 'array', items: article }],
      description: 'The newest one, or a list of all with CountLastArticle.',
    },
    DynamicField: dynamicFieldsSchema,
    Attachment: { ...FILES, description: 'Those of all articles.' },
  },
} as const;
