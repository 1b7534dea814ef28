/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-return, typescript/no-unsafe-call --
   the mistakes that the compiler has to find have no types */
import { plugin as faqPlugin } from '@ticketgate/plugin-faq';
import { plugin as sessionPlugin } from '@ticketgate/accounts/session-plugin';
import { plugin as ticketPlugin } from '@ticketgate/plugin-ticket';
import { emittedNames } from '@ticketgate/runtime';
import {
  answersBytes,
  defineOperation,
  definePlugin,
  reply,
  type Database,
  type CalledType,
  type EventName,
  type Events,
  type Operation,
  type OperationContext,
} from '@ticketgate/sdk';

declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Test::Double': typeof double;
    'Test::Untyped': Operation;
  }
  interface KnownEvents {
    'test.doubled': { readonly Times: number };
  }
}

const PARTS = { type: 'Test::Any', summary: 'Does something.', effect: 'reads' } as const;
const INPUT = {
  type: 'object',
  required: ['Name'],
  properties: {
    Name: { type: 'string' },
    Times: { type: 'integer', default: 2 },
    Rooms: { type: 'array', items: { type: 'object', properties: { Floor: { type: 'integer' } } } },
  },
} as const;
const OUTPUT = {
  type: 'object',
  required: ['Done'],
  properties: { Done: { type: 'integer', const: 1 }, Names: { type: 'array', items: { type: 'string' } } },
} as const;

const TICKET = { Title: 'Ink', CustomerUser: 'carla', Queue: 'Raw', State: 'new', Priority: '3 normal' };
const ARTICLE = { Subject: 'Ink', Body: 'We need ink.', ContentType: 'text/plain; charset=utf-8' };

const double = defineOperation({
  ...PARTS,
  input: INPUT,
  output: OUTPUT,
  run: async ({ Name, Times }) => ({ Done: 1, Names: [Name.repeat(Times)] }),
});

/** Nothing here runs: the compiler checks it, and complains where it finds no mistake that is expected. */
const unused = {
  input: () => [
    defineOperation({
      ...PARTS,
      input: INPUT,
      // @ts-expect-error there is no Nmae
      run: async (input) => ({ Greeting: input.Nmae }),
    }),
    defineOperation({
      ...PARTS,
      input: INPUT,
      // @ts-expect-error rooms have no Flor
      run: async ({ Rooms = [] }) => ({ Floors: Rooms.map((room) => room.Flor) }),
    }),
    defineOperation({
      ...PARTS,
      input: { ...INPUT, additionalProperties: true },
      run: async (input) => ({ Other: input.Nmae }),
    }),
  ],
  output: () => [
    // @ts-expect-error Done is always 1
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => ({ Done: 2 }) }),
    // @ts-expect-error Done is missing
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => ({ Names: [] }) }),
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => reply({ Done: 1 }, { status: 201 }) }),
    // @ts-expect-error Done is 1 in a reply, too
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => reply({ Done: 3 }) }),
  ],
  async call({ call }: OperationContext) {
    const { Names = [] } = await call('Test::Double', { Name: 'x' });
    const ticket = await call('Ticket::TicketCreate', { Ticket: TICKET, Article: ARTICLE, DryRun: 1 });
    // @ts-expect-error there is no Nmae
    await call('Test::Double', { Name: 'x', Nmae: 'y' });
    // @ts-expect-error Article is missing
    await call('Ticket::TicketCreate', { Ticket: TICKET });
    // @ts-expect-error tickets have no Titel
    await call('Ticket::TicketCreate', { Ticket: { ...TICKET, Titel: 'Ink' }, Article: ARTICLE });
    // @ts-expect-error there is no TicketCrate
    await call('Ticket::TicketCrate', { Ticket: TICKET, Article: ARTICLE });
    const other = await call('Test::Untyped', { Anything: 1 });
    // @ts-expect-error nobody knows what this is
    other.Number.toFixed();
    return [Names.map((name) => name.trim()), ticket.TicketNumber.trim()];
  },
  async ours({ call }: OperationContext) {
    const { Ticket } = await call('Ticket::TicketGet', { TicketID: 2, AllArticles: 1 });
    const { TicketID = [] } = await call('Ticket::TicketSearch', {
      Title: 'Ink',
      Queues: ['Raw'],
      CreatedPriorityIDs: [1],
      TicketCreateTimeNewerMinutes: 5,
      TicketCloseTimeStartYear: 2026,
      MIMEBase_Subject: 'ink',
      DynamicField_Host: { Equals: 'db-07' },
    });
    const { Next, Ticket: page } = await call('Ticket::TicketList', {
      States: 'new',
      Fields: ['Title'],
      DynamicFields: 1,
    });
    const { Item } = await call('Catalogue::QueueList', { Permission: 'create' });
    const { DryRun } = await call('Ticket::TicketDelete', { TicketID: '1,2', DryRun: 1 });
    const { SessionID } = await call('Session::SessionCreate', { UserLogin: 'ada', Password: 'secret' });
    const { Item: found } = await call('FAQ::FAQSearch', { What: 'ink' });
    await call('Ticket::TicketUpdate', { TicketNumber: '1', Ticket: { State: 'open' }, DryRun: true });
    // @ts-expect-error there is no Titel
    await call('Ticket::TicketSearch', { Titel: 'Ink' });
    // @ts-expect-error there is no such permission
    await call('Catalogue::QueueList', { Permission: 'reed' });
    // @ts-expect-error it takes nothing
    await call('Catalogue::StateList', { Permission: 'ro' });
    // @ts-expect-error Name is missing
    await call('Catalogue::DynamicFieldValues', {});
    return [
      Ticket.map(({ Title, Article = [] }) => [Title?.trim(), Article.map(({ Subject }) => Subject?.trim())]),
      // @ts-expect-error tickets have no Titel
      Ticket.map(({ Titel }) => Titel),
      [TicketID.length, Next?.trim(), page[0]?.TicketID.toFixed(), DryRun?.ticket?.toFixed(), SessionID.trim()],
      [Item].flat().map(({ QueueID, Name }) => [QueueID.toFixed(), Name.trim()]),
      [found].flat().map(({ FAQID, Changed }) => [FAQID.toFixed(), Changed.trim()]),
    ];
  },
  events: () =>
    definePlugin({
      name: 'listening',
      operations: [],
      events: {
        'ticket.created'({ data }) {
          data.ArticleID.toFixed();
        },
        'test.doubled'({ data, name }) {
          const known: 'test.doubled' = name;
          // @ts-expect-error Times is a number
          const wrong: string = data.Times;
          expect([known, wrong]).toEqual([]);
        },
        // @ts-expect-error there is no ticket.craeted
        'ticket.craeted': () => undefined,
      },
    }),
  emit: (events: Events, database: Database) => [
    events.emit(database, [{ name: 'test.doubled', key: 'a', data: { Times: 1 } }]),
    // @ts-expect-error Times is a number
    events.emit(database, [{ name: 'test.doubled', key: 'a', data: { Times: 'one' } }]),
    // @ts-expect-error there is no test.dubled
    events.emit(database, [{ name: 'test.dubled', key: 'a', data: { Times: 1 } }]),
    // @ts-expect-error there is no test.dubled
    events.hasListeners('test.dubled'),
    // @ts-expect-error there is no test.dubled
    definePlugin({ name: 'emitting', operations: [], emits: ['test.dubled'] }),
  ],
};

