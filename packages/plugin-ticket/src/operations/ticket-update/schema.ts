import type { JsonSchema } from '@ticketgate/sdk';

import { CUSTOMER_ID_LENGTH, CUSTOMER_USER_LENGTH } from '../../ticket/column-lengths.js';
import { dryRunInput, dryRunOutput } from '../../ticket/dry-run.js';
import { ticketWithArticle } from '../../ticket/ticket-schema.js';
import { FLAG } from '../../request/flag-schema.js';
import { pendingTime } from '../../request/pending-time-schema.js';

const TEXT = { type: 'string' };
const ID = { type: ['integer', 'string'] };

function text(description: string): JsonSchema {
  return { ...TEXT, description };
}

function id(description: string): JsonSchema {
  return { ...ID, description };
}

const TICKET: JsonSchema = {
  type: 'object',
  minProperties: 1,
  description: 'The changes. Empty members and 0 count as not given, so nothing can be removed.',
  properties: {
    Title: text('Cut to 191 characters.'),
    Queue: { ...text('Moves and unlocks the ticket.'), valuesOf: 'Queues' },
    QueueID: id('Instead of Queue.'),
    Lock: text('lock, unlock or tmp_lock. Unlocking may reset the owner (Ticket::OwnerResetOnUnlock).'),
    LockID: id('Instead of Lock.'),
    Type: { ...text('A valid ticket type.'), valuesOf: 'Types' },
    TypeID: id('Instead of Type.'),
    Service: text('A service of the customer user.'),
    ServiceID: id('Instead of Service.'),
    SLA: text('An SLA of the service.'),
    SLAID: id('Instead of SLA.'),
    State: { ...text('A closed state unlocks; a pending one needs PendingTime.'), valuesOf: 'States' },
    StateID: id('Instead of State.'),
    PendingTime: pendingTime,
    Priority: { ...text('For example 3 normal.'), valuesOf: 'Priorities' },
    PriorityID: id('Instead of Priority.'),
    Owner: { type: ['string', 'integer'], description: 'Login of a valid agent.' },
    OwnerID: id('Instead of Owner.'),
    Responsible: { type: ['string', 'integer'], description: 'Login of a valid agent.' },
    ResponsibleID: id('Instead of Responsible.'),
    CustomerUser: {
      ...text('Login or e-mail address. Without CustomerID, that of this customer is written too.'),
      maxLength: CUSTOMER_USER_LENGTH,
    },
    CustomerID: {
      ...text('Without CustomerUser, the customer user of the ticket is emptied.'),
      maxLength: CUSTOMER_ID_LENGTH,
    },
  },
};

const USER_LIST: JsonSchema = {
  description: 'Ids of valid agents; checked, without further effect.',
  oneOf: [ID, { type: 'array', items: ID }],
};

const ARTICLE: JsonSchema = {
  type: 'object',
  minProperties: 1,
  description: 'An article to add. It is stored, never sent.',
  required: ['Subject', 'Body'],
  properties: {
    Subject: text('Required.'),
    Body: text('Required. Text, or HTML where the content type says so.'),
    ContentType: text('For example text/plain; charset=utf-8. This, or MimeType and Charset.'),
    MimeType: text('For example text/plain.'),
    Charset: text('For example utf-8.'),
    CommunicationChannel: { ...text('Default Internal.'), enum: ['Email', 'Internal', 'Phone'] },
    CommunicationChannelID: id('Instead of CommunicationChannel.'),
    IsVisibleForCustomer: { ...FLAG, description: 'Default 1.' },
    SenderType: text('Default agent, customer for customers.'),
    SenderTypeID: id('Instead of SenderType.'),
    From: text('Default: the name of the agent, or of the customer in Ticket.CustomerUser.'),
    To: text('Default for the channel Email: the customer.'),
    Cc: TEXT,
    Bcc: TEXT,
    AutoResponseType: text('Default auto follow up. Nothing is sent.'),
    HistoryType: text('Default AddNote.'),
    HistoryComment: text('Default %%GenericInterface Note.'),
    TimeUnit: { type: ['number', 'string'], description: 'Time to account.' },
    NoAgentNotify: { ...FLAG, description: 'Only 1 is allowed; without effect.' },
    ForceNotificationToUserID: USER_LIST,
    ExcludeNotificationToUserID: USER_LIST,
    ExcludeMuteNotificationToUserID: USER_LIST,
  },
};

const DYNAMIC_FIELD: JsonSchema = {
  type: 'object',
  required: ['Name', 'Value'],
  properties: {
    Name: { ...text('A valid field of tickets; of articles only together with Article.'), valuesOf: 'DynamicFields' },
    Value: { type: ['string', 'number', 'array'], description: 'An empty text clears the field.' },
  },
};

const ATTACHMENT: JsonSchema = {
  type: 'object',
  required: ['Content', 'ContentType', 'Filename'],
  properties: {
    Content: { ...text('Base64.'), contentEncoding: 'base64' },
    ContentType: TEXT,
    Filename: TEXT,
    ContentID: TEXT,
    ContentAlternative: TEXT,
    Disposition: TEXT,
  },
};

function oneOrMore(item: JsonSchema, description: string): JsonSchema {
  return { description, oneOf: [item, { type: 'array', minItems: 1, items: item }] };
}

export const ticketUpdateInput: JsonSchema = {
  type: 'object',
  anyOf: [{ required: ['TicketID'] }, { required: ['TicketNumber'] }],
  properties: {
    SessionID: { type: 'string', secret: true, description: 'A session, instead of a login and Password.' },
    UserLogin: text('Login of an agent.'),
    CustomerUserLogin: text('Login of a customer user.'),
    Password: { type: 'string', secret: true },
    TicketID: id('The ticket, unless TicketNumber is given.'),
    TicketNumber: { type: ['string', 'integer'], description: 'The ticket; wins over TicketID.' },
    Ticket: TICKET,
    Article: ARTICLE,
    DynamicField: oneOrMore(DYNAMIC_FIELD, 'Values to set, in this order.'),
    Attachment: oneOrMore(ATTACHMENT, 'Attachments of Article.'),
    DryRun: dryRunInput,
  },
};

export const ticketUpdateOutput: JsonSchema = {
  type: 'object',
  required: ['TicketID', 'TicketNumber'],
  properties: {
    TicketID: id('As it was sent; a number when the ticket was named by TicketNumber.'),
    TicketNumber: TEXT,
    ArticleID: id('The new article; with IncludeTicketData else the last one.'),
    Ticket: ticketWithArticle,
    DryRun: dryRunOutput,
  },
};
