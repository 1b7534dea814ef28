import type { Data, JsonSchema, Operation } from '@ticketgate/sdk';

import { plugin } from '../src/plugin/ticket-plugin.js';
import { membersOf, merged, type SchemaMember } from './support/schema-members.js';
import { AGENT, TicketTests } from './support/ticket-tests.js';

const ARTICLE = { Subject: 'Ink', Body: 'It is empty.', MimeType: 'text/plain', Charset: 'utf-8' };
const TICKET = {
  Title: 'Ink',
  Queue: 'Misc',
  State: 'pending reminder',
  Priority: '3 normal',
  CustomerUser: 'jane',
  Type: 'Incident',
};
const FILE = { Filename: 'a.txt', Content: 'eA==', ContentType: 'text/plain' };
const WRITE = {
  Ticket: { ...TICKET, PendingTime: { Diff: 60 } },
  Article: ARTICLE,
  DynamicField: { Name: 'ExternalRef', Value: 'a' },
  Attachment: FILE,
};

const { operations } = plugin;
let tests: TicketTests;
/** Requests that are fine. */
let bases: Readonly<Record<string, Data>>;

beforeAll(async () => {
  tests = await TicketTests.start({ isCaching: true });
  const TicketID = await tests.ticket();
  bases = {
    'Ticket::TicketCreate': WRITE,
    'Ticket::TicketUpdate': { TicketID, ...WRITE },
    'Ticket::TicketGet': { TicketID },
    'Ticket::TicketHistoryGet': { TicketID },
    'Ticket::TicketDelete': { TicketID: await tests.ticket(), DryRun: 1 },
    'Catalogue::DynamicFieldValues': { Name: 'Impact' },
  };
});

afterAll(() => tests.stop());

/** References to entries that cannot be used, with what is said about them. */
const REFUSED_ENTRIES: readonly (readonly [Data, string])[] = [
  [{ State: 'New' }, entrySentence('State', 'State "New" does not exist. Did you mean "new"?')],
  [{ Queue: 'rwa' }, entrySentence('Queue', 'Queue "rwa" does not exist. Did you mean "Raw"?')],
  [{ Queue: 'Elsewhere' }, entrySentence('Queue', 'Queue "Elsewhere" does not exist. QueueList lists them.')],
  [{ Lock: 'locked' }, entrySentence('Lock', 'Lock "locked" does not exist. Did you mean "lock"?')],
  [{ PriorityID: 'x' }, entrySentence('Priority', 'PriorityID "x" does not exist.')],
  [{ Owner: 'nobody' }, entrySentence('Owner', 'Owner "nobody" does not exist. Write the login of a valid agent.')],
  [
    { PendingTime: { Diff: -5 } },
    'Ticket->PendingTime parameter is invalid! It is {"Diff":-5}; write Diff in minutes, at least 1, or Year, Month, Day, Hour and Minute of a time before 2038.',
  ],
];

/** Members that do not go together: one of them would count for nothing. */
const CONTRADICTIONS: readonly (readonly [Data, string])[] = [
  [{ Queue: 'Misc', QueueID: 1 }, 'Ticket->Queue and Ticket->QueueID mean different things; send one of them.'],
  [{ Owner: 'roagent', OwnerID: 2 }, 'Ticket->Owner and Ticket->OwnerID mean different things; send one of them.'],
  [
    { State: 'open' },
    'Ticket->PendingTime counts only in a pending state, and the state is "open"; leave it out, or send such a State.',
  ],
];

