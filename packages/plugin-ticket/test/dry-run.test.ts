import type { Data } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { AGENT, READER, TicketTests } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

const TICKET = {
  Title: 'Lamp',
  Type: 'Incident',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'customer@example.com',
};
const ARTICLE = { Subject: 'Dark', Body: 'No light.', ContentType: 'text/plain; charset=utf-8' };
const FILE = { Filename: 'a.txt', ContentType: 'text/plain', Content: 'QUJD' };

/** Rows of all tables that a ticket is made of. */
async function countRows(): Promise<readonly unknown[]> {
  const tables = [
    ...['ticket', 'ticket_history', 'ticket_number_counter', 'ticket_flag', 'article', 'article_data_mime'],
    ...['article_data_mime_attachment', 'article_search_index', 'dynamic_field_value', 'time_accounting'],
  ];
  return tests.query(tables.map((name) => `select '${name}' as name, count(*) from ${name}`).join(' union all '));
}

describe('a dry run of TicketCreate', () => {
  it.each(['otobo', 'contract'] as const)(
    'answers the ticket as it would be and writes nothing, profile %s',
    async (profile) => {
      const before = await countRows();
      const input = { DryRun: 1, Ticket: TICKET, Article: ARTICLE, Attachment: FILE };
      const answer = await tests.run(ticketCreate, input, { profile });
      expect(Object.keys(answer)).toEqual(['DryRun', 'Ticket']);
      expect(answer).toMatchObject({
        DryRun: 1,
        Ticket: { Title: 'Lamp', Queue: 'Misc', Owner: AGENT.login, Article: { Subject: 'Dark', Attachment: [FILE] } },
      });
      expect((answer.Ticket as Data).Article).toHaveProperty('SenderTypeID', profile === 'contract' ? 1 : '1');
      expect(answer.Ticket).not.toHaveProperty('TicketID');
      expect(answer.Ticket).not.toHaveProperty('TicketNumber');
      expect((answer.Ticket as Data).Article).not.toHaveProperty('ArticleID');
      expect(await countRows()).toEqual(before);
    },
  );

  it('fails as the request itself would', async () => {
    const wrong = { Ticket: { ...TICKET, Queue: 'Nowhere' }, Article: ARTICLE };
    const failure = await tests.failure(ticketCreate, { DryRun: '1', ...wrong });
    expect(failure).toContain('TicketCreate.InvalidParameter');
    expect(failure).toBe(await tests.failure(ticketCreate, wrong));
  });

  it.each([0, '0', false])('is off where DryRun is %p', async (DryRun) => {
    const answer = await tests.run(ticketCreate, { DryRun, Ticket: TICKET, Article: ARTICLE });
    expect(answer).toHaveProperty('TicketNumber');
  });

  it.each(['maybe', 'constructor', '', null])('refuses an unclear DryRun: %j', async (DryRun) => {
    expect(await tests.failure(ticketCreate, { DryRun, Ticket: TICKET, Article: ARTICLE })).toBe(
      `TicketCreate.InvalidParameter | TicketCreate: DryRun is ${JSON.stringify(DryRun)}; use 0, 1, true or false.`,
    );
  });
});

describe('a dry run of TicketUpdate', () => {
  const change = { Ticket: { State: 'open', Title: 'Changed' }, Article: ARTICLE };

  it('answers the ticket as it would be and writes nothing', async () => {
    const id = await tests.ticket();
    const before = await countRows();
    const answer = await tests.run(ticketUpdate, { TicketID: id, DryRun: true, ...change });
    expect(answer).toMatchObject({
      TicketID: id,
      DryRun: 1,
      Ticket: { TicketID: id, Title: 'Changed', State: 'open', Article: { Subject: 'Dark' } },
    });
    expect((answer.Ticket as Data).Article).not.toHaveProperty('ArticleID');
    expect(await countRows()).toEqual(before);
    expect(await tests.query('select title from ticket where id = $1', [id])).toEqual([{ title: 'Printer on fire' }]);
  });

  it('needs the permissions of the change', async () => {
    const id = await tests.ticket();
    expect(await tests.failure(ticketUpdate, { TicketID: id, DryRun: 1, ...change }, { caller: READER })).toContain(
      'TicketUpdate.AccessDenied',
    );
  });

  it('writes nothing within a transaction that goes on either', async () => {
    const id = await tests.ticket();
    await tests.test.database.withTransaction(async (database) => {
      await tests.run(ticketUpdate, { TicketID: id, DryRun: 1, ...change }, { database });
      expect(await database.query('select title from ticket where id = $1', [id])).toEqual([
        { title: 'Printer on fire' },
      ]);
      await database.query(`update ticket set title = 'Kept' where id = $1`, [id]);
    });
    expect(await tests.query('select title from ticket where id = $1', [id])).toEqual([{ title: 'Kept' }]);
  });
});
