import type { Data } from '@ticketgate/sdk';

import { ticketUpdate } from '../src/operations/ticket-update.js';
import { untilTrue } from '../../../test/support/until-true.js';
import { insertArticle, insertRow } from './support/stored-rows.js';
import { AGENT, BOSS, CUSTOMER, READER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

const update = (input: Data, call?: Call) => tests.run(ticketUpdate, input, call);
const failure = (input: unknown, call?: Call) => tests.failure(ticketUpdate, input, call);
// Matchers are typed any.
const ANY_TEXT = expect.any(String) as unknown;
const ANY_NUMBER = expect.any(Number) as unknown;
const ANY_HTML = expect.stringContaining('html') as unknown;
const article = { Subject: 'Re: Printer', Body: 'Still burning', ContentType: 'text/plain; charset=utf8' };

const columns = async (ticketID: number, names: string): Promise<Data> => {
  const [row] = await tests.query(`select ${names} from ticket where id = $1`, [ticketID]);
  return row ?? {};
};

describe('what is refused', () => {
  let id: number;
  beforeAll(async () => {
    id = await tests.ticket();
  });

  it.each<[Data | undefined, string, Call?]>([
    [{}, 'TicketUpdate.EmptyRequest | TicketUpdate: The request data is invalid!'],
    [{ Ticket: { Title: 'x' } }, 'TicketUpdate.MissingParameter | TicketUpdate: TicketID or TicketNumber is required!'],
    [{ TicketID: 0 }, 'TicketUpdate.MissingParameter | TicketUpdate: TicketID or TicketNumber is required!'],
    [
      { TicketID: 'ID' },
      'TicketUpdate.MissingParameter | TicketUpdate: UserLogin, CustomerUserLogin or SessionID is required!',
      { credentials: {}, caller: undefined },
    ],
    [
      { TicketID: 'ID' },
      'TicketUpdate.MissingParameter | TicketUpdate: Password or SessionID is required!',
      { credentials: { UserLogin: 'a', SessionID: '1' } },
    ],
    [
      { TicketID: 'ID' },
      'TicketUpdate.AuthFail | TicketUpdate: User could not be authenticated!',
      { caller: undefined },
    ],
    [
      { TicketID: 999999, Ticket: { Title: 'x' } },
      'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!',
    ],
    [{ TicketID: 'abc' }, 'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!'],
    [{ TicketID: '1,2' }, 'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!'],
    [{ TicketID: [1] }, 'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!'],
    [{ TicketNumber: '000' }, 'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!'],
    [
      { TicketID: 'ID' },
      'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!',
      { caller: STRANGER },
    ],
    [
      { TicketID: 1 },
      'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!',
      { caller: CUSTOMER },
    ],
    [{ Ticket: {} }, 'TicketUpdate.InvalidParameter | TicketUpdate: Ticket parameter is not valid!'],
    [{ Ticket: 'x' }, 'TicketUpdate.InvalidParameter | TicketUpdate: Ticket parameter is not valid!'],
    [{ Ticket: [{ Title: 'x' }] }, 'TicketUpdate.InvalidParameter | TicketUpdate: Ticket parameter is not valid!'],
    [{ Article: {} }, 'TicketUpdate.InvalidParameter | TicketUpdate: Article parameter is not valid!'],
    [{ Article: [article] }, 'TicketUpdate.InvalidParameter | TicketUpdate: Article parameter is not valid!'],
    [
      { DynamicField: [] },
      'TicketUpdate.MissingParameter | TicketUpdate: DynamicField parameter is missing or not valid!',
    ],
    [
      { Attachment: 'x' },
      'TicketUpdate.MissingParameter | TicketUpdate: Attachment parameter is missing or not valid!',
    ],
    [{ Ticket: { Title: ['x'] } }, 'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->Title parameter is invalid!'],
    [
      { Ticket: { CustomerUser: 'stranger' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->CustomerUser parameter is invalid!',
    ],
    [
      { Ticket: { CustomerUser: 'gone' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->CustomerUser parameter is invalid!',
    ],
    [
      { Ticket: { Queue: 'Nope' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->QueueID or Ticket->Queue parameter is invalid!',
    ],
    [
      { Ticket: { Queue: 'OldQueue' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->QueueID or Ticket->Queue parameter is invalid!',
    ],
    [
      { Ticket: { QueueID: 999, Queue: 'Misc' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->QueueID or Ticket->Queue parameter is invalid!',
    ],
    [
      { Ticket: { Lock: 'LOCK' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->LockID or Ticket->Lock parameter is invalid!',
    ],
    [
      { Ticket: { Type: 'Obsolete' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->TypeID or Ticket->Type parameter is invalid!',
    ],
    [
      { Ticket: { Service: 'HR' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->ServiceID or Ticket->Service parameter is invalid!',
    ],
    [
      { Ticket: { SLA: 'Gold' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->SLAID or Ticket->SLA parameter is invalid!',
    ],
    [
      { Ticket: { Service: 'IT', SLA: 'Silver' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->SLAID or Ticket->SLA parameter is invalid!',
    ],
    [
      { Ticket: { StateID: 99 } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->StateID or Ticket->State parameter is invalid!',
    ],
    [
      { Ticket: { Priority: 'x' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->PriorityID or Ticket->Priority parameter is invalid!',
    ],
    [
      { Ticket: { Owner: 'goneagent' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->OwnerID or Ticket->Owner parameter is invalid!',
    ],
    [
      { Ticket: { ResponsibleID: 999 } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->ResponsibleID or Ticket->Responsible parameter is invalid!',
    ],
    [
      { Ticket: { State: 'pending reminder', PendingTime: { Month: 99 } } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->PendingTime parameter is invalid!',
    ],
    [
      { Article: { ...article, Subject: '' } },
      'TicketUpdate.MissingParameter | TicketUpdate: Article->Subject parameter is missing!',
    ],
    [
      { Article: { ...article, Body: '0' } },
      'TicketUpdate.MissingParameter | TicketUpdate: Article->Body parameter is missing!',
    ],
    [
      { Article: { ...article, AutoResponseType: '' } },
      'TicketUpdate.MissingParameter | TicketUpdate: Article->AutoResponseType parameter is missing!',
    ],
    [
      { Article: { ...article, AutoResponseType: 'x' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->AutoResponseType parameter is invalid!',
    ],
    [
      { Article: { ...article, CommunicationChannel: 'Fax' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->CommunicationChannel or Article->CommunicationChannelID parameter is invalid or not supported!',
    ],
    [
      { Article: { ...article, SenderType: 'x' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->SenderTypeID or Ticket->SenderType parameter is invalid!',
    ],
    [
      { Article: { ...article, From: 'nobody' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->From parameter is invalid!',
    ],
    [
      { Article: { Subject: 'x', Body: 'y' } },
      'TicketUpdate.MissingParameter | TicketUpdate: Article->ContentType or Ticket->MimeType and Article->Charset parameters are required!',
    ],
    [
      { Article: { Subject: 'x', Body: 'y', MimeType: 'text/plain' } },
      'TicketUpdate.MissingParameter | TicketUpdate: Article->Charset is required!',
    ],
    [
      { Article: { Subject: 'x', Body: 'y', Charset: 'utf-8' } },
      'TicketUpdate.MissingParameter | TicketUpdate: Article->MimeType is required!',
    ],
    [
      { Article: { Subject: 'x', Body: 'y', MimeType: 'text', Charset: 'utf-8' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->MimeType is invalid!',
    ],
    [
      { Article: { Subject: 'x', Body: 'y', MimeType: 'text/plain', Charset: 'x' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->Charset is invalid!',
    ],
    [
      { Article: { ...article, ContentType: 'zzz' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->ContentType is invalid!',
    ],
    [
      { Article: { ...article, HistoryType: 'x' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->HistoryType parameter is invalid!',
    ],
    [
      { Article: { ...article, TimeUnit: '-1' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->TimeUnit parameter is invalid!',
    ],
    [
      { Article: { ...article, NoAgentNotify: 2 } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->NoAgent parameter is invalid!',
    ],
    [
      { Article: { ...article, ForceNotificationToUserID: [2, 5] } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Article->ForceNotificationToUserID UserID=5 parameter is invalid!',
    ],
    [
      { DynamicField: [{ Value: 'x' }] },
      'TicketUpdate.MissingParameter | TicketUpdate: DynamicField->Name parameter is missing!',
    ],
    [
      { DynamicField: [{ Name: 'Impact', Value: null }] },
      'TicketUpdate.MissingParameter | TicketUpdate: DynamicField->Value parameter is missing!',
    ],
    [
      { DynamicField: { Name: 'Nope', Value: 'x' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: DynamicField->Name parameter is invalid!',
    ],
    [
      { DynamicField: [{ Name: 'ArticleRef', Value: 'x' }] },
      'TicketUpdate.MissingParameter | TicketUpdate: To create an article DynamicField an article is required!',
    ],
    [
      { DynamicField: [{ Name: 'DueDate', Value: 'x' }] },
      'TicketUpdate.InvalidParameter | TicketUpdate: DynamicField->Value parameter is invalid!',
    ],
    [
      { Attachment: [{ Filename: 'a.txt' }] },
      'TicketUpdate.MissingParameter | TicketUpdate: To create an attachment an article is needed!',
    ],
    [
      { Article: article, Attachment: [{ ContentType: 'text/plain', Filename: 'a' }] },
      'TicketUpdate.MissingParameter | TicketUpdate: Attachment->Content  parameter is missing!',
    ],
    [
      { Article: article, Attachment: { Content: 'YQ==', ContentType: 'zzz', Filename: 'a' } },
      'TicketUpdate.InvalidParameter | TicketUpdate: Attachment->ContentType is invalid!',
    ],
    [
      { Ticket: { State: 'pending reminder', Title: 'half' } },
      "TicketUpdate.MissingParameter | Can't set a ticket on a pending state without pendig time!",
    ],
    [
      { Article: article },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to create new articles!',
      { caller: READER },
    ],
    [
      { DynamicField: { Name: 'Impact', Value: 'low' } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update dynamic fields!',
      { caller: READER },
    ],
    [
      { Ticket: { Queue: 'Junk' } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update queue!',
      { caller: READER },
    ],
    [
      { Ticket: { OwnerID: 3 } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update owner!',
      { caller: READER },
    ],
    [
      { Ticket: { Responsible: 'roagent' } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update responsibe!',
      { caller: READER },
    ],
    [
      { Ticket: { PriorityID: 3 } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update priority!',
      { caller: READER },
    ],
    [
      { Ticket: { State: 'closed successful' } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update state!',
      { caller: READER },
    ],
    // Neither way of naming a change gets around its permission: the id was checked, but the name is applied.
    [
      { Ticket: { Queue: 'Restricted', QueueID: 4 } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update queue!',
    ],
    [
      { Ticket: { Queue: 'Nope', QueueID: 3 } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update queue!',
    ],
    [
      { Ticket: { State: 'closed successful', StateID: 4 } },
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update state!',
      { caller: READER },
    ],
  ])('%j: %s', async (...[input, expected, call]) => {
    const request =
      input === undefined
        ? input
        : expected.startsWith('TicketUpdate.EmptyRequest') ||
            'TicketID' in input ||
            'TicketNumber' in input ||
            expected.includes('TicketID or')
          ? input
          : { TicketID: id, ...input };
    const named = request?.TicketID === 'ID' ? { ...request, TicketID: id } : request;
    expect(await failure(named, call)).toBe(expected);
    expect(await tests.history(id)).toEqual([]);
    expect(await columns(id, 'title, change_by')).toEqual({ title: 'Printer on fire', change_by: 2 });
  });

  it.each<[Data, string]>([
    [
      { Ticket: { Queue: 'Restricted', Title: 'half' } },
      'Ticket queue could not be updated, please contact system administrator!',
    ],
    [
      { Ticket: { State: 'pending reminder', PendingTime: { Diff: 0 } } },
      'OperationObject returned an error, cancelling Request',
    ],
    [{ Ticket: { Priority: 'x', PriorityID: 1 } }, 'OperationObject returned an error, cancelling Request'],
    [
      { Ticket: { Title: 'half', Owner: 'nobody', OwnerID: 6 } },
      'OperationObject returned an error, cancelling Request',
    ],
    [
      { Article: article, DynamicField: { Name: 'ExternalRef', Value: ['a', 'b'] } },
      'Dynamic Field ExternalRef could not be set, please contact the system administrator',
    ],
    [{ Ticket: { CustomerID: 'x'.repeat(151) } }, 'OperationObject returned an error, cancelling Request'],
    [{ DynamicField: ['x'] }, 'TicketUpdate: Ticket->DynamicField parameter is invalid!'],
    [{ Article: article, Attachment: ['x'] }, 'TicketUpdate: Ticket->Attachment parameter is invalid!'],
  ])('%j is a fault that leaves nothing behind', async (input, message) => {
    expect(await failure({ TicketID: id, ...input })).toBe(`OperationFault | ${message}`);
    expect(await tests.history(id)).toEqual([]);
    expect(await tests.query('select id from article where ticket_id = $1', [id])).toEqual([]);
  });

  it('needs a time unit where that is configured', async () => {
    await tests.withSettings({ 'Ticket::Frontend::NeedAccountedTime': 1 }, async () => {
      expect(await failure({ TicketID: id, Article: article })).toBe(
        'TicketUpdate.MissingParameter | TicketUpdate: Article->TimeUnit is required by sysconfig option!',
      );
    });
  });
});

describe('what changes', () => {
  it('answers the id as it was sent', async () => {
    const id = await tests.ticket({ tn: '2026112110000015' });
    expect(await update({ TicketID: String(id) })).toEqual({ TicketID: String(id), TicketNumber: '2026112110000015' });
    expect(await update({ TicketNumber: '2026112110000015', TicketID: 1 })).toEqual({
      TicketID: id,
      TicketNumber: '2026112110000015',
    });
    expect(await tests.history(id)).toEqual([]);
  });

  it.each<[string, Data, Data, readonly string[], Data]>([
    [
      'a title',
      {},
      { Title: '  New title äöü ' },
      ['TitleUpdate %%Printer on fire%%New title äöü by 2 owner 2 state 1'],
      { title: 'New title äöü', change_by: 2 },
    ],
    [
      'a title that is a number',
      {},
      { Title: 5 },
      ['TitleUpdate %%Printer on fire%%5 by 2 owner 2 state 1'],
      { title: '5' },
    ],
    [
      'a long title',
      {},
      { Title: 'z'.repeat(200) },
      [`TitleUpdate %%Printer on fire%%${'z'.repeat(50)}... by 2 owner 2 state 1`],
      { title: 'z'.repeat(191) },
    ],
    ['no title', {}, { Title: '', Foo: 'bar' }, [], { title: 'Printer on fire', change_time: '2026-11-21 00:16:49' }],
    ['the queue', {}, { Queue: 'Junk' }, ['Move %%Junk%%3%%Misc%%4 by 2 owner 2 state 1'], { queue_id: 3 }],
    ['the queue by id', {}, { QueueID: '3' }, ['Move %%Junk%%3%%Misc%%4 by 2 owner 2 state 1'], { queue_id: 3 }],
    [
      'the queue of a locked ticket, which is unlocked, whatever lock is asked for',
      { ticket_lock_id: 2 },
      { Queue: 'Junk', Lock: 'lock' },
      [
        'Move %%Junk%%3%%Misc%%4 by 2 owner 2 state 1',
        'OwnerUpdate Reset owner to root@localhost. by 1 owner 2 state 1',
        'Unlock %%unlock by 1 owner 1 state 1',
      ],
      { ticket_lock_id: 1, user_id: 1, change_by: 1 },
    ],
    [
      'the lock',
      {},
      { Lock: 'lock' },
      ['Lock %%lock by 2 owner 2 state 1', 'Misc Reset of unlock time. by 2 owner 2 state 1'],
      { ticket_lock_id: 2, timeout: 1795435200 },
    ],
    ['another lock', {}, { LockID: 3 }, ['Misc %%tmp_lock by 2 owner 2 state 1'], { ticket_lock_id: 3, timeout: 0 }],
    [
      'the lock back',
      { ticket_lock_id: 2 },
      { Lock: 'unlock' },
      ['OwnerUpdate Reset owner to root@localhost. by 2 owner 2 state 1', 'Unlock %%unlock by 2 owner 1 state 1'],
      { ticket_lock_id: 1, user_id: 1 },
    ],
    [
      'the type',
      {},
      { Type: 'ServiceRequest' },
      ['TypeUpdate %%ServiceRequest%%3%%Incident%%2 by 2 owner 2 state 1'],
      { type_id: 3 },
    ],
    ['nothing for a ticket without type', { type_id: null }, { TypeID: 1 }, [], { type_id: null }],
    ['the state', {}, { State: 'open' }, ['StateUpdate %%new%%open%% by 2 owner 2 state 4'], { ticket_state_id: 4 }],
    [
      'a locked ticket to closed, for which the old owner is no new one',
      { ticket_lock_id: 2, ticket_state_id: 4 },
      { State: 'closed successful', Owner: 'apiagent' },
      [
        'OwnerUpdate Reset owner to root@localhost. by 2 owner 2 state 4',
        'Unlock %%unlock by 2 owner 1 state 4',
        'StateUpdate %%open%%closed successful%% by 2 owner 1 state 2',
      ],
      { ticket_lock_id: 1, user_id: 1, ticket_state_id: 2 },
    ],
    [
      'to pending in minutes',
      {},
      { State: 'pending reminder', PendingTime: { Diff: 60 } },
      [
        'SetPendingTime %%2026-11-23 13:00 by 2 owner 2 state 1',
        'StateUpdate %%new%%pending reminder%% by 2 owner 2 state 6',
      ],
      { until_time: 1795438800, ticket_state_id: 6 },
    ],
    [
      'the pending time alone, with its state',
      { ticket_state_id: 6, until_time: 1795438800 },
      { StateID: 6, PendingTime: { Year: 2031, Month: 2, Day: 3, Hour: 4, Minute: 5 } },
      ['SetPendingTime %%2031-02-03 04:05 by 2 owner 2 state 6'],
      { until_time: 1927857900 },
    ],
    ['nothing for a pending time without a state', {}, { PendingTime: { Diff: 30 } }, [], { until_time: 0 }],
    [
      'from pending to open',
      { ticket_state_id: 6, until_time: 1795438800 },
      { State: 'open' },
      [
        'StateUpdate %%pending reminder%%open%% by 2 owner 2 state 4',
        'SetPendingTime %%00-00-00 00:00 by 2 owner 2 state 4',
      ],
      { until_time: 0 },
    ],
    ['the service', {}, { Service: 'IT' }, ['ServiceUpdate %%IT%%1%%NULL%% by 2 owner 2 state 1'], { service_id: 1 }],
    [
      'the SLA',
      { service_id: 1 },
      { SLA: 'Gold' },
      ['SLAUpdate %%Gold%%1%%NULL%% by 2 owner 2 state 1'],
      { sla_id: 1 },
    ],
    [
      'the service, which does not have the SLA',
      { service_id: 3, sla_id: 2 },
      { Service: 'IT::Email' },
      [
        'SLAUpdate %%NULL%%%%Silver%%2 by 2 owner 2 state 1',
        'ServiceUpdate %%IT::Email%%2%%HR%%3 by 2 owner 2 state 1',
      ],
      { service_id: 2, sla_id: null },
    ],
    [
      'the customer user',
      {},
      { CustomerUser: 'jane' },
      ['CustomerUpdate %%CustomerID=ACME;CustomerUser=jane; by 2 owner 2 state 1'],
      { customer_user_id: 'jane', customer_id: 'ACME' },
    ],
    [
      'the customer id alone',
      {},
      { CustomerID: 'XYZ' },
      ['CustomerUpdate %%CustomerID=XYZ;CustomerUser=; by 2 owner 2 state 1'],
      { customer_user_id: '', customer_id: 'XYZ' },
    ],
    [
      'the customer to an address',
      {},
      { CustomerUser: 'who@elsewhere.org' },
      ['CustomerUpdate %%CustomerID=;CustomerUser=who@elsewhere.org; by 2 owner 2 state 1'],
      { customer_id: '' },
    ],
    ['nothing for both as they are', {}, { CustomerUser: 'customer@example.com', CustomerID: 'ACME' }, [], {}],
    [
      'the priority',
      {},
      { PriorityID: 5 },
      ['PriorityUpdate %%3 normal%%3%%5 very high%%5 by 2 owner 2 state 1'],
      { ticket_priority_id: 5 },
    ],
    [
      'the owner',
      {},
      { Owner: 'bossagent' },
      ['OwnerUpdate %%bossagent%%6 by 2 owner 6 state 1'],
      { user_id: 6, responsible_user_id: 2 },
    ],
    [
      'the owner, who becomes responsible where nobody is',
      { responsible_user_id: 1 },
      { OwnerID: 6 },
      ['OwnerUpdate %%bossagent%%6 by 2 owner 6 state 1', 'ResponsibleUpdate %%bossagent%%6 by 2 owner 6 state 1'],
      { responsible_user_id: 6 },
    ],
    [
      'the responsible',
      {},
      { Responsible: 'bossagent' },
      ['ResponsibleUpdate %%bossagent%%6 by 2 owner 2 state 1'],
      { responsible_user_id: 6 },
    ],
    [
      'nothing that is as it was',
      {},
      { State: 'new', Title: 'Printer on fire', Queue: 'Misc', Priority: '3 normal', Owner: 'apiagent' },
      [],
      { change_time: '2026-11-21 00:16:49' },
    ],
  ])('%s', async (...[, stored, ticket, history, expected]) => {
    const id = await tests.ticket(stored);
    await update({ TicketID: id, Ticket: ticket });
    expect(await tests.history(id)).toEqual(history);
    expect(await columns(id, ['id', ...Object.keys(expected)].join(', '))).toEqual({ id, ...expected });
  });

  it('keeps the owner of an unlocked ticket where owners are not reset', async () => {
    const id = await tests.ticket({ ticket_lock_id: 2 });
    await tests.withSettings({ 'Ticket::OwnerResetOnUnlock': 0 }, () =>
      update({ TicketID: id, Ticket: { Lock: 'unlock' } }),
    );
    expect(await tests.history(id)).toEqual(['Unlock %%unlock by 2 owner 2 state 1']);
  });

  it('takes a ticket out of the archive when it is opened', async () => {
    const id = await tests.ticket({ ticket_state_id: 2, archive_flag: 1 });
    await tests.withSettings({ 'Ticket::ArchiveSystem': 1 }, () => update({ TicketID: id, Ticket: { State: 'open' } }));
    expect(await tests.history(id)).toEqual([
      'StateUpdate %%closed successful%%open%% by 2 owner 2 state 4',
      'ArchiveFlagUpdate %%n by 2 owner 2 state 4',
    ]);
    expect(await columns(id, 'archive_flag')).toEqual({ archive_flag: 0 });
  });

  it('lets readers change what needs no more than reading', async () => {
    const id = await tests.ticket();
    await update(
      {
        TicketID: id,
        Ticket: {
          Title: 'ro title',
          State: 'open',
          Lock: 'lock',
          Type: 'Unclassified',
          Service: 'IT',
          CustomerUser: 'jane',
        },
      },
      { caller: READER },
    );
    expect(await tests.history(id)).toEqual([
      'TitleUpdate %%Printer on fire%%ro title by 3 owner 2 state 1',
      'Lock %%lock by 3 owner 2 state 1',
      'Misc Reset of unlock time. by 3 owner 2 state 1',
      'TypeUpdate %%Unclassified%%1%%Incident%%2 by 3 owner 2 state 1',
      'StateUpdate %%new%%open%% by 3 owner 2 state 4',
      'ServiceUpdate %%IT%%1%%NULL%% by 3 owner 2 state 4',
      'CustomerUpdate %%CustomerID=ACME;CustomerUser=jane; by 3 owner 2 state 4',
    ]);
  });

  it('lets the owner do everything, and user 1 act for customers', async () => {
    const owned = await tests.ticket({ user_id: 4 });
    await update({ TicketID: owned, Ticket: { Priority: '1 very low' } }, { caller: STRANGER });
    const id = await tests.ticket({ user_id: 1 });
    await update({ TicketID: id, Ticket: { State: 'closed successful', Queue: 'Restricted' } }, { caller: CUSTOMER });
    expect(await tests.history(id)).toEqual([
      'Move %%Restricted%%6%%Misc%%4 by 1 owner 1 state 1',
      'StateUpdate %%new%%closed successful%% by 1 owner 1 state 2',
    ]);
  });

  it('sets dynamic fields in the order of the request', async () => {
    const id = await tests.ticket();
    const fields = [
      { Name: 'Tags', Value: ['red', 'blue'] },
      { Name: 'ExternalRef', Value: ' one ' },
      { Name: 'ExternalRef', Value: 'two' },
      { Name: 'DueDate', Value: '2026-12-24' },
      { Name: 'Labels', Value: ['l1', 'l2'] },
      { Name: 'Confirmed', Value: 0 },
    ];
    await update({ TicketID: id, DynamicField: fields });
    await update({
      TicketID: id,
      DynamicField: [
        { Name: 'Tags', Value: [] },
        { Name: 'ExternalRef', Value: '' },
        { Name: 'Confirmed', Value: '0' },
        { Name: 'Impact', Value: '' },
      ],
    });
    expect((await tests.history(id)).map((line) => line.slice(line.indexOf('%%FieldName%%') + 13))).toEqual([
      'Tags%%Value%%red, blue%%OldValue%% by 2 owner 2 state 1',
      'ExternalRef%%Value%%one%%OldValue%% by 2 owner 2 state 1',
      'ExternalRef%%Value%%two%%OldValue%%one by 2 owner 2 state 1',
      'DueDate%%Value%%2026-12-24%%OldValue%% by 2 owner 2 state 1',
      'Labels%%Value%%l1, l2%%OldValue%% by 2 owner 2 state 1',
      'Confirmed%%Value%%0%%OldValue%% by 2 owner 2 state 1',
      'Tags%%Value%%%%OldValue%%red, blue by 2 owner 2 state 1',
      'ExternalRef%%Value%%%%OldValue%%two by 2 owner 2 state 1',
    ]);
    expect(
      await tests.query(
        'select field_id, value_text, value_date, value_int, index_value from dynamic_field_value where object_id = $1 order by id',
        [id],
      ),
    ).toEqual([
      { field_id: 5, value_text: null, value_date: '2026-12-24 00:00:00', value_int: null, index_value: null },
      { field_id: 12, value_text: 'l1', value_date: null, value_int: null, index_value: 0 },
      { field_id: 12, value_text: 'l2', value_date: null, value_int: null, index_value: 1 },
      { field_id: 8, value_text: null, value_date: null, value_int: 0, index_value: null },
    ]);
  });

  it('names the dynamic fields that cannot be written', async () => {
    expect(await failure({ TicketID: await tests.ticket(), DynamicField: { Name: 'Deputy', Value: 6 } })).toBe(
      'TicketUpdate.InvalidParameter | TicketUpdate: DynamicField->Value parameter is invalid! Fields of type Agent can be read here, but not written; leave Deputy out.',
    );
  });
});

describe('an article', () => {
  const stored = async (ticketID: number): Promise<Data[]> => {
    return tests.query(
      `select s.name as sender, c.name as channel, a.is_visible_for_customer as visible, m.a_from, m.a_to, m.a_cc, m.a_subject,
         m.a_body, m.a_content_type from article a
       join article_sender_type s on s.id = a.article_sender_type_id join communication_channel c on c.id = a.communication_channel_id
       join article_data_mime m on m.article_id = a.id where a.ticket_id = $1 order by a.id`,
      [ticketID],
    );
  };

  it('is written with its defaults, and resets the unlock time once a second', async () => {
    const id = await tests.ticket();
    const answer = await update({ TicketID: id, Article: article });
    expect(answer).toEqual({ TicketID: id, TicketNumber: ANY_TEXT, ArticleID: ANY_NUMBER });
    await update({ TicketID: id, Article: article });
    expect(await tests.history(id)).toEqual([
      'AddNote %%GenericInterface Note (article) by 2 owner 2 state 1',
      'Misc Reset of unlock time. by 2 owner 2 state 1',
      'AddNote %%GenericInterface Note (article) by 2 owner 2 state 1',
    ]);
    expect((await stored(id))[0]).toEqual({
      sender: 'agent',
      channel: 'Internal',
      visible: 1,
      a_from: 'Api Agent',
      a_to: '',
      a_cc: '',
      a_subject: 'Re: Printer',
      a_body: 'Still burning',
      a_content_type: 'text/plain; charset=utf8',
    });
  });

  it('is written with every member of a request, in the order of the recordings', async () => {
    const id = await tests.ticket();
    await tests.query(
      `insert into ticket_flag values ($1, 'Seen', '1', '2026-11-21 00:00:00', 6), ($1, 'Seen', '1', '2026-11-21 00:00:00', 2)`,
      [id],
    );
    const full = {
      ...article,
      CommunicationChannel: 'Email',
      IsVisibleForCustomer: false,
      From: 'Agent <agent@elsewhere.org>',
      To: 'cust@elsewhere.org',
      Cc: 'a@elsewhere.org\nb',
      Body: '<b>html</b>',
      ContentType: 'TEXT/HTML; charset=utf-8',
      HistoryType: 'SendAnswer',
      HistoryComment: 'sent',
      TimeUnit: '3,5',
    };
    await update({
      TicketID: id,
      Article: full,
      DynamicField: [
        { Name: 'ArticleRef', Value: 'A-2' },
        { Name: 'ExternalRef', Value: 'U-1' },
      ],
      Attachment: [{ Content: 'aGVsbG8=', ContentType: 'text/plain', Filename: 'u.txt' }],
    });
    expect(await tests.history(id)).toEqual([
      'SendAnswer sent (article) by 2 owner 2 state 1',
      'Misc Reset of unlock time. by 2 owner 2 state 1',
      'TimeAccounting %%3.5%%3.5 (article) by 2 owner 2 state 1',
      'ArticleDynamicFieldUpdate %%FieldName%%ArticleRef%%Value%%A-2%%OldValue%% (article) by 2 owner 2 state 1',
      'TicketDynamicFieldUpdate %%FieldName%%ExternalRef%%Value%%U-1%%OldValue%% by 2 owner 2 state 1',
    ]);
    expect(await stored(id)).toMatchObject([
      {
        channel: 'Email',
        visible: 0,
        a_to: 'cust@elsewhere.org',
        a_cc: 'a@elsewhere.orgb',
        a_body: ANY_HTML,
        a_content_type: 'text/plain; charset=utf-8',
      },
    ]);
    const files = await tests.query(
      'select filename, content_size from article_data_mime_attachment t join article a on a.id = t.article_id where a.ticket_id = $1 order by t.id',
      [id],
    );
    expect(files).toEqual([
      { filename: 'file-2', content_size: '11' },
      { filename: 'u.txt', content_size: '5' },
    ]);
    expect(
      await tests.query("select create_by from ticket_flag where ticket_id = $1 and ticket_key = 'Seen'", [id]),
    ).toEqual([{ create_by: 2 }]);
  });

  it.each<[string, Data, string]>([
    [
      'the customer of the request',
      { Ticket: { CustomerUser: 'jane' }, Article: { ...article, CommunicationChannel: 'Email' } },
      '"Jane Customer" <jane.doe@example.com>',
    ],
    [
      'the address of the request',
      { Ticket: { CustomerUser: 'x@elsewhere.org' }, Article: { ...article, CommunicationChannel: 'Email' } },
      'x@elsewhere.org',
    ],
    ['the customer of the ticket', { Article: { ...article, CommunicationChannel: 'Email' } }, 'customer@example.com'],
    ['nobody when the channel is given by id', { Article: { ...article, CommunicationChannelID: 1 } }, ''],
  ])('goes to %s', async (...[, input, expected]) => {
    const id = await tests.ticket();
    await update({ TicketID: id, ...input });
    expect(await stored(id)).toMatchObject([{ a_to: expected }]);
  });

  it('of a customer is answered with its id as text; it resets the unlock time only after one of an agent', async () => {
    const id = await tests.ticket({ user_id: 1 });
    const answer = await update({ TicketID: id, Article: article }, { caller: CUSTOMER });
    expect(answer.ArticleID).toMatch(/^\d+$/);
    expect(await columns(id, 'timeout')).toEqual({ timeout: 0 });
    await update(
      { TicketID: id, Article: { ...article, SenderType: 'agent', IsVisibleForCustomer: 0 } },
      { caller: BOSS },
    );
    await tests.query('update ticket set timeout = 5 where id = $1', [id]);
    await update({ TicketID: id, Ticket: { CustomerUser: 'jane' }, Article: article }, { caller: CUSTOMER });
    expect(await columns(id, 'timeout')).toEqual({ timeout: 1795435200 });
    expect(await stored(id)).toMatchObject([
      { sender: 'customer', a_from: '' },
      { sender: 'agent', visible: 0, a_from: 'Boss Agent' },
      { sender: 'customer', a_from: '"Jane Customer" <jane.doe@example.com>' },
    ]);
  });

  it('unlocks the ticket of an owner who is out of office, unless the owner is changed too', async () => {
    const preferences = {
      OutOfOffice: '1',
      OutOfOfficeStartYear: '2026',
      OutOfOfficeStartMonth: '11',
      OutOfOfficeStartDay: '1',
      OutOfOfficeEndYear: '2026',
      OutOfOfficeEndMonth: '12',
      OutOfOfficeEndDay: '31',
    };
    for (const [key, value] of Object.entries(preferences))
      await tests.query('insert into user_preferences values (3, $1, $2)', [key, value]);
    const away = { user_id: 3, ticket_lock_id: 2, timeout: 1795435200 };
    const id = await tests.ticket(away);
    await update({ TicketID: id, Article: article });
    expect(await tests.history(id)).toEqual([
      'AddNote %%GenericInterface Note (article) by 2 owner 3 state 1',
      'OwnerUpdate Reset owner to root@localhost. by 2 owner 3 state 1',
      'Unlock %%unlock by 2 owner 1 state 1',
    ]);
    const other = await tests.ticket({ ...away, user_id: 2 });
    await update({ TicketID: other, Ticket: { Owner: 'roagent' }, Article: article });
    expect(await columns(other, 'ticket_lock_id')).toEqual({ ticket_lock_id: 2 });
    await tests.query('delete from user_preferences where user_id = 3');
  });
});

describe('escalation', () => {
  const epochs =
    'escalation_time, escalation_response_time as response, escalation_update_time as update, escalation_solution_time as solution';
  const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`) / 1000;

  it('follows the SLA, the articles and the states', async () => {
    const id = await tests.ticket({ service_id: 1 });
    await update({ TicketID: id, Ticket: { SLA: 'Gold' } });
    expect(await columns(id, epochs)).toEqual({
      response: at('23 09:00'),
      update: 0,
      solution: at('23 16:00'),
      escalation_time: at('23 09:00'),
    });
    await update({ TicketID: id, Article: article });
    expect(await columns(id, epochs)).toEqual({
      response: 0,
      update: at('23 14:00'),
      solution: at('23 16:00'),
      escalation_time: at('23 14:00'),
    });
    await update({ TicketID: id, Ticket: { State: 'pending reminder', PendingTime: { Diff: 5 } } });
    expect(await columns(id, epochs)).toMatchObject({ update: 0, escalation_time: at('23 16:00') });
    await update({ TicketID: id, Ticket: { State: 'closed successful' } });
    expect(await columns(id, epochs)).toEqual({ response: 0, update: 0, solution: 0, escalation_time: 0 });
    await update({ TicketID: id, Ticket: { State: 'open' } });
    expect(await columns(id, epochs)).toEqual({
      response: 0,
      update: at('23 14:00'),
      solution: 0,
      escalation_time: at('23 14:00'),
    });
  });
});

describe('the ticket in the answer', () => {
  const included = { options: { IncludeTicketData: '1' } };

  it('comes with the new article', async () => {
    const id = await tests.ticket();
    const answer = await update(
      {
        TicketID: String(id),
        Article: article,
        DynamicField: { Name: 'Impact', Value: 'low' },
        Attachment: { Content: 'aGVsbG8=', ContentType: 'text/plain', Filename: 'a.txt' },
      },
      included,
    );
    expect(answer).toMatchObject({ TicketID: String(id), ArticleID: ANY_NUMBER });
    expect(answer.Ticket).toMatchObject({
      TicketID: id,
      State: 'new',
      Owner: 'apiagent',
      Article: {
        ArticleID: answer.ArticleID,
        Body: 'Still burning',
        SenderTypeID: '1',
        DynamicField: [{ Name: 'ArticleRef', Value: null }],
      },
    });
    expect((answer.Ticket as Data).DynamicField).toContainEqual({ Name: 'Impact', Value: 'low' });
    expect(((answer.Ticket as Data).Article as Data).Attachment).toEqual([
      expect.objectContaining({ Filename: 'a.txt', Content: 'aGVsbG8=' }),
    ]);
  });

  it('has a few members of the last article, or none', async () => {
    expect(await update({ TicketID: 1 }, included)).toMatchObject({
      ArticleID: 1,
      Ticket: {
        Article: {
          ArticleID: 1,
          TicketID: 1,
          ArticleNumber: 1,
          CommunicationChannelID: 1,
          SenderTypeID: '3',
          SenderType: 'customer',
          IsVisibleForCustomer: 1,
          CreateBy: 1,
          ChangeBy: 1,
        },
      },
    });
    const answer = await update({ TicketID: await tests.ticket() }, included);
    expect(answer).not.toHaveProperty('ArticleID');
    expect(answer.Ticket).not.toHaveProperty('Article');
  });

  it('counts deleted articles, but never shows one as the last', async () => {
    const id = await tests.ticket();
    const [first, last, gone] = [
      await insertArticle(tests, id),
      await insertArticle(tests, id),
      await insertArticle(tests, id),
    ];
    const version = { ticket_id: id, version_create_by: 2, version_create_time: '2026-11-21 00:20:00' };
    await insertRow(tests, 'article_version', { ...version, source_article_id: gone, article_delete: 1 });
    await insertRow(tests, 'article_version', { ...version, source_article_id: first });
    expect(await update({ TicketID: id }, included)).toMatchObject({
      ArticleID: last,
      Ticket: { Article: { ArticleID: last, ArticleNumber: 2 } },
    });
    const answer = await update({ TicketID: id, Article: article }, included);
    expect(answer.Ticket).toMatchObject({ Article: { ArticleID: answer.ArticleID, ArticleNumber: 4, IsEdited: 0 } });
  });
});

describe('profile contract', () => {
  const contract = { profile: 'contract' as const };

  it('accepts an article without a type and owners as ids, and answers integers', async () => {
    const id = await tests.ticket();
    const answer = await update(
      { TicketID: String(id), Ticket: { Owner: '6', Responsible: 6 }, Article: { Subject: 's', Body: 'b' } },
      contract,
    );
    expect(answer).toEqual({ TicketID: id, TicketNumber: ANY_TEXT, ArticleID: ANY_NUMBER });
    expect(await columns(id, 'user_id, responsible_user_id')).toEqual({ user_id: 6, responsible_user_id: 6 });
    expect(
      await tests.query(
        'select a_content_type as type from article_data_mime m join article a on a.id = m.article_id where ticket_id = $1',
        [id],
      ),
    ).toEqual([{ type: 'text/plain; charset=utf-8' }]);
  });

  it('names an invalid flag', async () => {
    expect(
      await failure(
        { TicketID: await tests.ticket(), Article: { ...article, IsVisibleForCustomer: 'maybe' } },
        contract,
      ),
    ).toBe('TicketUpdate.InvalidParameter | TicketUpdate: IsVisibleForCustomer is "maybe"; use 0, 1, true or false.');
  });
});

describe('at the same time', () => {
  /** Changes a ticket with `change` while an update has read it and waits for it. */
  async function overtake(id: number, change: string, input: Data): Promise<string> {
    let waiting = Promise.resolve('');
    await tests.test.database.withTransaction(async (other) => {
      await other.query(`update ticket set ${change} where id = $1`, [id]);
      waiting = update({ TicketID: id, ...input }).then(
        () => 'changed',
        (error: unknown) => (error as Error).message,
      );
      await untilTrue(async () => {
        const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await tests.query(waits)).length > 0;
      });
    });
    return waiting;
  }

  const byName = { DynamicField: { Name: 'ExternalRef', Value: 'new' } };

  it.each<[string, Data]>([
    ['an article', { Article: article }],
    ['an article and a dynamic field', { Article: article, ...byName }],
    ['neither', {}],
  ])('changes a ticket that was overtaken as it is now, once: %s', async (_what, more) => {
    const id = await tests.ticket();
    expect(await overtake(id, `title = 'theirs'`, { Ticket: { Title: 'ours' }, ...more })).toBe('changed');
    const history = await tests.history(id);
    expect(history.filter((line) => line.startsWith('TitleUpdate'))).toEqual([
      expect.stringContaining('%%theirs%%ours') as unknown,
    ]);
    const articles = await tests.query('select id from article where ticket_id = $1', [id]);
    expect(articles).toHaveLength('Article' in more ? 1 : 0);
  });

  it('refuses a change that became forbidden meanwhile, and writes nothing', async () => {
    const id = await tests.ticket();
    const before = await tests.history(id);
    const answer = await overtake(id, 'queue_id = 6, user_id = 6, responsible_user_id = 6', { Article: article });
    expect(answer).toBe('TicketUpdate: User does not have access to the ticket!');
    expect(await tests.history(id)).toEqual(before);
    expect(await tests.query('select id from article where ticket_id = $1', [id])).toEqual([]);
  });

  it('loses no update that is one statement', async () => {
    const id = await tests.ticket();
    const writers = Array.from({ length: 30 }, (_, index) => index);
    await Promise.all(
      writers.map((index) => update({ TicketID: id, Ticket: { Title: `title ${index}` }, Article: article })),
    );
    const titles = (await tests.history(id))
      .filter((line) => line.startsWith('TitleUpdate'))
      .map((line) => /%%(.*)%%(.*) by/.exec(line) ?? []);
    expect(titles).toHaveLength(30);
    expect(titles.slice(1).map(([, old]) => old)).toEqual(titles.slice(0, -1).map(([, , title]) => title));
    expect(await tests.query('select id from article where ticket_id = $1', [id])).toHaveLength(30);
  });

  it.each([
    ['comes among them', false],
    ['is waited for already', true],
  ])('changes each ticket of several, whatever holds the one that %s', async (_when, isFirst) => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => tests.ticket()));
    const [free = 0, held = 0, ...others] = ids;
    const change = (id: number) => update({ TicketID: id, Ticket: { Title: `ours ${id}` }, Article: article });
    const waiting = await tests.test.database.withTransaction(async (other) => {
      await other.query(`update ticket set title = 'theirs' where id = $1`, [held]);
      const early = isFirst ? change(held) : undefined;
      if (isFirst) await untilSomebodyWaits();
      const first = change(free);
      const late = early ?? change(held);
      await Promise.all([first, ...others.map(change)]);
      // As a promise it would be waited for here.
      return [late];
    });
    await Promise.all(waiting);
    for (const id of ids) {
      expect(await columns(id, 'title')).toEqual({ title: `ours ${id}` });
      expect((await tests.history(id)).filter((line) => line.includes(`%%ours ${id} `))).toHaveLength(1);
      expect(await tests.query('select id from article where ticket_id = $1', [id])).toHaveLength(1);
    }
  });

  async function untilSomebodyWaits(): Promise<void> {
    while ((await tests.query('select 1 from pg_locks where not granted')).length === 0);
  }

  it('loses no update and keeps the history in order', async () => {
    const ids = [await tests.ticket(), await tests.ticket()];
    const writers = Array.from({ length: 40 }, (_, index) => index);
    await Promise.all(
      writers.map((index) =>
        update(
          {
            TicketID: ids[index % 2],
            Ticket: {
              Title: `title ${index}`,
              Priority: `${(index % 3) + 1} ${['very low', 'low', 'normal'][index % 3] ?? ''}`,
            },
            Article: { ...article, TimeUnit: 1 },
            DynamicField: { Name: 'ExternalRef', Value: `ref ${index}` },
          },
          { caller: index % 4 === 0 ? BOSS : AGENT },
        ),
      ),
    );
    for (const id of ids) {
      const history = await tests.history(id);
      const titles = history
        .filter((line) => line.startsWith('TitleUpdate'))
        .map((line) => /%%(.*)%%(.*) by/.exec(line) ?? []);
      expect(titles).toHaveLength(20);
      // Each starts where the one before ended: nobody worked on a ticket that was not the latest.
      expect(titles.slice(1).map(([, old]) => old)).toEqual(titles.slice(0, -1).map(([, , title]) => title));
      expect(await columns(id, 'title')).toEqual({ title: titles.at(-1)?.[2] });
      expect(
        history.filter((line) => line.startsWith('TimeAccounting')).map((line) => /%%1%%(\d+) /.exec(line)?.[1]),
      ).toEqual(writers.slice(0, 20).map((index) => String(index + 1)));
      const references = history
        .filter((line) => line.includes('ExternalRef'))
        .map((line) => /Value%%(.*)%%OldValue%%(.*) by/.exec(line) ?? []);
      expect(references.slice(1).map(([, , old]) => old)).toEqual(references.slice(0, -1).map(([, value]) => value));
      expect(
        await tests.query('select value_text from dynamic_field_value where object_id = $1 and field_id = 3', [id]),
      ).toEqual([{ value_text: references.at(-1)?.[1] }]);
    }
  });
});
