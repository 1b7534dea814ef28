import type { JsonSchema } from '@ticketgate/sdk';

import { each, flag, text, type Members } from '../request/member-schemas.js';
import { ARTICLE_KEYS } from './conditions/article-criteria.js';
import { TIMES_OF_TICKETS } from './conditions/time-criteria.js';
import { entryParameters } from './parameters/read-entries.js';
import { SORT_KEYS } from './sort-order.js';

const ID = { type: ['integer', 'string'] };
const TEXT = { type: ['string', 'number'] };

const listOf = (member: JsonSchema & { readonly type: readonly string[] }, description: string): JsonSchema => ({
  ...member,
  type: [...member.type, 'array'],
  items: member,
  description,
});
const ids = (description: string): JsonSchema => listOf(ID, description);
const texts = (description: string): JsonSchema => listOf(TEXT, description);

const CONDITION = '* and % are wildcards; &&, ||, !, parentheses and "phrases" are supported; case is ignored.';

const RESULT: Members = {
  Limit: { ...TEXT, description: 'Hits at most; 500 by default, without a maximum.' },
  SortBy: texts(`${SORT_KEYS.join(', ')}, DynamicField_<Name>. Default Age.`),
  OrderBy: texts('Up or Down (default), one per SortBy.'),
};

const TICKET: Members = {
  TicketID: ids('Tickets with these ids.'),
  TicketNumber: texts(CONDITION),
  Title: texts(CONDITION),
  Fulltext: text('Anywhere in articles, or in the title.'),
  Queues: texts('Names of queues.'),
  QueueIDs: ids('Ids of queues.'),
  UseSubQueues: flag('Include the queues below them.'),
  States: texts('Names of states.'),
  StateIDs: ids('Ids of states.'),
  StateType: texts('Names of state types; with profile contract also the categories Open and Closed.'),
  StateTypeIDs: ids('Ids of state types.'),
  CustomerUserLogin: texts(
    'Without a SessionID or UserLogin: the customer who calls. Otherwise: tickets of these customers.',
  ),
  CustomerID: texts(CONDITION),
  CustomerIDRaw: texts('Exactly these; CustomerID is then ignored.'),
  OwnerIDs: ids('Ids of agents.'),
  ResponsibleIDs: ids('Ids of agents.'),
  ...pairs({ Types: 'types', Priorities: 'priorities', Locks: 'locks', Services: 'services', SLAs: 'SLAs' }),
  WatchUserIDs: ids('Ids of agents who watch the tickets.'),
  CreatedUserIDs: ids('Ids of the agents who created the tickets.'),
  ...pairs({
    CreatedTypes: 'types at creation',
    CreatedPriorities: 'priorities at creation',
    CreatedStates: 'states at creation',
    CreatedQueues: 'queues at creation',
  }),
  SearchInArchive: text('AllTickets or ArchivedTickets, where there is an archive.'),
};

/** `Types` and `TypeIDs`, and so on. */
function pairs(things: Readonly<Record<string, string>>): Members {
  const members = Object.entries(things).flatMap(([name, what]) => [
    [name, texts(`Names of ${what}.`)],
    [entryParameters(name).ids, ids(`Ids of ${what}.`)],
  ]);
  return Object.fromEntries(members) as Record<string, JsonSchema>; // entries are pairs of names and schemas
}

const ARTICLES: Members = {
  ContentSearch: text('AND (default) or OR between the criteria on articles.'),
  ...each(
    ARTICLE_KEYS.join(' '),
    text('In articles; * is a wildcard, common and short words of subjects and bodies are not found.'),
  ),
};

const TIME_LIMITS: Members = {
  OlderMinutes: { ...TEXT, description: 'At least so many minutes ago; negative values are in the future.' },
  NewerMinutes: { ...TEXT, description: 'At most so many minutes ago; negative values are in the future.' },
  OlderDate: text('Not later than YYYY-MM-DD HH:MM:SS in the system time zone.'),
  NewerDate: text('Not earlier than YYYY-MM-DD HH:MM:SS in the system time zone, and not in the future.'),
};

const TIMES: Members = Object.fromEntries(
  [...TIMES_OF_TICKETS, 'ArticleCreateTime'].flatMap((prefix) =>
    Object.entries(TIME_LIMITS).map(([limit, schema]) => [`${prefix}${limit}`, schema]),
  ),
);

/** The forms of the family's own search form: a slot from day to day, or so many units ago. */
const SLOTS: Members = Object.fromEntries(['Change', 'LastChange', 'Close'].flatMap(slotsOf));

function slotsOf(time: string): readonly (readonly [string, JsonSchema])[] {
  const days = ['StartYear', 'StartMonth', 'StartDay', 'StopYear', 'StopMonth', 'StopDay'];
  return [
    [`${time}TimeSearchType`, text('TimeSlot or TimePoint: which of the following parameters count.')],
    ...days.map((part) => [`Ticket${time}Time${part}`, TEXT] as const),
    [`Ticket${time}TimePoint`, { ...TEXT, description: 'A number of units.' }],
    [`Ticket${time}TimePointFormat`, text('minute, hour, day, week, month or year.')],
    [`Ticket${time}TimePointStart`, text('Before: longer ago; otherwise within that time.')],
  ];
}

const FIELD: JsonSchema = {
  type: 'object',
  required: ['Name'],
  properties: {
    Name: text('Name of a dynamic field of tickets; unknown names are ignored, or errors with profile contract.'),
    Equals: texts('One of these.'),
    Like: texts(CONDITION),
    GreaterThan: texts('Greater than one of these.'),
    GreaterThanEquals: texts('Greater than or equal to one of these.'),
    SmallerThan: texts('Less than one of these.'),
    SmallerThanEquals: texts('Less than or equal to one of these.'),
    Empty: { type: ['integer', 'string'], description: '1: has no value; 0: has one.' },
  },
};

/** Order and criteria, those first that are used most. */
export const searchParameters: Members = {
  ...RESULT,
  DynamicField: {
    description: 'One field, or several that must all match.',
    anyOf: [FIELD, { type: 'array', items: FIELD }],
  },
  ...TICKET,
  ...TIMES,
  ...ARTICLES,
  ...SLOTS,
};

export const olderFieldParameters: Members = {
  '^DynamicField_[A-Za-z0-9-]+$': { ...FIELD, required: [] },
};
