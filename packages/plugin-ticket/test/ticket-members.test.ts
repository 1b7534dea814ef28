import type { Data, Operation } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { TicketTests } from './support/ticket-tests.js';

const TICKET = {
  Title: 'Ink',
  Queue: 'Misc',
  State: 'pending reminder',
  Priority: '3 normal',
  CustomerUser: 'customer@example.com',
  Type: 'Incident',
  PendingTime: { Diff: 60 },
};
const ARTICLE = { Subject: 'Ink', Body: 'It is empty.', ContentType: 'text/plain; charset=utf-8' };
const NOON = { Year: 2026, Month: 12, Day: 1, Hour: 12, Minute: 0 };

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

describe.each(['TicketCreate', 'TicketUpdate'])('%s', (name) => {
  let operation: Operation;
  let request: Data;

  beforeAll(async () => {
    const isCreate = name === 'TicketCreate';
    operation = isCreate ? ticketCreate : ticketUpdate;
    request = isCreate ? { Article: ARTICLE } : { TicketID: await tests.ticket(), Article: ARTICLE };
  });

  async function refuse(input: Data): Promise<string> {
    const rows = () =>
      tests.query('select count(*) as tickets, (select count(*) from article) as articles from ticket');
    const before = await rows();
    const failure = await tests.failure(operation, { Ticket: TICKET, ...request, ...input });
    expect(await rows()).toEqual(before);
    return failure.replaceAll(name, '<op>');
  }

  it.each([
    ['soon'],
    [['2026-12-01']],
    [{}],
    [{ Diff: '' }],
    [{ String: 'tomorrow' }],
    [{ Diff: -5 }],
    [{ Diff: '+5' }],
    [{ Diff: '1.5' }],
    [{ Diff: 5, Hour: 1 }],
    [{ ...NOON, Day: 32 }],
    [{ ...NOON, Month: '' }],
    [{ ...NOON, Hour: -1 }],
    [{ ...NOON, Minute: 60 }],
    [{ Year: 2026, Month: 12, Hour: 12, Minute: 0 }],
  ])('refuses the pending time %j', async (time) => {
    expect(await refuse({ Ticket: { ...TICKET, PendingTime: time } })).toBe(
      '<op>.InvalidParameter | <op>: Ticket->PendingTime parameter is invalid!',
    );
  });

  it.each([
    'ink@demo.org',
    'ink..blue@customer.org',
    'ink.@customer.org',
    'ink blue',
    'customer@example.com, ink@demo.org',
  ])('refuses the customer %s', async (customer) => {
    expect(await refuse({ Ticket: { ...TICKET, CustomerUser: customer } })).toBe(
      '<op>.InvalidParameter | <op>: Ticket->CustomerUser parameter is invalid!',
    );
  });

  it.each<[Data, string]>([
    [{ QueueID: '4x' }, 'QueueID or Ticket->Queue'],
    [{ QueueID: -4 }, 'QueueID or Ticket->Queue'],
    [{ Queue: ['Misc'] }, 'QueueID or Ticket->Queue'],
    [{ LockID: 4 }, 'LockID or Ticket->Lock'],
    [{ TypeID: 4 }, 'TypeID or Ticket->Type'],
    [{ ServiceID: 4 }, 'ServiceID or Ticket->Service'],
    [{ Service: 'IT', CustomerUser: 'ink@customer.org' }, 'ServiceID or Ticket->Service'],
    [{ SLAID: 1 }, 'SLAID or Ticket->SLA'],
    [{ Service: 'IT', SLAID: 3 }, 'SLAID or Ticket->SLA'],
    [{ StateID: '1.0' }, 'StateID or Ticket->State'],
    [{ PriorityID: 6 }, 'PriorityID or Ticket->Priority'],
    [{ Priority: '3 Normal' }, 'PriorityID or Ticket->Priority'],
    [{ OwnerID: 5 }, 'OwnerID or Ticket->Owner'],
    [{ OwnerID: 'apiagent' }, 'OwnerID or Ticket->Owner'],
    [{ Responsible: 'customer@example.com' }, 'ResponsibleID or Ticket->Responsible'],
  ])('refuses %j', async (members, pair) => {
    expect(await refuse({ Ticket: { ...TICKET, ...members } })).toBe(
      `<op>.InvalidParameter | <op>: Ticket->${pair} parameter is invalid!`,
    );
  });

  it.each<[unknown]>([[['Ink']], [{ en: 'Ink' }]])('refuses %j where a text belongs', async (nested) => {
    for (const member of ['Title', 'CustomerID']) {
      expect(await refuse({ Ticket: { ...TICKET, [member]: nested } })).toBe(
        `<op>.InvalidParameter | <op>: Ticket->${member} parameter is invalid!`,
      );
    }
    for (const member of ['Subject', 'Body', 'From', 'HistoryComment']) {
      expect(await refuse({ Article: { ...ARTICLE, [member]: nested } })).toBe(
        `<op>.InvalidParameter | <op>: Article->${member} parameter is invalid!`,
      );
    }
  });

  it('accepts numbers and true as texts', async () => {
    const ticket = { ...TICKET, Title: true };
    const article = { ...ARTICLE, Subject: 7, Body: 4.5, NoAgentNotify: true };
    const answer = await tests.run(operation, { ...request, Ticket: ticket, Article: article });
    const rows = await tests.query(
      `select title, a_subject, a_body from ticket t join article a on a.ticket_id = t.id
       join article_data_mime m on m.article_id = a.id where a.id = $1`,
      [answer.ArticleID],
    );
    expect(rows).toEqual([{ title: '1', a_subject: '7', a_body: '4.5' }]);
  });

  it.each([
    [{ Diff: 60 }, '2026-11-23T13:00:00Z'],
    [{ Diff: ' 1440 ' }, '2026-11-24T12:00:00Z'],
    [{ ...NOON, Minute: '05' }, '2026-12-01T12:05:00Z'],
    [{ ...NOON, Year: '2020' }, '2020-12-01T12:00:00Z'],
    [{ String: '2026-12-01 12:00:30' }, '2026-12-01T12:00:30Z'],
  ])('waits for %j', async (time, expected) => {
    const answer = await tests.run(operation, { ...request, Ticket: { ...TICKET, PendingTime: time } });
    const rows = await tests.query('select until_time from ticket where id = $1', [answer.TicketID]);
    expect(rows).toEqual([{ until_time: Date.parse(expected) / 1000 }]);
  });

  it.each(['DynamicField', 'Attachment'])('refuses values of %s that are not a list', async (list) => {
    for (const value of ['', 'x', 0, false, [], {}]) {
      expect(await refuse({ [list]: value })).toBe(
        `<op>.MissingParameter | <op>: ${list} parameter is missing or not valid!`,
      );
    }
    for (const value of [['x'], [null]]) {
      expect(await refuse({ [list]: value })).toBe(`OperationFault | <op>: Ticket->${list} parameter is invalid!`);
    }
  });

  it('refuses values of dynamic fields that are not texts', async () => {
    const expected = name === 'TicketCreate' ? 'Value  parameter' : 'Value parameter';
    for (const value of [null, true, { a: 1 }]) {
      expect(await refuse({ DynamicField: { Name: 'ExternalRef', Value: value } })).toBe(
        `<op>.MissingParameter | <op>: DynamicField->${expected} is missing!`,
      );
    }
  });
});

