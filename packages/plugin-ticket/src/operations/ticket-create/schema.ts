import type { JsonSchema } from '@ticketgate/sdk';

import { CUSTOMER_ID_LENGTH, CUSTOMER_USER_LENGTH } from '../../ticket/column-lengths.js';
import { dryRunInput, dryRunOutput } from '../../ticket/dry-run.js';
import { ticketWithArticle } from '../../ticket/ticket-schema.js';
import { FLAG } from '../../request/flag-schema.js';
import { pendingTime } from '../../request/pending-time-schema.js';

const name = (description: string): JsonSchema => ({ type: 'string', description });
const id = (description: string): JsonSchema => ({ type: ['integer', 'string'], description });

const agentIDs: JsonSchema = {
  description: 'Ids of valid agents; checked, without further effect.',
  anyOf: [{ type: ['integer', 'string'] }, { type: 'array', items: { type: ['integer', 'string'] } }],
};

const CREDENTIALS: JsonSchema = {
  SessionID: { type: 'string', secret: true, description: 'Of SessionCreate; wins over logins.' },
  UserLogin: name('Login of an agent.'),
  CustomerUserLogin: name('Login of a customer user.'),
  Password: { type: 'string', secret: true },
};

const TICKET: JsonSchema = {
  type: 'object',
  required: ['Title', 'CustomerUser'],
  properties: {
    Title: { type: 'string', description: 'Cut to 191 characters.' },
    CustomerUser: { ...name('Login of a customer user, or an e-mail address.'), maxLength: CUSTOMER_USER_LENGTH },
    CustomerID: { ...name("Default: the customer user's own."), maxLength: CUSTOMER_ID_LENGTH },
    Queue: { ...name('Name; Queue or QueueID is required.'), valuesOf: 'Queues' },
    QueueID: id('Wins over Queue.'),
    State: { ...name('Name; State or StateID is required.'), valuesOf: 'States' },
    StateID: id('Wins over State.'),
    Priority: { ...name('Name; Priority or PriorityID is required.'), valuesOf: 'Priorities' },
    PriorityID: id('Wins over Priority.'),
    Type: { ...name('Required where Ticket::Type is on.'), valuesOf: 'Types' },
    TypeID: id('Wins over Type.'),
    Lock: name('unlock, lock or tmp_lock.'),
    LockID: id('Wins over Lock.'),
    Service: name("Full name of one of the customer user's services."),
    ServiceID: id('Wins over Service.'),
    SLA: name('One of the service.'),
    SLAID: id('Wins over SLA.'),
    Owner: name('Login of an agent; a named owner locks the ticket.'),
    OwnerID: id('Wins over Owner.'),
    Responsible: name('Login of an agent.'),
    ResponsibleID: id('Wins over Responsible.'),
    PendingTime: { ...pendingTime, description: `${pendingTime.description} Used with pending states.` },
  },
};

const ARTICLE: JsonSchema = {
  type: 'object',
  required: ['Subject', 'Body'],
  properties: {
    Subject: { type: 'string' },
    Body: { type: 'string' },
    ContentType: name('For example text/plain; charset=utf-8. Required, or MimeType and Charset.'),
    MimeType: name('For example text/html.'),
    Charset: name('For example utf-8.'),
    CommunicationChannel: name('Email, Internal or Phone.'),
    CommunicationChannelID: id('Used when there is no CommunicationChannel.'),
    SenderType: name('agent, system or customer.'),
    SenderTypeID: id('Wins over SenderType.'),
    IsVisibleForCustomer: FLAG,
    From: name('Default: the customer user.'),
    AutoResponseType: name('For example auto reply.'),
    HistoryType: name('For example NewTicket.'),
    HistoryComment: { type: 'string' },
    TimeUnit: { type: ['number', 'string'], description: 'Accounted time.' },
    NoAgentNotify: { type: ['integer', 'string'] },
    ForceNotificationToUserID: agentIDs,
    ExcludeNotificationToUserID: agentIDs,
    ExcludeMuteNotificationToUserID: agentIDs,
  },
};

const LISTED = (items: JsonSchema): JsonSchema => ({ anyOf: [items, { type: 'array', minItems: 1, items }] });

export const dynamicFieldInput: JsonSchema = LISTED({
  type: 'object',
  required: ['Name', 'Value'],
  properties: { Name: { type: 'string', valuesOf: 'DynamicFields' }, Value: { type: ['string', 'number', 'array'] } },
});

export const attachmentInput: JsonSchema = LISTED({
  type: 'object',
  required: ['Content', 'ContentType', 'Filename'],
  properties: {
    Content: name('Base64.'),
    ContentType: { type: 'string' },
    Filename: { type: 'string' },
    ContentID: { type: 'string' },
    ContentAlternative: { type: 'string' },
    Disposition: name('attachment or inline.'),
  },
});

export const ticketCreateInput: JsonSchema = {
  type: 'object',
  required: ['Ticket', 'Article'],
  properties: {
    ...CREDENTIALS,
    Ticket: TICKET,
    Article: ARTICLE,
    DynamicField: dynamicFieldInput,
    Attachment: attachmentInput,
    DryRun: dryRunInput,
  },
};

export const ticketCreateOutput: JsonSchema = {
  type: 'object',
  anyOf: [{ required: ['TicketID', 'TicketNumber', 'ArticleID'] }, { required: ['DryRun', 'Ticket'] }],
  properties: {
    TicketID: id('Of the new ticket.'),
    TicketNumber: { type: 'string' },
    ArticleID: id('Of its first article.'),
    Ticket: ticketWithArticle,
    DryRun: dryRunOutput,
  },
};
