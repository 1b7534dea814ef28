import type { JsonSchema } from '@ticketgate/sdk';

import { articleSchema, dynamicFieldsSchema, includedArticleSchema } from '../articles/article-schema.js';
import { each, ID, integer, INTEGER, text, TEXT, TIME, type Members } from '../request/member-schemas.js';
import { withISOSchema } from '../time/iso-times.js';

const SECONDS = integer('Seconds since 1970; 0 for none.');

/** The members of every ticket, and Service and SLA if it has them. */
export const ticketMembers: Members = {
  ...each('TicketID QueueID GroupID StateID PriorityID LockID TypeID OwnerID ResponsibleID CreateBy ChangeBy', INTEGER),
  ...each('TicketNumber Queue State Priority Lock Type Owner Responsible StateType', TEXT),
  ...each('Title CustomerID CustomerUserID', { type: ['string', 'null'] }),
  ...each('Service SLA', text('Only where there is one.')),
  ...each('ServiceID SLAID', { ...ID, description: 'An empty text where there is none.' }),
  ...each('Created Changed', TIME),
  ArchiveFlag: { type: 'string', enum: ['y', 'n'] },
  Age: integer('Seconds since the ticket was created.'),
  UnlockTimeout: SECONDS,
  RealTillTimeNotUsed: integer('Until when a pending state waits, in seconds since 1970; 0 for no time.'),
  UntilTime: integer('Seconds until then, negative when it has passed; 0 for no time.'),
  EscalationTime: integer('Seconds until the first escalation; 0 for none.'),
  ...each('EscalationUpdateTime EscalationResponseTime EscalationSolutionTime', SECONDS),
  TimeUnit: { type: ['number', 'string'], description: 'Time accounted for the ticket.' },
};

const WORKING_TIME: JsonSchema = {
  type: ['integer', 'string'],
  description: 'Working seconds until then; a text when they are negative.',
};

/** What tickets have that will escalate. */
const escalation: Members = {
  ...Object.fromEntries(
    ['FirstResponse', 'Update', 'Solution'].flatMap((prefix) => Object.entries(dueMembers(prefix))),
  ),
  EscalationDestinationTime: SECONDS,
  EscalationDestinationDate: TIME,
  EscalationDestinationIn: text('Working time until then, for example 2h 10m.'),
  EscalationTimeWorkingTime: WORKING_TIME,
};

function dueMembers(prefix: string): Members {
  return {
    [`${prefix}TimeDestinationTime`]: SECONDS,
    [`${prefix}TimeDestinationDate`]: TIME,
    [`${prefix}Time`]: integer('Seconds until then, negative when it has passed.'),
    [`${prefix}TimeWorkingTime`]: WORKING_TIME,
    [`${prefix}TimeEscalation`]: { const: 1, description: 'When it is due.' },
    [`${prefix}TimeNotification`]: { const: 1, description: 'When agents are to be notified.' },
  };
}

/** What `Extended` adds, where there is something to say. */
const extended: Members = {
  ...each('FirstResponse FirstLock Closed', TIME),
  FirstResponseInMin: integer('Working minutes until the first response.'),
  FirstResponseDiffInMin: integer('Minutes that were left then, negative when it was late.'),
  SolutionInMin: integer('Working minutes until the ticket was closed.'),
  SolutionDiffInMin: integer('Minutes that were left then, negative when it was late.'),
};

/** What comes with every ticket. */
const ALWAYS = Object.keys(ticketMembers).filter((name) => !['Service', 'SLA', 'TimeUnit'].includes(name));

const LISTED = {
  ...withISOSchema({ ...ticketMembers, ...escalation }),
  DynamicField: dynamicFieldsSchema,
};
const WHOLE = {
  ...withISOSchema({ ...ticketMembers, ...escalation, ...extended }),
  DynamicField: dynamicFieldsSchema,
};

/** A ticket of TicketGet, with the articles that were asked for. */
export const ticketWithArticles: JsonSchema = {
  type: 'object',
  required: [...ALWAYS, 'TimeUnit'],
  properties: { ...WHOLE, Article: { type: 'array', items: articleSchema } },
};

/** A ticket of TicketList: its members are chosen by `Fields`. */
export const listedTicket: JsonSchema = { type: 'object', required: ['TicketID'], properties: LISTED };

/** What a ticket that is not written does not have. */
const NEW_IDS = ['TicketID', 'TicketNumber'];

/** The ticket of IncludeTicketData and of dry runs, with one article. */
export const ticketWithArticle: JsonSchema = {
  type: 'object',
  description: 'The ticket with its new or last article, where the operation has IncludeTicketData.',
  required: [...ALWAYS.filter((name) => !NEW_IDS.includes(name)), 'DynamicField'],
  properties: { ...WHOLE, Article: includedArticleSchema },
};