/** The operations whose types the compiler knows: each of them has to be here, and no other. */
const TYPED: Readonly<Record<Exclude<CalledType, `Custom::${string}` | 'Test::Double' | 'Test::Untyped'>, true>> = {
  'Catalogue::DynamicFieldList': true,
  'Catalogue::DynamicFieldValues': true,
  'Catalogue::PriorityList': true,
  'Catalogue::QueueList': true,
  'Catalogue::ServiceList': true,
  'Catalogue::StateList': true,
  'Catalogue::TypeList': true,
  'FAQ::FAQSearch': true,
  'Session::SessionCreate': true,
  'Session::SessionGet': true,
  'Session::SessionRemove': true,
  'Test::Test': true,
  'Ticket::ArticleGet': true,
  'Ticket::TicketCreate': true,
  'Ticket::TicketDelete': true,
  'Ticket::TicketGet': true,
  'Ticket::TicketHistoryGet': true,
  'Ticket::TicketList': true,
  'Ticket::TicketSearch': true,
  'Ticket::TicketUpdate': true,
  'Ticket::TimeAccountingGet': true,
  'User::OutOfOffice': true,
};
/** The same for events. */
const EVENTS: Readonly<Record<Exclude<EventName, `room.${string}` | `test.${string}`>, true>> = {
  ArticleCreate: true,
  ArticleDynamicFieldUpdate: true,
  ArticleEmailSendingQueued: true,
  ArticleFlagSet: true,
  ArticleSend: true,
  CustomerCompanyAdd: true,
  CustomerCompanyUpdate: true,
  CustomerUserAdd: true,
  CustomerUserUpdate: true,
  DynamicFieldAdd: true,
  DynamicFieldUpdate: true,
  HistoryAdd: true,
  NotificationAddNote: true,
  NotificationMove: true,
  NotificationOwnerUpdate: true,
  NotificationResponsibleUpdate: true,
  NotificationServiceUpdate: true,
  QueueCreate: true,
  QueueUpdate: true,
  TicketAccountTime: true,
  TicketArchiveFlagUpdate: true,
  TicketCreate: true,
  TicketCustomerUpdate: true,
  TicketDelete: true,
  'TicketDynamicFieldUpdate_*': true,
  TicketFlagDelete: true,
  TicketFlagSet: true,
  TicketLockUpdate: true,
  TicketOwnerUpdate: true,
  TicketPendingTimeUpdate: true,
  TicketPriorityUpdate: true,
  TicketQueueUpdate: true,
  TicketResponsibleUpdate: true,
  TicketSLAUpdate: true,
  TicketServiceUpdate: true,
  TicketStateUpdate: true,
  TicketTitleUpdate: true,
  TicketTypeUpdate: true,
  TicketUnlockTimeoutUpdate: true,
  'article.created': true,
  'mail.queued': true,
  'ticket.created': true,
  'ticket.deleted': true,
  'ticket.updated': true,
};

describe('the types of the contract', () => {
  it('know all operations that can be called and all events of our plugins', () => {
    const plugins = [ticketPlugin, sessionPlugin, faqPlugin];
    const callable = plugins.flatMap(({ operations }) => operations).filter((operation) => !answersBytes(operation));
    expect(callable.map(({ type }) => type).sort()).toEqual(Object.keys(TYPED));
    expect([...emittedNames(plugins)].sort()).toEqual(Object.keys(EVENTS));
  });

  it('know the input, the answer, calls and events of operations', async () => {
    expect(Object.keys(unused)).toEqual(['input', 'output', 'call', 'ours', 'events', 'emit']);
    const context = {} as OperationContext<never>; // the operation does not look at it
    expect(await double.run({ Name: 'a', Times: 2 }, context)).toEqual({ Done: 1, Names: ['aa'] });
  });
});
