import type { Data } from '@ticketgate/sdk';

import { ticketGet } from '../src/operations/ticket-get.js';
import { ticketList } from '../src/operations/ticket-list.js';
import { ticketSearch } from '../src/operations/ticket-search.js';
import { countingDatabase, insertFieldValue } from './support/stored-rows.js';
import { CUSTOMER, READER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;

const list = (input: unknown, call?: Call) => tests.run(ticketList, input, call);
const failure = (input: Data, call?: Call) => tests.failure(ticketList, input, call);
// The schema of the answer says so.
const ticketsOf = (page: Data) => page.Ticket as readonly Data[];
const idsOf = (page: Data) => ticketsOf(page).map(({ TicketID: id }) => Number(id));

const TITLES = ['Printer', 'printer', null, 'Scanner', 'Ångström', null, 'Screen', ''];

/** Sixteen tickets: half of them equal in most of what they can be sorted by, some without it. */
async function addTickets(): Promise<void> {
  for (let index = 0; index < 16; index += 1) {
    const day = String(1 + Math.floor(index / 3)).padStart(2, '0');
    const id = await tests.ticket({
      tn: `20261101${index}`,
      title: TITLES[index % TITLES.length],
      queue_id: 1 + (index % 5),
      type_id: index % 3 === 0 ? null : index % 3,
      user_id: 1 + (index % 3),
      ticket_priority_id: 1 + (index % 5),
      ticket_state_id: 1 + (index % 3),
      customer_id: index % 4 === 0 ? null : `C${index % 2}`,
      create_time: `2026-11-${day} 10:00:00`,
      change_time: `2026-11-${day} 10:00:0${index % 2}`,
      until_time: index % 2,
    });
    if (index % 2 === 0) await insertFieldValue(tests, 3, { object_id: id, value_text: `REF-${index % 6}` });
    if (index % 3 === 0) await insertFieldValue(tests, 5, { object_id: id, value_date: `2026-12-${day} 00:00:00` });
  }
}

beforeAll(async () => {
  tests = await TicketTests.start();
  await addTickets();
});

afterAll(() => tests.stop());

/** The ids of all pages, one after the other. */
async function readAll(input: Data, call?: Call): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let after: unknown; ids.length < 100;) {
    const page: Data = await list({ ...input, ...(after === undefined ? {} : { After: after }) }, call);
    ids.push(...idsOf(page));
    after = page.Next;
    if (after === undefined) return ids;
  }
  throw new Error('The pages do not end.');
}

async function search(input: Data, call?: Call): Promise<readonly number[]> {
  const { TicketID: ids } = await tests.run(ticketSearch, input, call);
  return Array.isArray(ids) ? ids.map(Number) : [];
}

