import { listKeys } from '@ticketgate/sdk';
import { integer, listOf, objectWith, text } from '@ticketgate/sdk/schema/words';

import { articleSchema, dynamicFieldsSchema, includedArticleSchema } from '../../articles/article-schema.js';
import { collectSchemas } from '../../columns/columns.js';
import { each, integerOrText, prefixed, numberOrText, TIME } from '../../columns/member-schemas.js';
import { SECONDS, TICKET, volatile } from '../../columns/ticket-columns.js';

/** The members of every ticket, and Service and SLA if it has them. */
export const ticketMembers = {
  ...collectSchemas(TICKET),
  TimeUnit: numberOrText('Time accounted for the ticket.'),
} as const;

const WORKING_TIME = integerOrText('Working seconds until then; a text when they are negative.');

/** The fields of tickets that will escalate. */
const escalation = {
  ...prefixed(['FirstResponse', 'Update', 'Solution'], {
    TimeDestinationTime: SECONDS,
    TimeDestinationDate: TIME,
    Time: volatile(integer('Seconds until then, negative when it has passed.')),
    TimeWorkingTime: volatile(WORKING_TIME),
    TimeEscalation: { const: 1, description: 'When it is due.' },
    TimeNotification: { const: 1, description: 'When agents are to be notified.' },
  }),
  EscalationDestinationTime: SECONDS,
  EscalationDestinationDate: TIME,
  EscalationDestinationIn: volatile(text('Working time until then, for example 2h 10m.')),
  EscalationTimeWorkingTime: volatile(WORKING_TIME),
} as const;

/** The members that `Extended` adds if they have a value. */
const extended = {
  ...each('FirstResponse FirstLock Closed', TIME),
  FirstResponseInMin: integer('Working minutes until the first response.'),
  FirstResponseDiffInMin: integer('Minutes that were left then, negative when it was late.'),
  SolutionInMin: integer('Working minutes until the ticket was closed.'),
  SolutionDiffInMin: integer('Minutes that were left then, negative when it was late.'),
} as const;

/** The members that every ticket has. */
const ALWAYS = leaveOut(listKeys(ticketMembers), ['Service', 'SLA', 'TimeUnit']);

const LISTED = { ...ticketMembers, ...escalation, DynamicField: dynamicFieldsSchema };
const WHOLE = { ...ticketMembers, ...escalation, ...extended, DynamicField: dynamicFieldsSchema };

/** A ticket of TicketGet, with the articles that were asked for. */
export const ticketWithArticles = objectWith([...ALWAYS, 'TimeUnit'], { ...WHOLE, Article: listOf(articleSchema) });

/** A ticket of TicketList: its members are chosen by `Fields`. */
export const listedTicket = objectWith(['TicketID'], LISTED);

/** The ticket of IncludeTicketData and of dry runs, with one article. */
export const ticketWithArticle = {
  type: 'object',
  description: 'The ticket with its new or last article, where the operation has IncludeTicketData.',
  // A ticket that is written always has these members.
  required: leaveOut(ALWAYS, ['TicketID', 'TicketNumber']),
  properties: {
    ...WHOLE,
    Article: includedArticleSchema,
    Articles: listOf(includedArticleSchema, 'Instead of it where there are several.'),
  },
} as const;

/** The same of TicketCreate. */
export const createdTicket = {
  ...ticketWithArticle,
  properties: {
    ...WHOLE,
    Article: {
      description: 'The new article; a list of it with profile znuny.',
      anyOf: [includedArticleSchema, listOf(includedArticleSchema)],
    },
  },
} as const;

function leaveOut<Name extends string, const Left extends Name>(
  names: readonly Name[],
  left: readonly Left[],
): readonly Exclude<Name, Left>[] {
  const out: readonly string[] = left;
  return names.filter((name): name is Exclude<Name, Left> => !out.includes(name));
}
