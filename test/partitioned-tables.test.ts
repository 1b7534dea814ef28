import { makeServerFolder, startServerProcess, startTestDatabase, type ServerProcess } from './support/index.js';

const TABLES = ['ticket_history', 'article_data_mime'];
const TICKET = { Title: 'Lamp', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };

/** By ranges of ids, as docs/several-machines.md says: what there is, and what comes. */
function partition(table: string): readonly string[] {
  const statements = `
    alter table ${table} rename to ${table}_old;
    create table ${table} (like ${table}_old including all) partition by range (id);
    alter table ${table}_old alter id drop identity if exists;
    alter table ${table} attach partition ${table}_old for values from (minvalue) to (100);
    create table ${table}_new partition of ${table} for values from (100) to (maxvalue);
    alter table ${table} alter id restart with 99`;
  return statements.split(';');
}

describe('tables that were partitioned by ranges of ids', () => {
  const folder = makeServerFolder();
  let test: Awaited<ReturnType<typeof startTestDatabase>>;
  let server: ServerProcess;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    server = await startServerProcess(folder.path, { environment: { DATABASE_URL: test.url } });
  });

  afterAll(async () => {
    await server.stop();
    await test.stop();
    folder.remove();
  });

  async function call(path: string, data: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${server.url}/connector/${path}`, {
      method: path === 'ticket-update' ? 'PUT' : 'POST',
      body: JSON.stringify({ UserLogin: 'api_agent', Password: server.rootPassword, ...data }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect([response.status, answer.Error]).toEqual([200, undefined]);
    return answer;
  }

  it('are written, read, searched and changed as before, on both sides of the border', async () => {
    const create = async (Body: string) =>
      (await call('ticket-create', { Ticket: TICKET, Article: { Subject: 'Dark', Body, ContentType: 'text/plain' } }))
        .TicketID;
    const tickets = [await create('before')];
    for (const statement of TABLES.flatMap(partition)) await test.database.query(statement);
    for (const Body of ['first', 'second', 'third']) tickets.push(await create(Body));
    for (const TicketID of tickets) {
      const Article = { Subject: 'More', Body: `more of ${String(TicketID)}`, ContentType: 'text/plain' };
      await call('ticket-update', { TicketID, Ticket: { Title: 'Changed' }, Article });
      const { Ticket } = await call('ticket-get', { TicketID, AllArticles: 1 });
      expect(Ticket).toMatchObject([{ Title: 'Changed', Article: [{}, { Body: Article.Body }] }]);
      // Through the history.
      const found = await call('ticket-search', { TicketID, TicketChangeTimeNewerMinutes: 60 });
      expect((found.TicketID as unknown[]).map(String)).toEqual([String(TicketID)]);
    }
    for (const table of TABLES) {
      const parts = await test.database.query(
        `select distinct tableoid::regclass::text as part from ${table} order by 1`,
      );
      expect(parts).toEqual([{ part: `${table}_new` }, { part: `${table}_old` }]);
    }
  });
});