describe('TicketList', () => {
  it('answers the tickets of a search as TicketGet does', async () => {
    const page = await list({ Title: 'printer', DynamicFields: 1 });
    const ids = await search({ Title: 'printer' });
    expect(idsOf(page)).toEqual(ids);
    const whole = await tests.run(ticketGet, { TicketID: ids, DynamicFields: 1 });
    expect(page).toEqual({ Ticket: whole.Ticket });
    expect(ids).toHaveLength(4);
  });

  it('answers an empty list when nothing is found', async () => {
    expect(await list({ Title: 'nothing' })).toEqual({ Ticket: [] });
    expect(await list({ Title: 'No such title', Total: 1 })).toEqual({ Ticket: [], Total: 0 });
  });

  const KEYS = [
    ...['Age', 'Changed', 'TicketNumber', 'Title', 'Queue', 'State', 'Priority', 'Type', 'Service', 'Owner'],
    ...['CustomerID', 'PendingTime', 'DynamicField_ExternalRef', 'DynamicField_DueDate'],
  ];

  it.each(KEYS.flatMap((key) => ['Up', 'Down'].map((order) => [key, order])))(
    'has each ticket once, in the order of TicketSearch, by %s %s',
    async (key, order) => {
      const input = { SortBy: key, OrderBy: order };
      const expected = await search(input);
      expect(expected.length).toBeGreaterThanOrEqual(16);
      for (const Limit of [1, 3, 7]) expect(await readAll({ ...input, Limit })).toEqual(expected);
    },
  );

  it.each([[['Up', 'Down']], [['Down', 'Up']]])('pages by several keys, %s', async (orders) => {
    const input = { SortBy: ['CustomerID', 'DynamicField_ExternalRef'], OrderBy: orders };
    expect(await readAll({ ...input, Limit: 2 })).toEqual(await search(input));
  });

  it('continues after the last ticket when others come and go', async () => {
    const before = await readAll({ SortBy: 'TicketNumber', OrderBy: 'Up' });
    const first = await list({ SortBy: 'TicketNumber', OrderBy: 'Up', Limit: 5 });
    const early = await tests.ticket({ tn: '0000', title: 'Early' });
    const rest = await readAll({ SortBy: 'TicketNumber', OrderBy: 'Up', Limit: 5, After: first.Next });
    expect([...idsOf(first), ...rest]).toEqual(before);
    await tests.query('delete from ticket where id = $1', [early]);
  });

  it('answers Next only if there is another page', async () => {
    const all = (await search({})).length;
    expect((await list({ Limit: all })).Next).toBeUndefined();
    expect((await list({ Limit: all - 1 })).Next).toEqual(expect.any(String));
  });

  it('counts all matching tickets, on every page, if Total asks for it', async () => {
    const criteria = { Title: 'printer', Limit: 3, Total: 1 };
    const first = await list(criteria);
    expect([first.Total, ticketsOf(first).length]).toEqual([4, 3]);
    const second = await list({ ...criteria, After: first.Next });
    expect([second.Total, ticketsOf(second).length]).toEqual([4, 1]);
    expect(await list({ Title: 'printer', Total: 0 })).not.toHaveProperty('Total');
  });

  it('answers the members that Fields names, and the id', async () => {
    const [ticket] = ticketsOf(await list({ TicketNumber: '202611011', Fields: ['TicketNumber', 'State'] }));
    expect(ticket).toEqual({
      TicketID: expect.any(Number) as number,
      TicketNumber: '202611011',
      State: expect.any(String) as string,
    });
  });

  it('accepts the name of every member of a ticket', async () => {
    const [ticket = {}] = ticketsOf(await list({ TicketNumber: '202611011' }));
    const [named] = ticketsOf(await list({ TicketNumber: '202611011', Fields: Object.keys(ticket) }));
    expect(named).toEqual(ticket);
  });

  it('shows callers what they may read', async () => {
    for (const caller of [READER, CUSTOMER]) {
      expect(await readAll({ Limit: 4 }, { caller })).toEqual(await search({}, { caller }));
    }
    expect(await list({}, { caller: STRANGER })).toEqual({ Ticket: [] });
    expect(await failure({}, { caller: undefined })).toBe('TicketList.AuthFail | TicketList: Authorization failing!');
  });

  it('reads a page with one statement, however many tickets it has', async () => {
    const texts: string[] = [];
    const operation = ticketList;
    const context = { ...tests.context(operation, {}), database: countingDatabase(tests.test.database, texts) };
    await operation.run({ Limit: 16, DynamicFields: 0, Total: 0 }, context);
    // The test's accounts and catalogue are read for each use; a server has them in memory.
    expect(texts.filter((text) => text.includes('from ticket t'))).toHaveLength(1);
  });
});

