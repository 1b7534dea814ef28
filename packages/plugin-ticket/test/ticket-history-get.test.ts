import type { Data } from '@ticketgate/sdk';

import { ticketHistoryGet } from '../src/operations/ticket-history-get.js';
import { countingDatabase, insertArticle, insertHistory } from './support/stored-rows.js';
import { AGENT, CUSTOMER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;
let ticketID: number;

beforeAll(async () => {
  tests = await TicketTests.start();
  ticketID = await tests.ticket();
  const articleID = await insertArticle(tests, ticketID);
  await insertHistory(tests, ticketID, { name: '%%second', create_time: '2026-11-21 10:00:01', article_id: articleID });
  await insertHistory(tests, ticketID, { name: '%%first', create_time: '2026-11-21 10:00:00', history_type_id: 17 });
  await insertHistory(tests, ticketID, { name: '%%third', create_time: '2026-11-21 10:00:01' });
});

afterAll(() => tests.stop());

const read = (input: Data, call?: Call) => tests.run(ticketHistoryGet, input, call);

describe('TicketHistoryGet', () => {
  it('answers the entries of a ticket in their order, with twelve members', async () => {
    const [articleID] = await tests.query<{ id: number }>('select id from article where ticket_id = $1', [ticketID]);
    const entry = {
      TicketID: String(ticketID),
      QueueID: 4,
      OwnerID: 2,
      PriorityID: 3,
      StateID: 1,
      TypeID: 2,
      CreateBy: 2,
    };
    const created = { ...entry, HistoryType: 'NewTicket', HistoryTypeID: 1, CreateTime: '2026-11-21 10:00:01' };
    const locked = { ...entry, HistoryType: 'Lock', HistoryTypeID: 17, CreateTime: '2026-11-21 10:00:00' };
    expect(await read({ TicketID: ticketID })).toEqual({
      TicketHistory: [
        {
          TicketID: String(ticketID),
          History: [
            { ...locked, Name: '%%first', ArticleID: 0 },
            { ...created, Name: '%%second', ArticleID: articleID?.id },
            { ...created, Name: '%%third', ArticleID: 0 },
          ],
        },
      ],
    });
  });

  it.each([
    ['a number', (id: number) => id, (id: number) => [String(id)]],
    ['a text with blanks', (id: number) => `1, ${id}`, (id: number) => ['1', String(id)]],
    ['a list', (id: number) => [id, '1', id], (id: number) => [id, '1', id]],
  ])('answers the ids of tickets as they were sent: %s', async (...[, send, expected]) => {
    const output = await read({ TicketID: send(ticketID) });
    const histories = output.TicketHistory as readonly Data[];
    expect(histories.map((history) => history.TicketID)).toEqual(expected(ticketID));
  });

  it.each([
    ['nobody', 1, undefined, 'TicketHistoryGet.AuthFail | TicketHistoryGet: Authorization failing!'],
    ['customers', 1, CUSTOMER, 'TicketHistoryGet.AuthFail | TicketHistoryGet: User needs to an Agent!'],
    [
      'nothing',
      undefined,
      AGENT,
      'TicketHistoryGet.MissingParameter | TicketHistoryGet: TicketID parameter is missing!',
    ],
    [
      'objects',
      {},
      AGENT,
      'TicketHistoryGet.WrongStructure | TicketHistoryGet: Structure for TicketID is not correct!',
    ],
    [
      'unknown tickets',
      '1,abc',
      AGENT,
      'TicketHistoryGet.AccessDenied | TicketHistoryGet: User does not have access to the ticket abc!',
    ],
    [
      'forbidden tickets',
      1,
      STRANGER,
      'TicketHistoryGet.AccessDenied | TicketHistoryGet: User does not have access to the ticket 1!',
    ],
  ])('refuses %s', async (...[, id, caller, expected]) => {
    expect(await tests.failure(ticketHistoryGet, { TicketID: id }, { caller })).toBe(expected);
  });

  it('does not accept a list as body', async () => {
    await expect(tests.run(ticketHistoryGet, [])).rejects.toThrow(
      'TicketHistoryGet takes a JSON object, but the body is a list.',
    );
  });

  it('follows the contract: one list of entries, each with its ticket', async () => {
    const output = await read({ TicketID: ['1', `${ticketID}`] }, { profile: 'contract' });
    const entries = output.History as readonly Data[];
    expect(entries.map((entry) => entry.TicketID)).toEqual([1, ticketID, ticketID, ticketID]);
    expect(Object.keys(output)).toEqual(['History']);
  });

  it('takes two statements for any number of tickets', async () => {
    const texts: string[] = [];
    const context = { ...tests.context(ticketHistoryGet, {}), database: countingDatabase(tests.test.database, texts) };
    await ticketHistoryGet.run({ TicketID: [1, ticketID] }, context);
    expect(texts).toHaveLength(2);
  });
});
