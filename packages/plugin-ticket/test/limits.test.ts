import type { Data, Operation } from '@ticketgate/sdk';

import { limitSettings } from '../src/request/limits.js';
import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketDelete } from '../src/operations/ticket-delete.js';
import { ticketGet } from '../src/operations/ticket-get.js';
import { ticketHistoryGet } from '../src/operations/ticket-history-get.js';
import { ticketList } from '../src/operations/ticket-list.js';
import { ticketSearch } from '../src/operations/ticket-search.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { timeAccountingGet } from '../src/operations/time-accounting-get.js';
import { TicketTests } from './support/ticket-tests.js';

const ARTICLE = { Subject: 'Ink', Body: 'It is empty.', ContentType: 'text/plain; charset=utf-8' };
const TICKET = {
  Title: 'Ink',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'jane',
  Type: 'Incident',
};
const FILE = { Filename: 'a.txt', Content: 'eA==', ContentType: 'text/plain' };
const FIELD = { Name: 'Labels', Value: ['a'] };

const many = <Entry>(count: number, entry: Entry): Entry[] => Array.from({ length: count }, () => entry);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

let tests: TicketTests;
let operations: Readonly<Record<string, Operation>>;

beforeAll(async () => {
  tests = await TicketTests.start();
  operations = {
    TicketCreate: ticketCreate,
    TicketUpdate: ticketUpdate,
    TicketGet: ticketGet,
    TicketHistoryGet: ticketHistoryGet,
    TicketDelete: ticketDelete,
    TicketSearch: ticketSearch,
    TicketList: ticketList,
  };
  await tests.ticket();
});

afterAll(() => tests.stop());

function operation(name: string): Operation {
  const found = operations[name];
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}

const write = (parts: Data): Data => ({ TicketID: 1, Ticket: TICKET, Article: ARTICLE, ...parts });

const WRITES: readonly (readonly [member: string, input: Data, has: string])[] = [
  ['Attachment', write({ Attachment: many(1001, FILE) }), 'Attachment has 1001 entries; at most 1000'],
  ['DynamicField', write({ DynamicField: many(1001, FIELD) }), 'DynamicField has 1001 entries; at most 1000'],
  [
    'DynamicField->Value',
    write({ DynamicField: { Name: 'Labels', Value: many(10_001, 'a') } }),
    'DynamicField->Value has 10001 entries; at most 10000',
  ],
  [
    'From',
    write({ Article: { ...ARTICLE, From: 'a@b.org,'.repeat(1001) } }),
    'Article->From has 1001 addresses; at most 1000',
  ],
  [
    'ForceNotificationToUserID',
    write({ Article: { ...ARTICLE, ForceNotificationToUserID: many(10_001, 2) } }),
    'Article->ForceNotificationToUserID has 10001 entries; at most 10000',
  ],
  [
    'characters of a title',
    write({ Ticket: { ...TICKET, Title: 'a'.repeat(200_001) } }),
    'Ticket->Title has 200001 characters; at most 200000',
  ],
  [
    'characters of a body',
    write({ Article: { ...ARTICLE, Body: 'a'.repeat(20_000_001) } }),
    'Article->Body has 20000001 characters; at most 20000000',
  ],
  [
    'characters of a value',
    write({ DynamicField: { Name: 'Labels', Value: ['a'.repeat(200_001)] } }),
    'DynamicField->Value has 200001 characters; at most 200000',
  ],
  [
    'images in HTML',
    write({
      Article: { ...ARTICLE, ContentType: 'text/html', Body: '<img src="data:image/png;base64,eA==">'.repeat(1001) },
    }),
    'Article->Body with its images has 1001 entries; at most 1000',
  ],
];

const CASES: readonly (readonly [name: string, member: string, input: Data, has: string])[] = [
  ...['TicketCreate', 'TicketUpdate'].flatMap((name) => WRITES.map((each) => [name, ...each] as const)),
  ...['TicketGet', 'TicketHistoryGet', 'TicketDelete'].flatMap(
    (name) =>
      [
        [name, 'a list of ids', { TicketID: numbers(10_001) }, 'TicketID has 10001 entries; at most 10000'],
        [name, 'ids with commas', { TicketID: numbers(10_001).join() }, 'TicketID has more than the 10000 entries'],
        [name, 'one id again and again', { TicketID: many(102, 1) }, 'TicketID has 101 repeated ids; at most 100'],
      ] as const,
  ),
  [
    'TicketGet',
    'ArticleSenderType',
    { TicketID: 1, ArticleSenderType: many(11, 'agent') },
    'ArticleSenderType has 11 entries; at most 10',
  ],
  ...['TicketSearch', 'TicketList'].flatMap(
    (name) =>
      [
        [name, 'values', { OwnerIDs: numbers(10_001) }, 'OwnerIDs has 10001 entries; at most 10000'],
        [name, 'a text', { Fulltext: 'a'.repeat(10_001) }, 'Fulltext has 10001 characters; at most 10000'],
        [name, 'terms', { Title: many(251, 'a').join('||') }, 'Title has 251 terms; at most 250'],
        [name, 'conditions', { Title: many(251, '!a') }, 'Title has 251 terms; at most 250'],
        [
          name,
          'dynamic fields',
          { DynamicField: many(51, { Name: 'ExternalRef', Equals: 'a' }) },
          'DynamicField has 51 entries; at most 50',
        ],
        [
          name,
          'values of a dynamic field',
          { DynamicField: { Name: 'ExternalRef', Equals: many(10_001, 'a') } },
          'DynamicField->Equals has 10001 entries; at most 10000',
        ],
        [
          name,
          'terms of a dynamic field',
          { DynamicField_ExternalRef: { Like: many(251, 'a').join('&&') } },
          'DynamicField->Like has 251 terms; at most 250',
        ],
        [name, 'sort keys', { SortBy: many(21, 'Age') }, 'SortBy has 21 entries; at most 20'],
      ] as const,
  ),
];

