import { listOf, objectWith, text } from '@ticketgate/sdk/schema/words';

import { each, integerOrText, ID, prefixed, zeroOrOne } from '../columns/member-schemas.js';
import { USED, type TextParameter } from '../columns/ticket-columns.js';
import { ARTICLE_KEYS } from './conditions/article-criteria.js';
import { TIMES_OF_TICKETS } from './conditions/time-criteria.js';
import { entryParameters } from './parameters/read-parameter.js';
import { SORT_KEYS } from './sort-order.js';

const TEXT_OR_NUMBER = { type: ['string', 'number'] } as const;

const ids = (description: string) => ({ type: [...ID.type, 'array'], items: ID, description }) as const;
const textsMember = (description: string) =>
  ({ type: [...TEXT_OR_NUMBER.type, 'array'], items: TEXT_OR_NUMBER, description }) as const;

const CONDITION = '* and % are wildcards; &&, ||, !, parentheses and "phrases" are supported; case is ignored.';

const RESULT = {
  Limit: { ...TEXT_OR_NUMBER, description: 'Hits at most; 500 by default, without a maximum.' },
  SortBy: textsMember(`${SORT_KEYS.join(', ')}, DynamicField_<Name>. Default Age.`),
  OrderBy: textsMember('Up or Down (default), one per SortBy.'),
} as const;

// `TextParameter` has the same names from the same table.
const {
  CustomerID,
  CustomerUserLogin: _described,
  ...TEXTS
} = Object.fromEntries(
  USED.flatMap(({ search }) => (search === undefined ? [] : [[search, textsMember(CONDITION)]])),
) as Readonly<Record<TextParameter, ReturnType<typeof textsMember>>>;

const TICKET = {
  TicketID: ids('Tickets with these ids.'),
  ...TEXTS,
  Fulltext: text('Anywhere in articles, or in the title.'),
  ...entryMembers('Queues', 'queues'),
  UseSubQueues: zeroOrOne('Include the queues below them.'),
  ...entryMembers('States', 'states'),
  StateType: textsMember('Names of state types; with profile contract also the categories Open and Closed.'),
  StateTypeIDs: ids('Ids of state types.'),
  CustomerUserLogin: textsMember(
    'Without a SessionID or UserLogin: the customer who calls. Otherwise: tickets of these customers.',
  ),
  CustomerID,
  CustomerIDRaw: textsMember('Exactly these; CustomerID is then ignored.'),
  OwnerIDs: ids('Ids of agents.'),
  ResponsibleIDs: ids('Ids of agents.'),
  ...entryMembers('Types', 'types'),
  ...entryMembers('Priorities', 'priorities'),
  ...entryMembers('Locks', 'locks'),
  ...entryMembers('Services', 'services'),
  ...entryMembers('SLAs', 'SLAs'),
  WatchUserIDs: ids('Ids of agents who watch the tickets.'),
  CreatedUserIDs: ids('Ids of the agents who created the tickets.'),
  ...entryMembers('CreatedTypes', 'types at creation'),
  ...entryMembers('CreatedPriorities', 'priorities at creation'),
  ...entryMembers('CreatedStates', 'states at creation'),
  ...entryMembers('CreatedQueues', 'queues at creation'),
  SearchInArchive: text('AllTickets or ArchivedTickets, where there is an archive.'),
} as const;

/** `Types` and `TypeIDs`, and so on. */
function entryMembers<const Names extends string>(names: Names, what: string) {
  return {
    ...each(names, textsMember(`Names of ${what}.`)),
    ...each(entryParameters(names).ids, ids(`Ids of ${what}.`)),
  };
}

const ARTICLES = {
  ContentSearch: text('AND (default) or OR between the criteria on articles.'),
  ...prefixed(ARTICLE_KEYS, {
    '': text('In articles; * is a wildcard, common and short words of subjects and bodies are not found.'),
  }),
} as const;

const TIMES = prefixed([...TIMES_OF_TICKETS, 'ArticleCreateTime'], {
  OlderMinutes: { ...TEXT_OR_NUMBER, description: 'At least so many minutes ago; negative values are in the future.' },
  NewerMinutes: { ...TEXT_OR_NUMBER, description: 'At most so many minutes ago; negative values are in the future.' },
  OlderDate: text('Not later than YYYY-MM-DD HH:MM:SS in the system time zone.'),
  NewerDate: text('Not earlier than YYYY-MM-DD HH:MM:SS in the system time zone, and not in the future.'),
});

/** The forms of the family's own search form: a slot from day to day, or so many units ago. */
const SLOTS = {
  ...prefixed(['Change', 'LastChange', 'Close'], {
    TimeSearchType: text('TimeSlot or TimePoint: which of the following parameters count.'),
  }),
  ...prefixed(['TicketChangeTime', 'TicketLastChangeTime', 'TicketCloseTime'], {
    ...each('StartYear StartMonth StartDay StopYear StopMonth StopDay', TEXT_OR_NUMBER),
    Point: { ...TEXT_OR_NUMBER, description: 'A number of units.' },
    PointFormat: text('minute, hour, day, week, month or year.'),
    PointStart: text('Before: longer ago. Last, the default: within that time.'),
  }),
} as const;

const FIELD = objectWith(['Name'], {
  Name: text('Name of a dynamic field of tickets; unknown names are ignored, or errors with profile contract.'),
  Equals: textsMember('One of these.'),
  Like: textsMember(CONDITION),
  GreaterThan: textsMember('Greater than one of these.'),
  GreaterThanEquals: textsMember('Greater than or equal to one of these.'),
  SmallerThan: textsMember('Less than one of these.'),
  SmallerThanEquals: textsMember('Less than or equal to one of these.'),
  Empty: integerOrText('1: has no value; 0: has one.'),
});

/** Order and criteria, those first that are used most. */
export const searchParameters = {
  ...RESULT,
  DynamicField: { description: 'One field, or several that must all match.', anyOf: [FIELD, listOf(FIELD)] },
  ...TICKET,
  ...TIMES,
  ...ARTICLES,
  ...SLOTS,
} as const;

export const olderFieldParameters = { '^DynamicField_[A-Za-z0-9-]+$': { ...FIELD, required: [] } } as const;