/** Members of articles that cannot be used, with what is said about them. */
const REFUSED_ARTICLES: readonly (readonly [Data, string])[] = [
  [
    { SenderType: 'agnt' },
    'Article->SenderTypeID or Ticket->SenderType parameter is invalid! SenderType "agnt" does not exist. Did you mean "agent"?',
  ],
  [
    { CommunicationChannelID: 99 },
    'Article->CommunicationChannel or Article->CommunicationChannelID parameter is invalid or not supported! CommunicationChannelID 99 does not exist.',
  ],
  [
    { CommunicationChannel: 'Fax' },
    'Article->CommunicationChannel or Article->CommunicationChannelID parameter is invalid or not supported! CommunicationChannel "Fax" does not exist. Use Email, Phone, Internal.',
  ],
  [
    { HistoryType: 'addnote' },
    'Article->HistoryType parameter is invalid! HistoryType "addnote" does not exist. Did you mean "AddNote"?',
  ],
  [
    { AutoResponseType: 'auto' },
    'Article->AutoResponseType parameter is invalid! AutoResponseType "auto" does not exist. Use auto reply, auto reject, auto follow up, auto reply/new ticket, auto remove.',
  ],
  [
    { From: 'x <>' },
    'Article->From parameter is invalid! It is "x <>"; write an address such as "Anna Agent" <anna@example.org>, or several with commas.',
  ],
  [
    { ContentType: 'text' },
    'Article->ContentType is invalid! It is "text"; write for example text/plain; charset=utf-8.',
  ],
  [{ Charset: 'klingon' }, 'Article->Charset is invalid! It is "klingon"; write for example utf-8.'],
  [{ TimeUnit: 'lots' }, 'Article->TimeUnit parameter is invalid! It is "lots"; write a number such as 15 or 7.5.'],
  [
    { ForceNotificationToUserID: [99] },
    'Article->ForceNotificationToUserID UserID=99 parameter is invalid! Write the id of a valid agent, or a list of them.',
  ],
];

function entrySentence(name: string, why: string): string {
  return `Ticket->${name}ID or Ticket->${name} parameter is invalid! ${why}`;
}

/** Members that ask for nothing. */
const NOTHING: readonly (readonly [Data, string])[] = [
  [{ Ticket: { State: '' } }, 'Ticket->State is ""'],
  [{ Ticket: { QueueID: 0 } }, 'Ticket->QueueID is 0'],
  [{ Ticket: { PendingTime: '' } }, 'Ticket->PendingTime is ""'],
  [{ Ticket: { Owner: null } }, 'Ticket->Owner is null'],
  [{ Article: { From: ' ' } }, 'Article->From is " "'],
  [{ Article: { HistoryType: '' } }, 'Article->HistoryType is ""'],
  [{ Article: { HistoryComment: '0' } }, 'Article->HistoryComment is "0"'],
  [{ Article: { IsVisibleForCustomer: '' } }, 'Article->IsVisibleForCustomer is ""'],
  [{ Article: { ForceNotificationToUserID: [] } }, 'Article->ForceNotificationToUserID is []'],
  [{ Attachment: null }, 'Attachment is null'],
  [{ Ticket: { Title: '  ' } }, 'Ticket->Title is "  "'],
  [{ Ticket: { Title: null } }, 'Ticket->Title is null'],
  [{ Ticket: null }, 'Ticket is null'],
  [{ Article: null }, 'Article is null'],
];

const WRONG: readonly unknown[] = [
  null,
  true,
  -1.5,
  Infinity,
  '',
  'none',
  'a\0',
  '\ud800',
  'x'.repeat(5_000),
  '9'.repeat(400),
  [],
  {},
  [null],
  [['a']],
  [{}],
];

const EXPRESSION =
  'give && and || two sides each, put parentheses around one of them where both occur, and put text with such characters in "quotes"';

const field = (Name: string, operators: Data): Data => ({ DynamicField: { Name, ...operators } });

