import type { JsonSchema } from '@ticketgate/sdk';

const texts = (description: string): JsonSchema => ({ type: ['string', 'array'], description });
const ids = (description: string): JsonSchema => ({ type: ['integer', 'string', 'array'], description });

export const ticketSearchInput: JsonSchema = {
  type: 'object',
  properties: {
    SessionID: { type: 'string', secret: true },
    UserLogin: { type: 'string' },
    CustomerUserLogin: { type: 'string' },
    Password: { type: 'string', secret: true },
    Limit: { type: ['integer', 'string'], description: 'Hits at most; default 500.' },
    SortBy: texts('Age, TicketNumber, Title, Queue, State, Priority, Changed, DynamicField_<Name> …; default Age.'),
    OrderBy: texts('Up or Down, one per SortBy; default Down.'),
    TicketID: ids('Only these.'),
    TicketNumber: texts('With * or % as wildcards.'),
    Title: texts('With * or % as wildcards, &&, ||, ! and parentheses.'),
    CustomerID: texts('With wildcards.'),
    CustomerIDRaw: texts('Exactly.'),
    Queues: texts('Names.'),
    QueueIDs: ids('Of queues.'),
    UseSubQueues: { type: ['integer', 'string', 'boolean'] },
    States: texts('Names.'),
    StateIDs: ids('Of states.'),
    StateType: texts('Names of state types.'),
    StateTypeIDs: ids('Of state types.'),
    Types: texts('Names.'),
    TypeIDs: ids('Of types.'),
    Priorities: texts('Names.'),
    PriorityIDs: ids('Of priorities.'),
    Locks: texts('unlock, lock, tmp_lock.'),
    LockIDs: ids('Of locks.'),
    Services: texts('Names.'),
    ServiceIDs: ids('Of services.'),
    SLAs: texts('Names.'),
    SLAIDs: ids('Of SLAs.'),
    OwnerIDs: ids('Of agents.'),
    ResponsibleIDs: ids('Of agents.'),
    WatchUserIDs: ids('Of agents.'),
    Fulltext: { type: 'string', description: 'Anywhere in articles and titles.' },
    MIMEBase_Subject: { type: 'string' },
    MIMEBase_Body: { type: 'string' },
    MIMEBase_From: { type: 'string' },
    MIMEBase_To: { type: 'string' },
    DynamicField: { type: ['object', 'array'], description: 'Name and operators, for example Equals or Like.' },
  },
};

export const ticketSearchOutput: JsonSchema = {
  type: 'object',
  properties: { TicketID: { type: 'array', items: { type: ['string', 'integer'] } } },
};