describe('TicketUpdate', () => {
  it.each<[Data]>([
    [{ LockID: 2, Lock: 'shut' }],
    [{ TypeID: 2, Type: 'Obsolete' }],
    [{ StateID: 4, State: 'ajar' }],
    [{ ServiceID: 1, Service: 'Ink' }],
    [{ SLAID: 1, SLA: 'Lead' }],
    [{ Service: 'IT', SLAID: 1, SLA: 'Silver' }],
    [{ PriorityID: 4, Priority: '6 urgent' }],
    [{ OwnerID: 6, Owner: 'goneagent' }],
    [{ ResponsibleID: 6, Responsible: 'nobody' }],
    [{ State: 'pending reminder', PendingTime: { Diff: 0 } }],
    [{ State: 'pending reminder', PendingTime: { Year: 2026, Month: 12, Day: 1 } }],
    [{ CustomerID: 'x'.repeat(151) }],
  ])('cannot apply %j, which passes the checks', async (members) => {
    const update = ticketUpdate;
    const id = await tests.ticket({ service_id: 1 });
    const failure = await tests.failure(update, { TicketID: id, Ticket: { Title: 'Ink', ...members } });
    expect(failure).toBe('OperationFault | OperationObject returned an error, cancelling Request');
    expect(await tests.query('select title from ticket where id = $1', [id])).toEqual([{ title: 'Printer on fire' }]);
  });

  it.each(['To', 'Cc', 'Bcc'])('refuses a list as %s', async (member) => {
    const input = { TicketID: await tests.ticket(), Article: { ...ARTICLE, [member]: ['ink@customer.org'] } };
    expect(await tests.failure(ticketUpdate, input)).toBe(
      `TicketUpdate.InvalidParameter | TicketUpdate: Article->${member} parameter is invalid!`,
    );
  });

  it('finds no service for a ticket without a customer', async () => {
    const id = await tests.ticket({ customer_user_id: null });
    expect(await tests.failure(ticketUpdate, { TicketID: id, Ticket: { Service: 'IT' } })).toBe(
      'TicketUpdate.InvalidParameter | TicketUpdate: Ticket->ServiceID or Ticket->Service parameter is invalid!',
    );
  });

  it('finds no ticket by a number that is not a text', async () => {
    expect(await tests.failure(ticketUpdate, { TicketID: 1, TicketNumber: { a: 1 } })).toBe(
      'TicketUpdate.AccessDenied | TicketUpdate: User does not have access to the ticket!',
    );
  });
});

describe('TicketCreate', () => {
  it('does not accept a list as body', async () => {
    const create = ticketCreate;
    await expect(tests.run(create, [])).rejects.toThrow('TicketCreate takes a JSON object, but the body is a list.');
  });
});
