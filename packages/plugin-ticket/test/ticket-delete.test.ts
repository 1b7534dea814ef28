import type { Data } from '@ticketgate/sdk';

import { ticketDelete } from '../src/operations/ticket-delete.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { BOSS, CUSTOMER, READER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

const remove = (input: Data, call?: Call) => tests.run(ticketDelete, input, call);
const failure = (input: unknown, call?: Call) => tests.failure(ticketDelete, input, call);

/** A ticket with something in every table that tickets have rows in. */
async function fullTicket(): Promise<number> {
  const id = await tests.ticket();
  const article = { Subject: 's', Body: 'printer on fire', ContentType: 'text/plain; charset=utf-8', TimeUnit: 2 };
  const answer = await tests.run(ticketUpdate, {
    TicketID: id,
    Ticket: { Title: 'x' },
    Article: article,
    DynamicField: [
      { Name: 'Tags', Value: ['red', 'blue'] },
      { Name: 'ArticleRef', Value: 'r' },
    ],
    Attachment: { Content: 'aGVsbG8=', ContentType: 'text/plain', Filename: 'a.txt' },
  });
  const stamp = `'2026-11-21 00:00:00', 1, '2026-11-21 00:00:00', 1`;
  const more: readonly string[] = [
    `insert into link_relation select o.id, $1::text, o.id, '1', 1, 1, '2026-11-21 00:00:00', 1 from link_object o where o.name = 'Ticket'`,
    `insert into link_relation select f.id, '7', t.id, $1::text, 1, 1, '2026-11-21 00:00:00', 1 from link_object f, link_object t where f.name = 'FAQ' and t.name = 'Ticket'`,
    `insert into link_relation select f.id, $1::text, f.id, '1', 1, 1, '2026-11-21 00:00:00', 1 from link_object f where f.name = 'FAQ'`,
    `insert into ticket_watcher values ($1::bigint, 6, ${stamp})`,
    `insert into ticket_flag values ($1::bigint, 'Seen', '1', '2026-11-21 00:00:00', 6)`,
    `insert into time_accounting (ticket_id, time_unit, create_time, create_by, change_time, change_by) values ($1::bigint, 1, ${stamp})`,
    `insert into ticket_lock_index values ($1::bigint)`,
    `insert into article_version (ticket_id, source_article_id, version_create_by, version_create_time) values ($1::bigint, 1, 1, '2026-11-21 00:00:00')`,
  ];
  for (const statement of more) await tests.query(statement, [id]);
  await tests.query(
    `insert into article_data_mime_plain (article_id, body, create_time, create_by, change_time, change_by) values ($1, 'x', ${stamp})`,
    [answer.ArticleID],
  );
  await tests.query(
    `insert into mail_queue (article_id, attempts, recipient, raw_message, create_time) values ($1, 0, 'x', 'x', '2026-11-21 00:00:00')`,
    [answer.ArticleID],
  );
  return id;
}

const ROWS = {
  dynamic_field_value: 3,
  link_relation: 2,
  ticket_lock_index: 1,
  article_search_index: 4,
  ticket_watcher: 1,
  ticket_flag: 1,
  article_version: 1,
  ticket_history: 6,
  article_data_mime_attachment: 1,
  article_data_mime_plain: 1,
  article_data_mime: 1,
  time_accounting: 2,
  article_flag: 1,
  mail_queue: 1,
  article: 1,
  ticket: 1,
};

/** How many rows each table of the database has. */
async function counts(): Promise<Readonly<Record<string, number>>> {
  const tables = await tests.query<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'ticketgate') order by 1",
  );
  expect(tables.length).toBeGreaterThan(40);
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await tests.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    rows[name.replace(/^.*\./, '')] = row?.count ?? 0;
  }
  return rows;
}