describe('TicketList refuses', () => {
  const after = async (input: Data) => String((await list({ Limit: 2, ...input })).Next);

  it.each<[string, Data, string]>([
    [
      'members that tickets do not have',
      { Fields: ['Titel'] },
      'Fields->0 is "Titel"; send one of "TicketID", "TicketNumber",',
    ],
    ['pages that are too long', { Limit: 1001 }, 'Limit is 1001; send 1000 or less.'],
    ['pages without tickets', { Limit: 0 }, 'Limit is 0; send 1 or more.'],
    ['a Limit that is not a number', { Limit: 'ten' }, 'Limit is "ten"; send a whole number.'],
    [
      'an order that it does not know',
      { SortBy: 'Colour' },
      'SortBy names "Colour", by which tickets cannot be sorted. Use',
    ],
    [
      'a misspelt key',
      { SortBy: ['Age', 'Creatd'] },
      'SortBy names "Creatd", by which tickets cannot be sorted. Did you mean "Created"?',
    ],
    [
      'a direction that it does not know',
      { OrderBy: 'asc' },
      'SortBy is null and OrderBy "asc"; write Up or Down in OrderBy',
    ],
    [
      'queues that do not exist',
      { Queues: ['Misc', 'Rwa'] },
      'Queues names "Rwa", but there is no such queue. Did you mean "Raw"?',
    ],
    [
      'states that do not exist',
      { States: 'opn' },
      'States names "opn", but there is no such state. Did you mean "open"?',
    ],
    [
      'state types that do not exist',
      { StateType: 'opened' },
      'StateType names "opened", but there is no such state type. Did you mean "open"?',
    ],
    ['types that do not exist', { Types: 'Nope' }, 'Types names "Nope", but there is no such type.'],
    [
      'priorities at creation that do not exist',
      { CreatedPriorities: '9 none' },
      'CreatedPriorities names "9 none", but there is no such priority.',
    ],
    ['ids of nothing', { StateIDs: [1, 999] }, 'StateIDs names 999, but there is no state with this id.'],
    [
      'dates in ISO form',
      { TicketCreateTimeNewerDate: '2026-01-31T08:00:00Z' },
      'TicketCreateTimeNewerDate is "2026-01-31T08:00:00Z"; write YYYY-MM-DD HH:MM:SS',
    ],
    [
      'days that do not exist',
      { TicketCloseTimeOlderDate: '2026-02-30 00:00:00' },
      'TicketCloseTimeOlderDate is "2026-02-30 00:00:00"; write',
    ],
    [
      'minutes that are none',
      { ArticleCreateTimeNewerMinutes: '1h' },
      'ArticleCreateTimeNewerMinutes is "1h"; write a number of minutes, such as 60.',
    ],
    ['invalid flags', { Total: 'maybe' }, 'Total is "maybe"; send one of 0, 1, false, true.'],
    ['values of a wrong kind', { Title: {} }, 'Title is an empty object; send a text, or a number, or a list.'],
    ['invalid ids', { QueueIDs: 'Raw' }, 'QueueIDs is "Raw"; write whole numbers'],
    [
      'fields that do not exist',
      { DynamicField_Colour: { Equals: 'red' } },
      'There is no dynamic field "Colour" of tickets.',
    ],
    ['an After that no answer had', { After: 'page 2' }, 'After is not the Next of an earlier answer;'],
  ])('%s', async (_, input, sentence) => {
    expect(await failure(input)).toContain(`TicketList.InvalidParameter | TicketList: ${sentence}`);
  });

  it('an After of another order', async () => {
    const end = await after({ SortBy: 'Title' });
    const sentence = 'After belongs to another SortBy or OrderBy;';
    expect(await failure({ SortBy: 'Title', OrderBy: 'Up', After: end })).toContain(sentence);
    expect(await failure({ SortBy: 'DynamicField_ExternalRef', After: end })).toContain(sentence);
  });

  it('an After that was changed', async () => {
    const [mark, id] = JSON.parse(Buffer.from(await after({}), 'base64url').toString()) as unknown[];
    for (const changed of [
      [mark, id, 'teatime'],
      [mark, 'x', '2026-11-01 10:00:00'],
      [mark, id],
      [mark, id, '2026-11-01', 'x'],
      mark,
    ]) {
      const text = Buffer.from(JSON.stringify(changed)).toString('base64url');
      expect(await failure({ After: text })).toContain('After is not the Next of an earlier answer;');
    }
  });

  it.each(['9'.repeat(20), '1\0'])('an After whose number was changed to %j', async (number) => {
    const order = { SortBy: 'PendingTime' };
    const [mark, id] = JSON.parse(Buffer.from(await after(order), 'base64url').toString()) as unknown[];
    const text = Buffer.from(JSON.stringify([mark, id, number])).toString('base64url');
    expect(await failure({ ...order, After: text })).toContain('After is not the Next of an earlier answer;');
  });

  it('a list as body', async () => {
    await expect(list([])).rejects.toMatchObject({ code: 'TicketList.InvalidParameter' });
  });
});