describe.each(['otobo', 'contract'] as const)('in profile %s', (profile) => {
  it.each(CASES)('%s refuses too many: %s', async (...[name, , input, has]) => {
    const failure = await tests.failure(operation(name), input, { profile });
    expect(failure).toContain(`${name}.InvalidParameter | ${name}: ${has}`);
    expect(failure).toContain('Ticketgate::Limit::');
  });
});

it.each(['StateIDs', 'TicketID'])(
  'a search takes as many ids as the limit allows, with commas too: %s',
  async (name) => {
    const ids = many(10_000, '1').join();
    expect(await tests.run(operation('TicketSearch'), { [name]: ids }, { profile: 'contract' })).toHaveProperty(
      'TicketID',
    );
    const tooMany = await tests.failure(operation('TicketSearch'), { [name]: `${ids},1` }, { profile: 'contract' });
    expect(tooMany).toContain(`${name} has more than the 10000 entries`);
  },
);

it('HTML that cannot be read in time is refused', async () => {
  const slow = write({ Article: { ...ARTICLE, ContentType: 'text/html', Body: '<p>Ink</p>'.repeat(20_000) } });
  await tests.withSettings({ 'Ticketgate::Limit::HtmlSeconds': 0.001 }, async () => {
    for (const name of ['TicketCreate', 'TicketUpdate']) {
      expect(await tests.failure(operation(name), slow)).toContain(
        `${name}.InvalidParameter | ${name}: Article->Body is HTML`,
      );
    }
  });
  expect(await tests.run(operation('TicketCreate'), slow)).toHaveProperty('TicketID');
});

it('the answer says what came, what is allowed, and where that is set', async () => {
  expect(await tests.failure(operation('TicketHistoryGet'), { TicketID: numbers(10_001) })).toBe(
    'TicketHistoryGet.InvalidParameter | TicketHistoryGet: TicketID has 10001 entries; at most 10000 are allowed (Ticketgate::Limit::ListEntries).',
  );
});

it('limits are settings', async () => {
  const most = { 'Ticketgate::Limit::ListEntries': 2 };
  await tests.withSettings(most, async () => {
    expect(await tests.run(operation('TicketGet'), { TicketID: [1, 2] })).toHaveProperty('Ticket');
    expect(await tests.failure(operation('TicketGet'), { TicketID: [1, 2, 1] })).toContain('at most 2 are allowed');
  });
  expect(limitSettings.map(({ name }) => name)).toContain('Ticketgate::Limit::ListEntries');
});

it('TimeAccountingGet answers as many entries as the limit allows', async () => {
  const stamp = `'2026-11-21 00:00:00', 1, '2026-11-21 00:00:00', 1`;
  await tests.query(`insert into groups_table (id, name, valid_id, create_time, create_by, change_time, change_by)
    values (9, 'timeaccounting_webservice', 1, ${stamp})`);
  await tests.query(`insert into group_user (user_id, group_id, permission_key, create_time, create_by, change_time, change_by)
    values (2, 9, 'rw', ${stamp})`);
  await tests.query(`insert into time_accounting (ticket_id, time_unit, create_time, create_by, change_time, change_by)
    select 1, 2, ${stamp} from generate_series(1, 3)`);
  const input = {
    TimeAccountingUserLogin: 'root@localhost',
    TimeAccountingStart: '2026-11-21',
    TimeAccountingEnd: '2026-11-22',
  };
  const run = (most: number) =>
    tests.withSettings({ 'Ticketgate::Limit::TimeEntries': most }, () => tests.failure(timeAccountingGet, input));
  expect(await run(3)).toContain('no failure: {"TimeAccountingResult":[{');
  expect(await run(2)).toBe(
    'TimeAccountingGet.InvalidParameter | TimeAccountingGet: The period has more entries than the 2 that are allowed (Ticketgate::Limit::TimeEntries); ask for a shorter one.',
  );
});

it.each(['TicketCreate', 'TicketUpdate'])('%s refuses a CustomerUser that is longer than any', async (name) => {
  const input = write({ Ticket: { ...TICKET, CustomerUser: 'a@b.org,'.repeat(126) } });
  expect(await tests.failure(operation(name), input)).toBe(
    `${name}.InvalidParameter | ${name}: Ticket->CustomerUser has 1008 characters; at most 1000 are allowed (Ticketgate::Limit::CustomerUserLength).`,
  );
});