describe('TicketDelete', () => {
  it.each<[Data, string, Call?]>([
    [{ TicketID: 1 }, 'TicketDelete.AuthFail | TicketDelete: Authorization failing!', { caller: undefined }],
    [{ TicketID: 1 }, 'TicketDelete.AuthFail | TicketDelete: User needs to be an agent!', { caller: CUSTOMER }],
    [{}, 'TicketDelete.MissingParameter | TicketDelete: TicketID parameter is missing!'],
    [{ TicketID: '0' }, 'TicketDelete.MissingParameter | TicketDelete: TicketID parameter is missing!'],
    [{ TicketID: { a: 1 } }, 'TicketDelete.WrongStructure | TicketDelete: Structure for TicketID is not correct!'],
    [{ TicketID: [] }, 'TicketDelete.WrongStructure | TicketDelete: Structure for TicketID is not correct!'],
    [
      { TicketID: Array.from({ length: 1001 }, (_, index) => index + 1) },
      'TicketDelete.WrongStructure | TicketDelete: TicketID names 1001 tickets; delete at most 1000 at once.',
    ],
    [{ TicketID: '1,999999' }, 'TicketDelete.AccessDenied | TicketDelete: User does not have access to the ticket!'],
    [{ TicketID: 'abc' }, 'TicketDelete.AccessDenied | TicketDelete: User does not have access to the ticket!'],
    [
      { TicketID: 1 },
      'TicketDelete.AccessDenied | TicketDelete: User does not have access to the ticket!',
      { caller: READER },
    ],
    [
      { TicketID: 1, DryRun: 1 },
      'TicketDelete.AccessDenied | TicketDelete: User does not have access to the ticket!',
      { caller: STRANGER },
    ],
  ])('refuses %j: %s', async (...[input, expected, call]) => {
    expect(await failure(input, call)).toBe(expected);
    expect(await tests.query('select id from ticket where id = 1')).toHaveLength(1);
  });

  it('shows what would be deleted, and deletes exactly that', async () => {
    const before = await counts();
    const id = await fullTicket();
    const full = await counts();
    const [ticket] = await tests.query('select id from ticket where id = $1', [id]);
    expect(ticket).toEqual({ id });
    expect(await remove({ TicketID: String(id), DryRun: '1' })).toEqual({ DryRun: ROWS });
    expect(await counts()).toEqual(full);
    expect(await remove({ TicketID: [id, String(id)] })).toEqual({});
    // A link between two other objects that happens to have the same key stays.
    expect(await counts()).toEqual({ ...before, link_relation: (before.link_relation ?? 0) + 1 });
  });

  it('deletes all tickets or none', async () => {
    const own = await tests.ticket();
    const restricted = await tests.ticket({ queue_id: 6, user_id: 6, responsible_user_id: 6 });
    expect(await failure({ TicketID: [own, restricted] })).toBe(
      'TicketDelete.AccessDenied | TicketDelete: User does not have access to the ticket!',
    );
    expect(await tests.query('select id from ticket where id = any($1)', [[own, restricted]])).toHaveLength(2);
    await remove({ TicketID: `${own}, ${restricted}` }, { caller: BOSS });
    expect(await tests.query('select id from ticket where id = any($1)', [[own, restricted]])).toEqual([]);
  });

  it('deletes nothing when the database refuses a part', async () => {
    const id = await fullTicket();
    await tests.query('create table blocker (ticket_id bigint references ticket (id))');
    await tests.query('insert into blocker values ($1)', [id]);
    const full = await counts();
    expect(await failure({ TicketID: id })).toMatch(/blocker/);
    expect(await counts()).toEqual(full);
    await tests.query('drop table blocker');
    expect(await remove({ TicketID: id })).toEqual({});
  });

  it('works on systems that lack some of the tables', async () => {
    const id = await fullTicket();
    await tests.query('drop table article_version cascade');
    await tests.query('drop table calendar_appointment_ticket');
    await tests.readTables();
    expect(await remove({ TicketID: id, DryRun: 1 })).toMatchObject({ DryRun: { ticket: 1, ticket_history: 6 } });
    expect(await remove({ TicketID: id })).toEqual({});
  });

  it('reads flags strictly in profile contract', async () => {
    const contract = { profile: 'contract' as const };
    expect(await failure({ TicketID: 1, DryRun: 2 }, contract)).toBe(
      'TicketDelete.InvalidParameter | TicketDelete: DryRun is 2; use 0, 1, true or false.',
    );
    expect(await remove({ TicketID: 1, DryRun: 'true' }, contract)).toMatchObject({ DryRun: { ticket: 1 } });
  });
});
