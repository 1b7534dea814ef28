import type { Data } from '@ticketgate/sdk';

import { SORT_KEYS } from '../src/search/sort-order.js';
import { ticketSearch } from '../src/operations/ticket-search.js';
import { countingDatabase, insertArticle, insertFieldValue, insertHistory, insertRow } from './support/stored-rows.js';
import { AGENT, BOSS, CUSTOMER, READER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;
/** Ids by the names that the tests use. */
const ids: Record<string, number> = {};

const ROOT = { type: 'User', userID: 1, login: 'root@localhost' } as const;
const JANE = { type: 'Customer', userID: 1, login: 'Jane' } as const;
const TAGS = 7;

beforeAll(async () => {
  tests = await TicketTests.start();
  await tests.query(`update users set first_name = 'Zoe' where id = 2`);
  await addPrinter();
  await addScanner();
  await addMonitor();
  await addSecret();
});

afterAll(() => tests.stop());

/** New, from an hour ago, with two articles. */
async function addPrinter(): Promise<void> {
  const id = await tests.ticket({
    tn: '2026112310000011',
    title: 'Printer on fire',
    create_time: '2026-11-23 11:00:00',
  });
  ids.printer = id;
  await insertHistory(tests, id, { create_time: '2026-11-23 11:00:00' });
  await insertArticle(tests, id, {
    senderType: 3,
    created: '2026-11-23 11:00:00',
    index: {
      MIMEBase_From: 'carla <customer@example.com>',
      MIMEBase_Subject: 'printer fire',
      MIMEBase_Body: 'burns 100% bright',
    },
  });
  await insertArticle(tests, id, {
    isVisible: false,
    created: '2026-11-23 11:30:00',
    index: {
      MIMEBase_From: 'api agent',
      MIMEBase_Subject: 'internal',
      MIMEBase_Body: 'extinguisher',
      MIMEBase_AttachmentName: 'plan.pdf',
    },
  });
  await insertFieldValue(tests, 3, { object_id: id, value_text: 'REF-100' });
  await insertFieldValue(tests, 4, { object_id: id, value_text: 'high' });
  await insertFieldValue(tests, 5, { object_id: id, value_date: '2026-12-24 00:00:00' });
  await insertFieldValue(tests, 6, { object_id: id, value_date: '2026-12-24 18:30:00' });
  await insertFieldValue(tests, TAGS, { object_id: id, value_text: 'red' });
  await insertFieldValue(tests, TAGS, { object_id: id, value_text: 'blue' });
  await insertFieldValue(tests, 8, { object_id: id, value_int: 1 });
  await insertFieldValue(tests, 13, { object_id: id, value_int: 6 });
}

/** Closed half an hour ago, in a sub-queue, of bossagent, locked, with service and SLA. */
async function addScanner(): Promise<void> {
  const id = await tests.ticket({
    tn: '2026112210000022',
    title: 'Scanner (2nd floor)',
    queue_id: 5,
    ticket_lock_id: 2,
    type_id: 3,
    service_id: 1,
    sla_id: 1,
    user_id: 6,
    responsible_user_id: 6,
    ticket_priority_id: 5,
    ticket_state_id: 2,
    customer_user_id: 'jane',
    escalation_time: Date.parse('2026-11-23T12:30:00Z') / 1000,
    create_time: '2026-11-22 10:00:00',
    change_time: '2026-11-23 11:30:00',
  });
  ids.scanner = id;
  await insertHistory(tests, id, {
    create_time: '2026-11-22 10:00:00',
    queue_id: 2,
    state_id: 4,
    priority_id: 5,
    type_id: 3,
    create_by: 6,
  });
  await insertHistory(tests, id, { create_time: '2026-11-23 11:30:00', history_type_id: 27, state_id: 2 });
  await insertArticle(tests, id, {
    index: { MIMEBase_From: 'jane', MIMEBase_Subject: 'scanner floor', MIMEBase_Body: 'paper_jam' },
  });
  await insertFieldValue(tests, 3, { object_id: id, value_text: 'OAI-1' });
  await insertFieldValue(tests, 4, { object_id: id, value_text: '' });
  await insertFieldValue(tests, 5, { object_id: id, value_date: '2026-12-31 00:00:00' });
  await insertFieldValue(tests, 8, { object_id: id, value_int: 0 });
  await insertRow(tests, 'ticket_watcher', {
    ticket_id: id,
    user_id: 2,
    create_time: '2026-11-23 11:00:00',
    create_by: 2,
    change_time: '2026-11-23 11:00:00',
    change_by: 2,
  });
}

/** Pending until tomorrow, of another company's customer, archived, without articles. */
async function addMonitor(): Promise<void> {
  ids.monitor = await tests.ticket({
    tn: '2026112110000033',
    title: 'monitor_flickers',
    queue_id: 2,
    ticket_state_id: 6,
    user_id: 3,
    ticket_priority_id: 1,
    type_id: null,
    customer_id: 'Other',
    customer_user_id: null,
    until_time: Date.parse('2026-11-24T12:00:00Z') / 1000,
    archive_flag: 1,
    create_time: '2026-11-21 10:00:00',
  });
}

/** In a queue of group restricted. */
async function addSecret(): Promise<void> {
  ids.secret = await tests.ticket({
    tn: '2026112010000044',
    title: 'Secret',
    queue_id: 6,
    create_time: '2026-11-20 10:00:00',
  });
}

/** The names of the tickets that are found, in the order of the answer; the welcome ticket is left out. */
async function found(input: Data, call?: Call): Promise<string> {
  const output = await tests.run(ticketSearch, input, call);
  const hits: readonly unknown[] = Array.isArray(output.TicketID) ? output.TicketID : [];
  const names = hits.map((hit) => Object.keys(ids).find((name) => String(ids[name]) === hit));
  return names.filter((name) => name !== undefined).join(' ');
}

const ALL = 'printer scanner monitor';

describe('TicketSearch', () => {
  it('answers ids as text, newest first, and an empty object when nothing is found', async () => {
    expect(await tests.run(ticketSearch, { Title: ['Printer*', 'Scanner*'] })).toEqual({
      TicketID: [String(ids.printer), String(ids.scanner)],
    });
    expect(await tests.run(ticketSearch, { Title: 'nothing' })).toEqual({});
  });

  it('refuses strangers', async () => {
    expect(await tests.failure(ticketSearch, {}, { caller: undefined })).toBe(
      'TicketSearch.AuthFail | TicketSearch: Authorization failing!',
    );
    await expect(tests.run(ticketSearch, [])).rejects.toThrow(
      'TicketSearch takes a JSON object, but the body is a list.',
    );
  });

  it.each([
    ['an agent with the group users', AGENT, ALL],
    ['a reader', READER, ALL],
    ['an agent of both groups', BOSS, `${ALL} secret`],
    ['agent 1', ROOT, `${ALL} secret`],
    ['the owner of a ticket without any group', { ...STRANGER }, ''],
    ['a customer, who sees the tickets of the company in all groups', CUSTOMER, 'printer scanner secret'],
    ['a customer by login, whatever its case', JANE, 'printer scanner secret'],
  ])('shows %s what the groups allow', async (...[, caller, expected]) => {
    expect(await found({}, { caller })).toBe(expected);
  });

  it.each([
    // 4.4: texts
    [{ Title: 'printer ON fire' }, 'printer'],
    [{ Title: ' Printer on fire ' }, 'printer'],
    [{ Title: 'Printer' }, ''],
    [{ Title: '%er*' }, ALL],
    [{ Title: 'monitor_*' }, 'monitor'],
    [{ Title: 'Printer_on_*' }, ''],
    [{ Title: ['Printer*', 'monitor*'] }, 'printer monitor'],
    [{ Title: ['printer on fire', 'MONITOR_FLICKERS', '***', ''] }, 'printer monitor'],
    [{ Title: '***' }, ALL],
    [{ Title: '****' }, ALL],
    [{ Title: [] }, ALL],
    [{ Title: '' }, ALL],
    [{ Title: { a: 1 } }, ALL],
    [{ Title: '*er* && !*fire*' }, 'scanner monitor'],
    [{ Title: '(*fire* || *floor*)' }, 'printer scanner'],
    [{ Title: String.raw`Scanner \(2nd floor\)` }, 'scanner'],
    [{ Title: '"Scanner (2nd floor)"' }, 'scanner'],
    [{ Title: 'Scanner (2nd floor)' }, ''],
    [{ Title: "'; drop table ticket; --" }, ''],
    [{ Title: 'Printer on fire\0 again' }, 'printer'],
    [{ Title: String.raw`*\ ` }, ''],
    [{ TicketNumber: '2026112310000011' }, 'printer'],
    [{ TicketNumber: ['20261122*', 2026112110000033] }, 'scanner monitor'],
    [{ CustomerUserLogin: 'JANE' }, 'scanner'],
    [{ CustomerUserLogin: '!jane' }, 'printer'],
    [{ CustomerID: 'ac*' }, 'printer scanner'],
    [{ CustomerIDRaw: 'AC*' }, ''],
    [{ CustomerIDRaw: 'ACME', CustomerID: 'Other' }, 'printer scanner'],
  ])('finds texts: %j', async (input, expected) => {
    expect(await found(input)).toBe(expected);
  });

  it.each([
    // 4.3: lists of names and ids
    [{ Queues: 'Misc' }, 'printer'],
    [{ Queues: 'Misc', UseSubQueues: 1 }, 'printer scanner'],
    [{ QueueIDs: [4], Queues: ['Raw'] }, 'printer monitor'],
    [{ Queues: ['Misc', 'Nope'] }, ''],
    [{ QueueIDs: 'abc' }, ''],
    [{ QueueIDs: '4,5' }, ''],
    [{ QueueIDs: [4, null] }, ''],
    [{ QueueIDs: '+4' }, 'printer'],
    [{ QueueIDs: '99999999999999999' }, ''],
    [{ QueueIDs: '9999999999999999' }, ''],
    [{ Types: 'Incident' }, 'printer'],
    [{ TypeIDs: [2, 3] }, 'printer scanner'],
    [{ States: ['new', 'closed successful'] }, 'printer scanner'],
    [{ States: 'New' }, ''],
    [{ StateIDs: 6 }, 'monitor'],
    [{ StateType: 'closed' }, 'scanner'],
    [{ StateType: ['new', 'Nope'] }, 'printer'],
    [{ StateType: 'Open' }, ''],
    [{ StateTypeIDs: ['3', '4'] }, 'scanner monitor'],
    [{ StateTypeIDs: 7 }, ''],
    [{ Priorities: '5 very high' }, 'scanner'],
    [{ PriorityIDs: [1, 3] }, 'printer monitor'],
    [{ Locks: 'lock' }, 'scanner'],
    [{ LockIDs: 1 }, 'printer monitor'],
    [{ Services: 'IT' }, 'scanner'],
    [{ ServiceIDs: 2 }, ''],
    [{ SLAs: 'Gold', SLAIDs: [2] }, 'scanner'],
    [{ OwnerIDs: [2, 3] }, 'printer monitor'],
    [{ ResponsibleIDs: 6 }, 'scanner'],
    [{ WatchUserIDs: 2 }, 'scanner'],
    [{ CreatedUserIDs: 6 }, 'scanner'],
    [{ CreatedQueues: 'Raw', CreatedStates: 'open' }, 'scanner'],
    [{ CreatedQueueIDs: 2, CreatedStateIDs: 1 }, ''],
    [{ CreatedPriorities: '5 very high', CreatedTypeIDs: 3 }, 'scanner'],
    [{ CreatedTypes: 'Nope' }, ''],
    [{ Owners: 'apiagent', ShownAttributes: 'x', ResultForm: 'y' }, ALL],
  ])('finds names and ids: %j', async (input, expected) => {
    expect(await found(input)).toBe(expected);
  });

  it('finds tickets by their ids', async () => {
    const { printer, scanner } = ids;
    expect(await found({ TicketID: [printer, String(scanner)] })).toBe('printer scanner');
    expect(await found({ TicketID: `${printer},${scanner}` })).toBe('');
  });

  it.each([
    // 4.5: articles
    [{ MIMEBase_Subject: 'PRINTER' }, 'printer'],
    [{ MIMEBase_Subject: '*print*fire*' }, 'printer'],
    [{ MIMEBase_Subject: 'printer on fire' }, ''],
    [{ MIMEBase_Body: '100%' }, 'printer'],
    [{ MIMEBase_Body: 'paper_' }, 'scanner'],
    [{ MIMEBase_Body: 'paper?jam' }, ''],
    [{ MIMEBase_Subject: ['printer'] }, ALL],
    [{ MIMEBase_Subject: '**' }, 'printer scanner'],
    [{ MIMEBase_Body: '%', MIMEBase_Subject: 'PRINTER' }, 'printer'],
    [{ Fulltext: '%' }, 'printer scanner'],
    [{ MIMEBase_From: 'carla', MIMEBase_Body: 'burns' }, 'printer'],
    [{ MIMEBase_From: 'carla', MIMEBase_Body: 'extinguisher' }, ''],
    [{ MIMEBase_From: 'carla', MIMEBase_Body: 'extinguisher', ContentSearch: 'OR' }, 'printer'],
    [{ MIMEBase_AttachmentName: 'PLAN.pdf' }, 'printer'],
    [{ MIMEBase_Body: 'extinguisher', ArticleCreateTimeNewerDate: '2026-11-23 11:20:00' }, 'printer'],
    [{ MIMEBase_Body: 'extinguisher', ArticleCreateTimeOlderDate: '2026-11-23 11:20:00' }, ''],
    [{ ArticleCreateTimeNewerMinutes: 31 }, 'printer'],
    [{ ArticleCreateTimeNewerDate: 'x' }, ''],
    [{ Fulltext: 'Extinguisher' }, 'printer'],
    [{ Fulltext: '2nd' }, 'scanner'],
    [{ Fulltext: 'Scanner' }, 'scanner'],
    [{ Fulltext: 'flickers' }, ''],
    [{ Fulltext: 'jam', MIMEBase_Subject: 'internal' }, 'printer scanner'],
    [{ Subject: 'nothing' }, ALL],
  ])('finds what is in articles: %j', async (input, expected) => {
    expect(await found(input)).toBe(expected);
  });

  it('shows customers what is in articles only where they may read them', async () => {
    expect(await found({ MIMEBase_Body: 'extinguisher' }, { caller: CUSTOMER })).toBe('');
    expect(await found({ Fulltext: 'extinguisher' }, { caller: CUSTOMER })).toBe('');
    expect(await found({ MIMEBase_Body: 'burns' }, { caller: CUSTOMER })).toBe('printer');
    expect(await found({ ArticleCreateTimeNewerMinutes: 31 }, { caller: CUSTOMER })).toBe('');
  });

  it('takes the login of a customer who calls for no condition with the contract, but for one beside a session', async () => {
    const search = (input: Data, credentials: NonNullable<Call['credentials']>) =>
      tests.run(ticketSearch, input, { caller: JANE, credentials, profile: 'contract' });
    const login = { CustomerUserLogin: JANE.login };
    const { TicketID: all } = await search({}, login);
    expect(all).toContain(ids.printer);
    expect(await search(login, login)).toEqual({ TicketID: all });
    expect(await search(login, { SessionID: '1' })).toEqual({ TicketID: [ids.scanner] });
  });

  it('does not search the names of attachments where they are not indexed', async () => {
    await tests.withSettings({ 'Ticket::Article::Backend::MIMEBase::IndexAttachmentNames': 0 }, async () => {
      expect(await found({ MIMEBase_AttachmentName: 'nothing' })).toBe(ALL);
    });
  });

  it.each([
    // 4.6: times; it is 2026-11-23 12:00:00
    [{ TicketCreateTimeNewerMinutes: 60 }, 'printer'],
    [{ TicketCreateTimeNewerMinutes: 59.9 }, ''],
    [{ TicketCreateTimeOlderMinutes: '0' }, ALL],
    [{ TicketCreateTimeOlderMinutes: -60 }, ALL],
    [{ TicketCreateTimeNewerMinutes: 'abc' }, ''],
    [{ TicketCreateTimeNewerMinutes: ['60'] }, ALL],
    [{ TicketCreateTimeNewerMinutes: '99999999999999999999' }, ALL],
    [{ TicketCreateTimeOlderMinutes: '99999999999999999999' }, ''],
    [{ TicketCreateTimeOlderDate: '2026-11-22 10:00:00' }, 'scanner monitor'],
    [{ TicketCreateTimeNewerDate: '2026-11-22 1:0:0', TicketCreateTimeOlderDate: '2026-11-22 23:59:59' }, 'scanner'],
    [{ TicketCreateTimeNewerDate: '2026-11-22' }, ''],
    [{ TicketCreateTimeNewerDate: '2026-11-22T00:00:00' }, ''],
    [{ TicketCreateTimeNewerDate: '2026-02-30 00:00:00' }, ''],
    [{ TicketCreateTimeNewerDate: '2026-11-23 12:00:01' }, ''],
    [{ TicketCreateTimeNewerDate: '0000-01-01 00:00:00' }, ALL],
    [{ TicketCreateTimeNewerDate: '0001-01-01 00:00:00' }, ALL],
    [{ TicketCreateTimeOlderDate: '2037-01-01 00:00:00' }, ALL],
    [{ TicketCreateTimeOlderDate: '2026-11-21 00:00:00', TicketCreateTimeNewerDate: '2026-11-22 00:00:00' }, ''],
    [{ TicketLastChangeTimeNewerMinutes: 60 }, 'scanner'],
    [{ TicketChangeTimeNewerDate: '2026-11-23 11:10:00' }, 'scanner'],
    [{ TicketChangeTimeNewerDate: '2026-11-22 11:00:00', TicketChangeTimeOlderDate: '2026-11-23 11:10:00' }, 'printer'],
    [{ TicketCloseTimeNewerMinutes: 30 }, 'scanner'],
    [{ TicketCloseTimeOlderMinutes: 31 }, ''],
    [{ TicketPendingTimeNewerDate: '2026-11-24 12:00:00' }, 'monitor'],
    [{ TicketPendingTimeNewerDate: '2026-11-24 12:00:01' }, ''],
    [{ TicketPendingTimeOlderMinutes: 0 }, ''],
    [{ TicketEscalationTimeNewerMinutes: -30 }, 'scanner'],
    [{ TicketEscalationTimeOlderDate: '2026-11-23 12:30:00' }, 'scanner'],
    [{ TicketEscalationTimeNewerDate: '2026-11-23 12:10:00' }, ''],
    [{ TicketEscalationUpdateTimeOlderDate: '2037-01-01 00:00:00' }, ''],
    [{ TicketEscalationResponseTimeNewerMinutes: 1 }, ''],
    [{ TicketEscalationSolutionTimeNewerMinutes: 1 }, ''],
  ])('finds times: %j', async (input, expected) => {
    expect(await found(input)).toBe(expected);
  });

  it.each([
    [{ CloseTimeSearchType: 'TimePoint', TicketCloseTimePoint: 1, TicketCloseTimePointFormat: 'hour' }, 'scanner'],
    [
      {
        CloseTimeSearchType: 'TimePoint',
        TicketCloseTimePoint: 1,
        TicketCloseTimePointStart: 'Before',
        TicketCloseTimePointFormat: 'week',
      },
      '',
    ],
    [{ ChangeTimeSearchType: 'TimePoint', TicketChangeTimePoint: 'x', TicketChangeTimePointFormat: 'day' }, ''],
    [{ ChangeTimeSearchType: 'TimePoint', TicketChangeTimePoint: 1, TicketChangeTimePointFormat: 'eon' }, ''],
    [{ ChangeTimeSearchType: 'TimePoint' }, ALL],
    [slot('LastChangeTime', '2026-11-23', '2026-11-23'), 'scanner'],
    [slot('LastChangeTime', '2026-11-21', '2026-11-21'), 'printer monitor'],
    [slot('LastChangeTime', '2026-02-30', '2026-11-21'), ''],
    [{ ...slot('LastChangeTime', '2026-11-23', '2026-11-23'), LastChangeTimeSearchType: '' }, ALL],
  ])('finds slots and points of time: %j', async (input, expected) => {
    expect(await found(input)).toBe(expected);
  });

  it.each([
    // 4.8: dynamic fields
    [{ Name: 'ExternalRef', Equals: 'ref-100' }, 'printer'],
    [{ Name: 'ExternalRef', Equals: ['REF-100', 'OAI-1'] }, 'printer scanner'],
    [{ Name: 'ExternalRef', Equals: 'REF*' }, ''],
    [{ Name: 'ExternalRef', Equals: '' }, ALL],
    [{ Name: 'ExternalRef', Equals: '*' }, ALL],
    [{ Name: 'ExternalRef', Equals: true }, ''],
    [{ Name: 'ExternalRef', Like: 'ref*' }, 'printer'],
    [{ Name: 'ExternalRef', Like: 'REF* || OAI*' }, 'printer scanner'],
    [{ Name: 'ExternalRef', Like: ['REF*', 'OAI*'], SmallerThan: 'P' }, 'scanner'],
    [{ Name: 'ExternalRef', GreaterThan: 'OAI-1' }, 'printer'],
    [{ Name: 'ExternalRef', Empty: 1 }, 'monitor'],
    [{ Name: 'ExternalRef', Empty: 0 }, 'printer scanner'],
    [{ Name: 'ExternalRef', Empty: 0, Equals: 'OAI-1' }, 'scanner'],
    [{ Name: 'ExternalRef', Empty: 1, Equals: 'OAI-1' }, ''],
    [{ Name: 'ExternalRef', Empty: '' }, ALL],
    [{ Name: 'ExternalRef', Bogus: 'x' }, ''],
    [{ Name: 'ExternalRef' }, ALL],
    [{ Equals: 'x' }, ALL],
    [{ Name: 'Nope', Equals: 'x' }, ALL],
    [{ Name: 'ArticleRef', Equals: 'x' }, ALL],
    [{ Name: 'Impact', Equals: 'high' }, 'printer'],
    [{ Name: 'Impact', Equals: 'HIGH' }, ''],
    [{ Name: 'Impact', Like: 'HI*' }, 'printer'],
    [{ Name: 'Impact', Empty: 1 }, 'scanner monitor'],
    [{ Name: 'Tags', Equals: ['red', 'green'] }, 'printer'],
    [{ Name: 'Tags', Like: '*e*' }, 'printer'],
    [{ Name: 'Tags', Equals: 'red', Like: 'b*' }, ''],
    [{ Name: 'DueDate', Equals: '2026-12-24' }, 'printer'],
    [{ Name: 'DueDate', GreaterThan: '2026-12-24', SmallerThanEquals: '2026-12-31 23:59:59' }, 'scanner'],
    [{ Name: 'DueDate', GreaterThanEquals: '2026-12-24 00:00:00' }, 'printer scanner'],
    [{ Name: 'DueDate', SmallerThan: '2026-12-32' }, ''],
    [{ Name: 'DueDate', Like: '2026*' }, ''],
    [{ Name: 'DueDate', Empty: 1 }, 'monitor'],
    [{ Name: 'DueAt', SmallerThanEquals: '2026-12-24 18:30:00' }, 'printer'],
    [{ Name: 'DueAt', SmallerThan: '2026-12-24' }, ''],
    [{ Name: 'DueAt', Equals: '0000-01-01 00:00:00' }, ''],
    [{ Name: 'Confirmed', Equals: 0 }, 'scanner'],
    [{ Name: 'Confirmed', Equals: [0, '1'] }, 'printer scanner'],
    [{ Name: 'Confirmed', Equals: 2 }, ''],
    [{ Name: 'Confirmed', GreaterThan: 0 }, ''],
    [{ Name: 'Confirmed', Like: '1' }, ''],
    [{ Name: 'Confirmed', Empty: 0 }, 'printer scanner'],
    [{ Name: 'Deputy', Equals: 6 }, 'printer'],
    [{ Name: 'Deputy', Equals: 'x' }, ''],
    [{ Name: 'Deputy', Like: '6*' }, 'printer'],
    [{ Name: 'Deputy', GreaterThan: 6 }, ''],
  ])('finds dynamic fields: %j', async (entry, expected) => {
    expect(await found({ DynamicField: [entry] })).toBe(expected);
    expect(await found({ DynamicField: entry })).toBe(expected);
  });

  it.each([
    [
      {
        DynamicField: [
          { Name: 'Impact', Equals: 'high' },
          { Name: 'DueDate', Empty: 0 },
        ],
      },
      'printer',
    ],
    [{ DynamicField: 'x' }, ALL],
    [{ DynamicField_ExternalRef: { Like: 'OAI*' } }, 'scanner'],
    [{ DynamicField_ExternalRef: 'OAI-1' }, ALL],
    [{ DynamicField_ExternalRef: { Equals: 'OAI-1' }, DynamicField: { Name: 'Impact', Equals: 'high' } }, 'printer'],
  ])('reads dynamic fields in both forms: %j', async (input, expected) => {
    expect(await found(input)).toBe(expected);
  });

  it.each([
    [{ SortBy: 'Age', OrderBy: 'Up' }, 'monitor scanner printer'],
    [{ OrderBy: 'Up' }, 'monitor scanner printer'],
    [{ SortBy: 'TicketNumber' }, ALL],
    [{ SortBy: 'Title', OrderBy: 'Up', Title: ['Printer*', 'Scanner*'] }, 'printer scanner'],
    [{ SortBy: 'Queue', OrderBy: 'Up' }, 'printer scanner monitor'],
    [{ SortBy: 'Priority', OrderBy: 'Down' }, 'scanner printer monitor'],
    [{ SortBy: ['CustomerID', 'State'], OrderBy: ['Up', 'Down'] }, 'scanner printer monitor'],
    [{ SortBy: 'Service', OrderBy: 'Down' }, 'printer monitor scanner'],
    [{ SortBy: 'Owner', OrderBy: 'Up' }, 'scanner monitor printer'],
    [{ SortBy: 'Responsible', OrderBy: 'Down' }, 'printer monitor scanner'],
    [{ SortBy: 'DynamicField_ExternalRef', OrderBy: 'Up' }, 'scanner printer monitor'],
    [
      { SortBy: 'DynamicField_DueDate', OrderBy: 'Down', DynamicField: { Name: 'DueDate', Empty: 0 } },
      'scanner printer',
    ],
    [{ SortBy: 'DynamicField_ArticleRef', OrderBy: 'Up' }, ALL],
    [{ SortBy: 'PendingTime', OrderBy: 'Down' }, 'monitor printer scanner'],
    [{ SortBy: 'DynamicField_Nope' }, ''],
    [{ SortBy: 'Subject' }, ''],
    [{ SortBy: 'constructor' }, ''],
    [{ OrderBy: 'up' }, ''],
    [{ SortBy: ['Age', 'Title'], OrderBy: 'Up' }, ''],
    [{ SortBy: 'Age', OrderBy: ['Up', 'Up'] }, 'monitor scanner printer'],
    [{ Limit: 1, Title: '*er*' }, 'printer'],
    [{ Limit: '1.5', Title: '*er*' }, 'printer scanner'],
    [{ Limit: 0 }, ALL],
    [{ Limit: -1 }, ''],
    [{ Limit: 'x' }, ''],
    [{ Limit: ['1', '2'] }, ''],
    [{ Limit: '99999999999999999999999999' }, ALL],
  ])('sorts and limits: %j', async (input, expected) => {
    expect(await found(input)).toBe(expected);
  });

  it('sorts every documented key in both directions, ties in the order of ids', async () => {
    const keys = ['Lock', 'Ticket', 'Type', 'Created', 'Changed', 'SLA', 'TicketEscalation', 'EscalationTime'];
    const times = ['EscalationUpdateTime', 'EscalationResponseTime', 'EscalationSolutionTime'];
    for (const SortBy of [...keys, ...times]) {
      for (const OrderBy of ['Up', 'Down']) {
        const names = await found({ SortBy, OrderBy });
        expect([SortBy, names.split(' ').length]).toEqual([SortBy, 3]);
      }
    }
    expect(await found({ SortBy: 'EscalationUpdateTime', OrderBy: 'Down' })).toBe(ALL);
  });

  it('sorts people by the order in which names are shown', async () => {
    await tests.query(`update users set last_name = 'Zulu' where id = 3`);
    await tests.withSettings({ FirstnameLastnameOrder: 1 }, async () => {
      expect(await found({ SortBy: 'Owner', OrderBy: 'Up' })).toBe('scanner printer monitor');
    });
  });

  it('searches the archive only if there is one', async () => {
    expect(await found({ SearchInArchive: 'ArchivedTickets' })).toBe(ALL);
    await tests.withSettings({ 'Ticket::ArchiveSystem': 1 }, async () => {
      expect(await found({})).toBe('printer scanner');
      expect(await found({ SearchInArchive: 'ArchivedTickets' })).toBe('monitor');
      expect(await found({ SearchInArchive: 'AllTickets' })).toBe(ALL);
    });
  });

  it('reads times in the time zone of the system', async () => {
    await tests.withSettings({ OTOBOTimeZone: 'Europe/Berlin' }, async () => {
      expect(await found({ TicketCreateTimeNewerMinutes: 119 })).toBe('');
      expect(await found({ TicketCreateTimeNewerMinutes: 120 })).toBe('printer');
    });
  });

  it('follows the contract: categories of state types, lists with commas, integers', async () => {
    const search = (input: Data) => tests.run(ticketSearch, input, { profile: 'contract' });
    const { printer, scanner, monitor } = ids;
    expect(
      await search({ StateType: 'Open', SortBy: 'TicketNumber', TicketID: `${printer},${scanner}, ${monitor}` }),
    ).toEqual({ TicketID: [printer, monitor] });
    expect(await search({ StateType: ['Closed'], Queues: 'Misc, Misc::Sub' })).toEqual({ TicketID: [scanner] });
    expect(await search({ Title: 'a,b' })).toEqual({ TicketID: [] });
  });

  it.each([
    { Limit: '-1' },
    { Limit: [] },
    { TicketID: '1,x' },
    { StateIDs: [1, 'x'] },
    { DynamicField_Unheard: { Equals: 'x' } },
    { DynamicField: [{ Name: 'Unheard', Equals: 'x' }] },
  ])('refuses %j with the contract alone', async (input) => {
    const [name = ''] = Object.keys(input);
    await expect(tests.run(ticketSearch, input, { profile: 'contract' })).rejects.toMatchObject({
      code: 'TicketSearch.InvalidParameter',
      message: expect.stringContaining(name.startsWith('DynamicField') ? '"Unheard"' : `${name} is `) as string,
    });
    expect(await tests.run(ticketSearch, input)).toBeDefined();
  });

  it.each([
    [{ SortBy: 'Age', OrderBy: 'Down', Limit: 2 }, 'printer scanner'],
    [{ SortBy: 'Age', OrderBy: 'Up', Limit: 2 }, 'secret monitor'],
    [{ SortBy: 'Title', OrderBy: 'Up', Limit: 3 }, 'printer scanner secret'],
  ])('answers the first of the numbers asked for to an agent who may read all of them, by %j', async (input, names) => {
    const [printer, scanner, monitor, secret] = [
      '2026112310000011',
      '2026112210000022',
      '2026112110000033',
      '2026112010000044',
    ];
    expect(await found({ TicketNumber: [secret, monitor, scanner, printer], ...input }, { caller: ROOT })).toBe(names);
    expect(await found({ Title: 'SECRET', ...input }, { caller: ROOT })).toBe('secret');
  });

  it.each([...SORT_KEYS, 'DynamicField_Impact'])('sorts by %s alike with nothing else to check', async (key) => {
    const input = { Title: ['printer on fire', 'scanner (2nd floor)', 'monitor_flickers', 'SECRET'], SortBy: key };
    const alone = await found(input, { caller: ROOT });
    expect(alone).toBe(await found({ ...input, PriorityIDs: [1, 2, 3, 4, 5] }, { caller: ROOT }));
    expect(alone).toContain('monitor');
  });

  it('takes one statement, the same for every request of a shape', async () => {
    const texts: string[] = [];
    const search = async (input: Data): Promise<void> => {
      const context = { ...tests.context(ticketSearch, {}), database: countingDatabase(tests.test.database, texts) };
      await ticketSearch.run(input, context);
    };
    await search({
      Title: ['a', 'b'],
      QueueIDs: [1],
      MIMEBase_Body: 'x',
      DynamicField: { Name: 'Tags', Equals: 'red' },
    });
    await search({
      Title: ['c', 'd', 'e'],
      QueueIDs: [4, 5],
      MIMEBase_Body: 'y',
      DynamicField: { Name: 'Impact', Equals: ['a', 'b'] },
    });
    expect(texts).toHaveLength(2);
    expect(new Set(texts).size).toBe(1);
    await search({ QueueIDs: 'x' });
    expect(texts).toHaveLength(2);
  });
});

function slot(name: string, start: string, stop: string): Data {
  const parts = (side: string, day: string): Data => {
    const [year, month, date] = day.split('-');
    return {
      [`Ticket${name}${side}Year`]: year,
      [`Ticket${name}${side}Month`]: Number(month),
      [`Ticket${name}${side}Day`]: date,
    };
  };
  return { [`${name}SearchType`]: 'TimeSlot', ...parts('Start', start), ...parts('Stop', stop) };
}