/** Searches that would find nothing. */
const UNCLEAR: readonly [Data, string][] = [
  [
    field('Impact', { Equal: 'high' }),
    'DynamicField Impact has "Equal", which is not an operator. Did you mean "Equals"?',
  ],
  [
    { DynamicField_Impact: { Contains: 'high' } },
    'DynamicField Impact has "Contains", which is not an operator. Use Equals, GreaterThan, GreaterThanEquals, SmallerThan, SmallerThanEquals, Like, Empty.',
  ],
  [field('Impact', {}), 'DynamicField Impact needs an operator; write for example Equals or Like.'],
  [
    field('Impact', { Equals: ['low', 'High'] }),
    'DynamicField->Equals of Impact is "High", a label; write its key. Did you mean "high"?',
  ],
  [
    field('DueDate', { GreaterThan: '31.01.2026' }),
    'DynamicField->GreaterThan of DueDate is "31.01.2026"; write YYYY-MM-DD, such as 2026-01-31.',
  ],
  [
    field('DueAt', { Equals: '2026-01-31T08:00:00Z' }),
    'DynamicField->Equals of DueAt is "2026-01-31T08:00:00Z"; write YYYY-MM-DD HH:MM:SS, such as 2026-01-31 08:00:00.',
  ],
  [
    field('DueAt', { Like: '2026*' }),
    'DynamicField->Like of DueAt does not exist for fields of type DateTime; use Equals, GreaterThan, GreaterThanEquals, SmallerThan, SmallerThanEquals, Empty.',
  ],
  [field('Confirmed', { Equals: 'yes' }), 'DynamicField->Equals of Confirmed is "yes"; write 1 or 0.'],
  [
    field('Confirmed', { GreaterThan: 0 }),
    'DynamicField->GreaterThan of Confirmed does not exist for fields of type Checkbox; use Equals, Empty.',
  ],
  [field('Confirmed', { Empty: 'no' }), 'DynamicField->Empty of Confirmed is "no"; write 1 or 0.'],
  [
    field('Impact', { Empty: 1, Equals: 'high' }),
    'DynamicField->Empty of Impact is 1, which excludes Equals; leave one of them out.',
  ],
  [
    field('ExternalRef', { Like: ['a*', '(b'] }),
    `DynamicField->Like of ExternalRef is "(b", which is not a complete expression; ${EXPRESSION}.`,
  ],
  [
    { CustomerUserLogin: 'x+y@example.org' },
    'CustomerUserLogin is "x+y@example.org", where + and && mean "and": no text is both "x" and "y@example.org". Put "quotes" around a text with + or &&, or write *part* for parts of it.',
  ],
  [
    { CustomerUserLogin: ['a || b@c', 'x y@example.org'] },
    'CustomerUserLogin is "x y@example.org". In a URL, + is a space; write "x%2By@example.org", with the quotes.',
  ],
  [{ Title: 'a ||' }, `Title is "a ||", which is not a complete expression; ${EXPRESSION}.`],
  [
    { CustomerID: ['b', 'a && b || c'] },
    `CustomerID is "a && b || c", which is not a complete expression; ${EXPRESSION}.`,
  ],
  [{ TicketNumber: 'a (b)' }, `TicketNumber is "a (b)", which is not a complete expression; ${EXPRESSION}.`],
  [{ ContentSearch: 'ORR' }, 'ContentSearch is "ORR"; write AND or OR. Did you mean "OR"?'],
  [{ SearchInArchive: 'all' }, 'SearchInArchive is "all"; write AllTickets or ArchivedTickets or NotArchivedTickets.'],
  [
    { CloseTimeSearchType: 'TimeSlots' },
    'CloseTimeSearchType is "TimeSlots"; write TimeSlot or TimePoint. Did you mean "TimeSlot"?',
  ],
  [
    { TicketChangeTimePointFormat: 'days' },
    'TicketChangeTimePointFormat is "days"; write minute or hour or day or week or month or year. Did you mean "day"?',
  ],
  [
    { TicketChangeTimePoint: 'two', TicketChangeTimePointFormat: 'day', ChangeTimeSearchType: 'TimePoint' },
    'TicketChangeTimePoint is "two"; write a number of units, such as 60.',
  ],
  [
    { TicketChangeTimePointStart: 'before' },
    'TicketChangeTimePointStart is "before"; write Before or Last. Did you mean "Before"?',
  ],
  [
    { TicketChangeTimePoint: 2, TicketChangeTimePointFormat: 'day' },
    'TicketChangeTimePoint counts for nothing alone; send ChangeTimeSearchType TimeSlot with TicketChangeTimeStartYear, StartMonth and StartDay, or TimePoint with TicketChangeTimePoint and PointFormat.',
  ],
  ...[{ TicketCloseTimeStopDay: 2, CloseTimeSearchType: 'TimeSlot' }, { CloseTimeSearchType: 'TimePoint' }].map(
    (input): [Data, string] => [
      input,
      `${Object.keys(input)[0]} counts for nothing alone; send CloseTimeSearchType TimeSlot with TicketCloseTimeStartYear, StartMonth and StartDay, or TimePoint with TicketCloseTimePoint and PointFormat.`,
    ],
  ),
  [
    { TicketCreateTimeNewerDate: '2026-02-01 00:00:00', TicketCreateTimeOlderDate: '2026-01-01 00:00:00' },
    'TicketCreateTimeNewerDate is after TicketCreateTimeOlderDate, so nothing can be found; exchange them.',
  ],
  [{ UseSubQueues: 'yes' }, 'UseSubQueues is "yes"; use 0, 1, true or false.'],
  [
    { ...field('Impact', { Equals: 'high' }), DynamicField_DueDate: { Empty: 1 } },
    'DynamicField_DueDate is ignored with DynamicField; write it there.',
  ],
  [{ OwnerIDs: [1, 4711] }, 'OwnerIDs names 4711, but there is no agent with this id.'],
  [{ ResponsibleIDs: 4711 }, 'ResponsibleIDs names 4711, but there is no agent with this id.'],
  [{ WatchUserIDs: '4711' }, 'WatchUserIDs names 4711, but there is no agent with this id.'],
  [{ CreatedUserIDs: [4711] }, 'CreatedUserIDs names 4711, but there is no agent with this id.'],
];

