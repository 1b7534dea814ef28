import type { Data, Operation } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketSearch } from '../src/operations/ticket-search.js';
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
const FILE = { Filename: 'a.txt', Content: 'eA==', ContentType: 'text/plain' };

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

const TOO_LONG = 'x'.repeat(6000);
const IN_AN_HOUR = Date.parse('2026-11-23T13:00:00Z') / 1000;
const CANNOT = 'OperationObject returned an error, cancelling Request';

describe.each(['TicketCreate', 'TicketUpdate'])('%s', (name) => {
  let operation: Operation;

  beforeAll(() => {
    operation = name === 'TicketCreate' ? ticketCreate : ticketUpdate;
  });

  const request = async (input: Data): Promise<Data> => ({
    Ticket: TICKET,
    Article: ARTICLE,
    ...(name === 'TicketUpdate' ? { TicketID: await tests.ticket() } : {}),
    ...input,
  });

  it.each<[string, Data]>([
    ['a subject', { Article: { ...ARTICLE, Subject: TOO_LONG } }],
    ['a history text', { Article: { ...ARTICLE, HistoryComment: TOO_LONG } }],
    ['a content type', { Article: { ...ARTICLE, ContentType: `text/plain; name="${TOO_LONG}"` } }],
    ['the members of an attachment', { Attachment: { ...FILE, ContentID: TOO_LONG, ContentAlternative: TOO_LONG } }],
    ['the types of an attachment', { Attachment: { ...FILE, ContentType: `a/${TOO_LONG}`, Disposition: TOO_LONG } }],
  ])('cuts %s', async (_, input) => {
    expect(await tests.run(operation, await request(input))).toHaveProperty('TicketID');
  });

  it.each<[string, Data, string]>([
    ['companies', { Ticket: { ...TICKET, CustomerID: 'x'.repeat(151) } }, 'Ticket could not be created'],
    [
      'customers',
      { Ticket: { ...TICKET, CustomerUser: `${'x'.repeat(190)}@customer.org` } },
      'Ticket could not be created',
    ],
  ])('cannot store %s of any length', async (...[, input, created]) => {
    const expected = name === 'TicketCreate' ? `${created}, please contact the system administrator` : CANNOT;
    expect(await tests.failure(operation, await request(input))).toBe(`OperationFault | ${expected}`);
  });

  it('cannot store values of fields of any length', async () => {
    const input = await request({ DynamicField: { Name: 'ExternalRef', Value: TOO_LONG } });
    expect(await tests.failure(operation, input)).toBe(
      'OperationFault | Dynamic Field ExternalRef could not be set, please contact the system administrator',
    );
  });

  it.each([
    [{ Diff: '99999999999' }],
    [{ Diff: '9'.repeat(400) }],
    [{ Year: 9999, Month: 1, Day: 1, Hour: 1, Minute: 1 }],
    [{ Year: 1, Month: 1, Day: 1, Hour: 1, Minute: 1 }],
  ])('treats the pending time %j as one that cannot be written', async (time) => {
    const input = await request({ Ticket: { ...TICKET, PendingTime: time } });
    const outcome = await tests.failure(operation, input);
    expect(outcome).toContain(name === 'TicketUpdate' ? `OperationFault | ${CANNOT}` : 'no failure');
    expect(await tests.query('select 1 from ticket where until_time not in (0, $1)', [IN_AN_HOUR])).toEqual([]);
  });

  it.each(['99999999', '9'.repeat(400)])('books no time of %s', async (time) => {
    const input = await request({ Article: { ...ARTICLE, TimeUnit: time } });
    expect(await tests.failure(operation, input)).toBe(
      `${name}.InvalidParameter | ${name}: Article->TimeUnit parameter is invalid!`,
    );
  });

  it.each<[string, Data]>([
    ['a ticket', { Ticket: { ...TICKET, Title: 'a\0', Queue: 'Misc\0x', CustomerUser: 'jane\0', CustomerID: 'A\0B' } }],
    ['an article', { Article: { Subject: 'a\0', Body: 'a\0', From: 'a@b.org\0', ContentType: 'text/plain\0' } }],
    ['a history text', { Article: { ...ARTICLE, HistoryComment: 'a\0' } }],
    ['a dynamic field', { DynamicField: { Name: 'ExternalRef\0', Value: 'a\0' } }],
    ['a dynamic field of many values', { DynamicField: { Name: 'Labels', Value: ['a\0', 'b'] } }],
    [
      'an attachment',
      {
        Attachment: { Filename: 'a\0', Content: 'eA==\0', ContentType: 'a/b\0', ContentID: '\0a', Disposition: 'b\0' },
      },
    ],
  ])('ends texts at a NUL in %s', async (_, input) => {
    expect(await tests.run(operation, await request(input))).toHaveProperty('TicketID');
  });
});

it('TicketUpdate ends the number at a NUL', async () => {
  const input = { TicketNumber: '2015071510123456\x001', Ticket: { Title: 'Ink' } };
  expect(await tests.run(ticketUpdate, input)).toMatchObject({ TicketID: 1 });
});

describe('TicketSearch', () => {
  const search = (input: Data) => tests.run(ticketSearch, { SortBy: 'Ticket', OrderBy: 'Up', ...input });

  it.each<[Data, Data]>([
    [{ Title: 'Ink\0z' }, { Title: 'Ink' }],
    [{ Title: '*n*\0z' }, { Title: '*n*' }],
    [{ TicketNumber: '2*\0z' }, { TicketNumber: '2*' }],
    [{ CustomerIDRaw: 'ACME\0' }, { CustomerIDRaw: 'ACME' }],
    [{ CustomerUserLogin: 'jane\0' }, { CustomerUserLogin: 'jane' }],
    [{ MIMEBase_Body: 'empty\0z' }, { MIMEBase_Body: 'empty' }],
    [{ Fulltext: 'empty\0z' }, { Fulltext: 'empty' }],
    [{ Queues: ['Misc\0'] }, { Queues: ['Misc'] }],
    [{ DynamicField: { Name: 'ExternalRef', Equals: 'a\0' } }, { DynamicField: { Name: 'ExternalRef', Equals: 'a' } }],
    [{ DynamicField: { Name: 'ExternalRef', Like: 'a*\0z' } }, { DynamicField: { Name: 'ExternalRef', Like: 'a*' } }],
  ])('ends texts at a NUL in %j', async (input, same) => {
    const found = await search(same);
    expect(found).toHaveProperty('TicketID');
    expect(await search(input)).toEqual(found);
  });

  it.each<[Data]>([
    [{ TicketPendingTimeOlderMinutes: '9'.repeat(30) }],
    [{ TicketPendingTimeNewerDate: '9999-01-01 00:00:00' }],
    [{ TicketCreateTimeOlderDate: '0000-01-01 00:00:00' }],
    [{ TicketCreateTimeOlderMinutes: '9'.repeat(400) }],
    [{ QueueIDs: ['9999999999999999'] }],
    [{ TicketID: '9999999999999999' }],
    [{ OwnerIDs: '-9999999999999999' }],
  ])('finds nothing for %j', async (input) => {
    expect(await search(input)).toEqual({});
  });
});