/** Criteria that restrict nothing. */
const EMPTY_CRITERIA: readonly (readonly [Data, string])[] = [
  [{ Limit: '' }, 'Limit is ""'],
  [{ Title: '' }, 'Title is ""'],
  [{ Title: ['', ' '] }, 'Title is [""," "]'],
  [{ QueueIDs: [] }, 'QueueIDs is []'],
  [{ TicketID: '' }, 'TicketID is ""'],
  [{ CustomerUserLogin: '' }, 'CustomerUserLogin is ""'],
  [{ SortBy: '' }, 'SortBy is ""'],
  [{ TicketCreateTimeNewerMinutes: ' ' }, 'TicketCreateTimeNewerMinutes is " "'],
  [{ UseSubQueues: '' }, 'UseSubQueues is ""'],
  [field('DueDate', { GreaterThan: '' }), 'DynamicField->GreaterThan of DueDate is ""'],
];

function emptyMember(operation: string, [input, sentence]: readonly [Data, string]): [string, Data, string] {
  return [operation, input, `${sentence}, which asks for nothing; write a value, or leave it out.`];
}

/** Values of wrong kinds. */
const MISFITS: readonly [Name: string, Value: unknown, sentence: string][] = [
  ['Confirmed', true, 'true; write 1 or 0'],
  ['Impact', { Key: 'high' }, '{"Key":"high"}; write one of the keys "high", "low", "medium"'],
  ['DueDate', false, 'false; write YYYY-MM-DD, such as 2026-01-31'],
  ['ExternalRef', {}, '{}; write a text'],
  ['ExternalRef', [null], '[null]; write a text'],
];

const CONTRACT = { profile: 'contract', caller: AGENT } as const;

/** What a request is answered with: `fine`, the code of an error, or what should not happen. */
async function outcome(operation: Operation, input: Data): Promise<string> {
  try {
    await tests.run(operation, input, CONTRACT);
    return 'fine';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.name === 'OperationError' && 'code' in error
      ? String(error.code)
      : `fault: ${error.name} ${error.message}`;
  }
}

describe('profile contract', () => {
  it('never answers a fault, whatever the value of a member', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const { operation, member } of allMembers()) {
      const results = await Promise.all(WRONG.map((value) => outcome(operation, member.put(value))));
      count += results.length;
      results.forEach((result, index) => {
        const value = JSON.stringify(WRONG[index]).slice(0, 40);
        if (result.startsWith('fault')) faults.push(`${operation.type} ${member.path} = ${value}: ${result}`);
      });
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(3_000);
  }, 120_000);

  it.each<[string, Data, string]>([
    ['TicketCreate', { DynamicField: [null] }, 'DynamicField has an entry that is not an object.'],
    ['TicketUpdate', { Attachment: [1] }, 'Attachment has an entry that is not an object.'],
    [
      'TicketCreate',
      { Ticket: { CustomerID: 'x'.repeat(300) } },
      'Ticket->CustomerID has 300 characters; at most 150 are allowed.',
    ],
    [
      'TicketUpdate',
      { Ticket: { CustomerUser: `${'x'.repeat(300)}@b.org` } },
      'Ticket->CustomerUser has 306 characters; at most 191 are allowed.',
    ],
    [
      'TicketCreate',
      { Ticket: { CustomerUser: 'stranger' } },
      'Ticket->CustomerUser parameter is invalid! There is no valid customer user with the login or address "stranger", and it is not an e-mail address.',
    ],
    [
      'TicketCreate',
      { Ticket: { CustomerUser: 'carla@demo.org' } },
      'Ticket->CustomerUser parameter is invalid! There is no valid customer user with the login or address "carla@demo.org", and the setting CheckEmailInvalidAddress refuses it.',
    ],
    [
      'TicketUpdate',
      { Ticket: { CustomerUser: 'gone' } },
      'Ticket->CustomerUser parameter is invalid! The customer user "gone" is not valid.',
    ],
    [
      'TicketUpdate',
      { Article: { HistoryComment: 'a\0' } },
      'Article->HistoryComment has a NUL character; leave it out.',
    ],
    ['TicketCreate', { Article: { Subject: ['a'] } }, 'Article->Subject is a list; write a text.'],
    ['TicketCreate', { Ticket: { Title: true } }, 'Ticket->Title is true; write a text.'],
    [
      'TicketCreate',
      { Ticket: { Title: '\ud800' } },
      'Ticket->Title is not valid Unicode: it has half of a surrogate pair.',
    ],
    ['TicketCreate', { Article: { TimeUnit: Infinity } }, 'Article->TimeUnit is a number that is too large.'],
    [
      'TicketCreate',
      { DynamicField: { Value: 'x'.repeat(5_000) } },
      'DynamicField->Value of ExternalRef has 5000 characters; at most 3800 are allowed.',
    ],
    [
      'TicketUpdate',
      { DynamicField: { Value: ['a'] } },
      'DynamicField->Value of ExternalRef is a list, and the field holds one value.',
    ],
    [
      'TicketCreate',
      { DynamicField: { Name: 'DueDate', Value: '31.01.2026' } },
      'DynamicField->Value of DueDate is "31.01.2026"; write YYYY-MM-DD, such as 2026-01-31, or null to clear it.',
    ],
    [
      'TicketUpdate',
      { DynamicField: { Name: 'DueAt', Value: '2026-01-31T08:00:00Z' } },
      'DynamicField->Value of DueAt is "2026-01-31T08:00:00Z"; write YYYY-MM-DD HH:MM:SS, such as 2026-01-31 08:00:00, or null to clear it.',
    ],
    [
      'TicketCreate',
      { DynamicField: { Name: 'Impact', Value: 'High' } },
      'DynamicField->Value of Impact is "High"; write one of the keys "high", "low", "medium", or null to clear it. Did you mean "high"?',
    ],
    ...['TicketCreate', 'TicketUpdate'].flatMap((name) => [
      ...MISFITS.map(([Name, Value, sentence]): [string, Data, string] => [
        name,
        { DynamicField: [{ Name, Value }] },
        `DynamicField->Value of ${Name} is ${sentence}, or null to clear it.`,
      ]),
    ]),
    [
      'TicketCreate',
      { DynamicField: { Name: 'Confirmed', Value: 'yes' } },
      'DynamicField->Value of Confirmed is "yes"; write 1 or 0, or null to clear it.',
    ],
    ...CONTRADICTIONS.flatMap(([Ticket, sentence]) =>
      ['TicketCreate', 'TicketUpdate'].map((name): [string, Data, string] => [name, { Ticket }, sentence]),
    ),
    ...REFUSED_ENTRIES.flatMap(([Ticket, sentence]) =>
      ['TicketCreate', 'TicketUpdate'].map((name): [string, Data, string] => [name, { Ticket }, sentence]),
    ),
    ['TicketCreate', { DryRun: '' }, 'DryRun is ""; use 0, 1, true or false.'],
    ['TicketUpdate', { DryRun: '' }, 'DryRun is ""; use 0, 1, true or false.'],
    ...NOTHING.map((each) => emptyMember('TicketUpdate', each)),
    ...EMPTY_CRITERIA.map((each) => emptyMember('TicketSearch', each)),
    ...EMPTY_CRITERIA.slice(1).map((each) => emptyMember('TicketList', each)),
    ['TicketDelete', { DryRun: null }, 'DryRun is null; use 0, 1, true or false.'],
    emptyMember('TicketGet', [{ DynamicFields: '' }, 'DynamicFields is ""']),
    ['TicketGet', { ArticleOrder: 'desc' }, 'ArticleOrder is "desc"; write ASC or DESC. Did you mean "DESC"?'],
    [
      'TicketGet',
      { ArticleSenderType: ['agnt', 'customer'] },
      'ArticleSenderType is "agnt"; write agent or system or customer. Did you mean "agent"?',
    ],
    ['TicketDelete', { DryRun: 'no' }, 'DryRun is "no"; use 0, 1, true or false.'],
    ['TicketList', { Fields: [] }, 'Fields has 0 entries; send at least 1.'],
    ['ServiceList', { CustomerUser: '' }, 'CustomerUser is ""; send at least 1 character.'],
    ...REFUSED_ARTICLES.flatMap(([Article, sentence]): [string, Data, string][] => [
      ['TicketCreate', { Article }, sentence],
      ['TicketUpdate', { Article }, sentence],
    ]),
    [
      'TicketCreate',
      { Attachment: { ContentType: 'text' } },
      'Attachment->ContentType is invalid! It is "text"; write for example text/plain; charset=utf-8.',
    ],
    ['TicketSearch', { Queues: 'Rwa' }, 'Queues names "Rwa", but there is no such queue. Did you mean "Raw"?'],
    [
      'TicketSearch',
      { TicketCreateTimeNewerDate: '2026-01-31' },
      'TicketCreateTimeNewerDate is "2026-01-31"; write YYYY-MM-DD HH:MM:SS in the system time zone, such as 2026-01-31 08:00:00.',
    ],
    ...['TicketSearch', 'TicketList'].flatMap((name) => UNCLEAR.map((each): [string, Data, string] => [name, ...each])),
    [
      'TicketSearch',
      { DynamicField: 'Impact' },
      'DynamicField is "Impact"; write an object with Name and an operator.',
    ],
    ['TicketSearch', { Title: [['a']] }, 'Title has an entry that is not a text or a number.'],
    ['TicketSearch', { Limit: false }, 'Limit is false; write a text or a number.'],
    [
      'TicketSearch',
      { DynamicField_ExternalRef: { Equals: { a: 1 } } },
      'DynamicField_ExternalRef->Equals is an object; write a text or a number or a list.',
    ],
    [
      'TicketList',
      { DynamicField_ExternalRef: { Equals: { a: 1 } } },
      'DynamicField_ExternalRef->Equals is an object; send a text, or a number, or a list.',
    ],
    [
      'ServiceList',
      { CustomerUser: 'jane\0' },
      'CustomerUser is "jane\\u0000"; send a text that matches ^[^\\u0000]*$.',
    ],
  ])('%s refuses %j by name', async (name, change, sentence) => {
    const operation = operations.find(({ type }) => type.endsWith(`::${name}`));
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const input = merged(bases[operation.type] ?? {}, change);
    expect(await tests.failure(operation, input, { profile: 'contract' })).toBe(
      `${name}.InvalidParameter | ${name}: ${sentence}`,
    );
  });

  it.each([{ Diff: '0' }, { Year: 2027, Month: 1, Day: 1 }])(
    'says what a pending time needs, not %j',
    async (PendingTime) => {
      const update = operations.find(({ type }) => type === 'Ticket::TicketUpdate')!;
      const input = { TicketID: await tests.ticket(), Ticket: { State: 'pending reminder', PendingTime } };
      expect(await tests.failure(update, input, { profile: 'contract' })).toBe(
        'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->PendingTime cannot be stored; write Diff in minutes, at least 1, or Year, Month, Day, Hour and Minute of a time before 2038.',
      );
    },
  );

  it.each<Data>([
    field('Impact', { Equals: ['*', '', 'removed'], Empty: '0' }),
    field('DueDate', { SmallerThan: '2026-01-31 23:59:59' }),
    { Title: ['***', '', '"a (b)" || !c'], ContentSearch: 'or', SearchInArchive: 'NotArchivedTickets', OwnerIDs: '+1' },
  ])('takes the search %j', async (input) => {
    for (const name of ['TicketSearch', 'TicketList']) {
      const operation = operations.find(({ type }) => type === `Ticket::${name}`)!;
      expect(await outcome(operation, input)).toBe('fine');
    }
  });

  it.each([null, '', ' '])('takes optional members of a new ticket that are %j for left out', async (value) => {
    const create = operations.find(({ type }) => type === 'Ticket::TicketCreate')!;
    const { properties } = create.input as { properties: Record<string, { properties: Data }> };
    const empty = (part: 'Ticket' | 'Article') =>
      Object.fromEntries(Object.keys(properties[part]?.properties ?? {}).map((name) => [name, value]));
    const made = async (more: { Ticket: Data; Article: Data } & Data) => {
      const Ticket = { ...more.Ticket, ...TICKET, State: 'new' };
      const { TicketID } = await tests.run(
        create,
        { ...more, Ticket, Article: { ...more.Article, ...ARTICLE } },
        CONTRACT,
      );
      return tests.query(
        `select to_jsonb(t) - '{id,tn}'::text[] as ticket, to_jsonb(a) - '{id,ticket_id,insert_fingerprint}'::text[] as article,
           to_jsonb(m) - '{id,article_id,a_message_id,a_message_id_md5}'::text[] as mime, h.name, h.history_type_id
         from ticket t join article a on a.ticket_id = t.id join article_data_mime m on m.article_id = a.id
         join ticket_history h on h.article_id = a.id where t.id = $1 order by h.id`,
        [TicketID],
      );
    };
    const lists = { DynamicField: [], Attachment: value };
    expect(await made({ Ticket: empty('Ticket'), Article: empty('Article'), ...lists })).toEqual(
      await made({ Ticket: {}, Article: {} }),
    );
  });

  it.each([{ PendingTime: {} }, { PendingTime: [] }, { OwnerID: 0 }])(
    'takes %j of a new ticket for left out',
    async (more) => {
      const create = operations.find(({ type }) => type === 'Ticket::TicketCreate')!;
      const Ticket = { ...TICKET, State: 'new', ...more };
      expect(await outcome(create, { Ticket, Article: ARTICLE, DynamicField: null, Attachment: [] })).toBe('fine');
    },
  );

  it.each([[{ ...FILE, Content: null }], [[{}]]])(
    'says how the contents of an empty file are sent: %j',
    async (Attachment) => {
      const create = operations.find(({ type }) => type === 'Ticket::TicketCreate')!;
      const input = { ...WRITE, Attachment };
      expect(await tests.failure(create, input, { profile: 'contract' })).toBe(
        'TicketCreate.MissingParameter | TicketCreate: Attachment->Content  parameter is missing! Send the bytes of the file in Base64, or an empty text for an empty file.',
      );
    },
  );

  it.each(['TicketCreate', 'TicketUpdate'])('%s names the dynamic field whose value is missing', async (name) => {
    const operation = operations.find(({ type }) => type === `Ticket::${name}`)!;
    const input = { ...bases[operation.type], DynamicField: { Name: 'DueDate' } };
    expect(await tests.failure(operation, input, { profile: 'contract' })).toBe(
      `${name}.MissingParameter | ${name}: DynamicField->Value of DueDate is missing; write YYYY-MM-DD, such as 2026-01-31, or null to clear it.`,
    );
  });

  it.each([{ String: '2027-03-28 02:30:00' }, { Year: 2027, Month: 3, Day: 28, Hour: 2, Minute: 30 }])(
    'refuses the pending time %j, over which the clocks go forward',
    async (PendingTime) => {
      const create = operations.find(({ type }) => type === 'Ticket::TicketCreate')!;
      const input = { ...WRITE, Ticket: { ...TICKET, PendingTime } };
      await tests.withSettings({ OTOBOTimeZone: 'Europe/Berlin' }, async () => {
        expect(await tests.failure(create, input, { profile: 'contract' })).toMatch(
          /It is \{.*\}, when the clocks go forward in Europe\/Berlin; write another time\.$/,
        );
      });
    },
  );

  it('refuses the id of one ticket with the number of another', async () => {
    const update = operations.find(({ type }) => type === 'Ticket::TicketUpdate')!;
    const [TicketID, other] = [await tests.ticket(), await tests.ticket({ tn: 'Another' })];
    const input = { TicketNumber: 'Another', Ticket: { Title: 'Ink' } };
    expect(await tests.failure(update, { TicketID, ...input }, { profile: 'contract' })).toBe(
      'TicketUpdate.InvalidParameter | TicketUpdate: TicketID and TicketNumber mean different tickets; send one of them.',
    );
    expect(await tests.failure(update, { TicketID: other, ...input }, { profile: 'contract' })).toMatch(/^no failure/);
  });

  it('refuses an update that changes nothing', async () => {
    const update = operations.find(({ type }) => type === 'Ticket::TicketUpdate')!;
    expect(await tests.failure(update, { TicketID: await tests.ticket() }, { profile: 'contract' })).toBe(
      'TicketUpdate.MissingParameter | TicketUpdate: Nothing is to be changed; send Ticket, Article, DynamicField, Attachment, or several of them.',
    );
  });

  it('moves the pending time of a ticket that is pending, and of no other', async () => {
    const [update, get] = ['TicketUpdate', 'TicketGet'].map((name) => {
      return operations.find(({ type }) => type === `Ticket::${name}`)!;
    });
    const TicketID = await tests.ticket();
    const asAgent = { profile: 'contract', caller: AGENT } as const;
    const moved = { TicketID, Ticket: { PendingTime: { Diff: 120 } } };
    expect(await tests.failure(update!, moved, asAgent)).toContain('PendingTime counts only in a pending state');
    const untilTimes: number[] = [];
    for (const Ticket of [{ State: 'pending reminder', PendingTime: { Diff: 60 } }, moved.Ticket]) {
      await tests.run(update!, { TicketID, Ticket }, asAgent);
      const answer = await tests.run(get!, { TicketID }, asAgent);
      untilTimes.push(Number(/"UntilTime":"?(\d+)/.exec(JSON.stringify(answer))?.[1]));
    }
    expect(untilTimes[1]! - untilTimes[0]!).toBeGreaterThan(3_000);
  });

  it('clears a dynamic field with null', async () => {
    const [update, get] = ['TicketUpdate', 'TicketGet'].map((name) => {
      return operations.find(({ type }) => type === `Ticket::${name}`)!;
    });
    const TicketID = await tests.ticket();
    const asAgent = { profile: 'contract', caller: AGENT } as const;
    const values: unknown[] = [];
    for (const Value of ['high', null]) {
      await tests.run(update!, { TicketID, DynamicField: { Name: 'Impact', Value } }, asAgent);
      const answer = await tests.run(get!, { TicketID, DynamicFields: 1 }, asAgent);
      values.push(/"Name":"Impact","Value":("?\w+"?)/.exec(JSON.stringify(answer))?.[1]);
    }
    expect(values).toEqual(['"high"', 'null']);
  });

  it('takes the address of a known customer user whatever its domain', async () => {
    const operation = operations.find(({ type }) => type === 'Ticket::TicketCreate')!;
    await tests.withSettings({ CheckEmailInvalidAddress: '@example' }, async () => {
      for (const [CustomerUser, expected] of [
        ['jane.doe@example.com', 'fine'],
        ['gone@example.com', 'TicketCreate.InvalidParameter'],
      ]) {
        const input = merged(WRITE, { Ticket: { CustomerUser } });
        expect([CustomerUser, await outcome(operation, input)]).toEqual([CustomerUser, expected]);
      }
    });
  });

  it.each(['TicketCreate', 'TicketUpdate'])('%s reads the flags of an article alike', async (name) => {
    const operation = operations.find(({ type }) => type.endsWith(`::${name}`));
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const inputWith = (Article: Data) => merged(bases[operation.type] ?? {}, { Article });
    for (const value of [true, 'true', 1, '1', false, 'FALSE', 0]) {
      const flags = { NoAgentNotify: value, IsVisibleForCustomer: value };
      expect([value, await outcome(operation, inputWith(flags))]).toEqual([value, 'fine']);
    }
    for (const member of ['NoAgentNotify', 'IsVisibleForCustomer'])
      expect(await tests.failure(operation, inputWith({ [member]: 'yes' }), { profile: 'contract' })).toBe(
        `${name}.InvalidParameter | ${name}: ${member} is "yes"; use 0, 1, true or false.`,
      );
  });
});

/** Each member of each operation; the criteria of TicketList are those of TicketSearch, and are asked once. */
function allMembers(): readonly { readonly operation: Operation; readonly member: SchemaMember }[] {
  const seen = new Set<JsonSchema>();
  return operations.flatMap((operation) =>
    membersOf(operation.input, bases[operation.type] ?? {}).flatMap((member) => {
      if (operation.type === 'Ticket::TicketList' && seen.has(member.schema)) return [];
      seen.add(member.schema);
      return [{ operation, member }];
    }),
  );
}
