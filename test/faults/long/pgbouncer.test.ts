import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, openDatabase } from '@ticketgate/database/postgres';
import {
  DatabaseRoad,
  makeServerFolder,
  runTicketgate,
  silentLogger,
  startServerProcess,
  startTestDatabase,
  type TestDatabase,
  untilTrue,
} from '../../support/index.js';

import { debianPackagesMissing } from '../../tools/debian-packages.js';
import { startPgbouncer, type Pgbouncer } from '../../tools/pgbouncer.js';
import { startReplication } from '../../tools/replication.js';

const TICKET = { Title: 'Lamp', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'Dark', Body: 'No light.', ContentType: 'text/plain' };
const REQUESTS = 200;

interface TicketAnswer {
  readonly TicketID?: number;
  readonly Ticket?: readonly object[];
}

const missing = debianPackagesMissing('pgbouncer');
const describeIfThere = missing === undefined ? describe : describe.skip;

describeIfThere(`a gateway behind PgBouncer${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  const folder = makeServerFolder();
  let test: TestDatabase;
  let pooler: Pgbouncer | undefined;
  /** Ends what a test has opened beside them. */
  const opened: (() => unknown)[] = [];

  beforeEach(async () => {
    test = await startTestDatabase({ migrations: [] });
  });

  afterEach(async () => {
    for (const stop of opened.splice(0).reverse()) await stop();
    await pooler?.stop();
    await test.stop();
  });

  afterAll(() => {
    folder.remove();
  });

  /** Tickets made and found by many clients at a time, and how the answers were. */
  async function serve(configuration: string, url: string): Promise<readonly string[]> {
    const server = await startServerProcess(folder.path, {
      configuration: `${configuration}\nSettings: { CheckMXRecord: 0 }\n`,
      environment: { DATABASE_URL: url, TICKETGATE_DATA: join(folder.path, 'data') },
    });
    const login = { UserLogin: 'api_agent', Password: server.rootPassword };
    const post = async (path: string, body: object) => {
      const init = { method: 'POST', body: JSON.stringify({ ...login, ...body }) };
      const response = await fetch(`${server.url}/connector/${path}`, init);
      return `${path} ${response.status} ${(await response.text()).includes('"Error"') ? 'error' : 'fine'}`;
    };
    const work = async (index: number) => [
      await post('ticket-create', { Ticket: TICKET, Article: ARTICLE }),
      await post('ticket-search', { Title: '*amp*', Limit: 5 }),
      await post('ticket-get', { TicketID: (index % 20) + 1 }),
    ];
    await post('ticket-create', { Ticket: TICKET, Article: ARTICLE });
    const answers: string[] = [];
    for (let done = 0; done < REQUESTS; done += 40) {
      answers.push(...(await Promise.all(Array.from({ length: 40 }, (_, index) => work(done + index)))).flat());
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    return [...new Set(answers)].sort();
  }

  const FINE = ['ticket-create 200 fine', 'ticket-get 200 fine', 'ticket-search 200 fine'];

  it('serves in session mode without any setting', async () => {
    pooler = await startPgbouncer(test.url, 'session');
    expect(await serve('', pooler.url)).toEqual(FINE);
  });

  it('serves in transaction mode, without named statements and with the settings of the role', async () => {
    pooler = await startPgbouncer(test.url, 'transaction');
    const configuration = `database: { pooling: transaction, directUrl: '${test.url}' }`;
    const refused = await runTicketgate(['migrate'], {
      environment: { DATABASE_URL: pooler.url, TICKETGATE_CONFIG: await written(configuration) },
    });
    expect([refused.code, refused.log]).toEqual([2, expect.stringContaining('lack settings')]);
    // The remedy of the message itself.
    for (const statement of refused.log.match(/alter role .*?;/g) ?? []) await test.database.query(statement);
    await pooler.stop();
    pooler = await startPgbouncer(test.url, 'transaction');
    expect(await serve(configuration, pooler.url)).toEqual(FINE);
  });

  it('refuses transaction mode where the configuration says session', async () => {
    pooler = await startPgbouncer(test.url, 'transaction');
    const opening = openDatabase({ url: pooler.url, logger: silentLogger });
    await expect(opening).rejects.toMatchObject({ code: 'Database.PoolerUnfit' });
  });

  it('is unavailable while PgBouncer has no server to give, and back with it', async () => {
    const road = new DatabaseRoad(test.url);
    await road.open();
    pooler = await startPgbouncer(road.url, 'session');
    const database = await openDatabase({ url: pooler.url, logger: silentLogger });
    const codes: unknown[] = [];
    const ask = () => database.query('select 1').catch((cause: unknown) => codes.push(errorCode(cause)));
    road.cut();
    while (codes.length < 20) await Promise.all([ask(), ask(), ask()]);
    road.mend();
    await untilTrue(async () => (await database.query('select 1')).length === 1, 30_000);
    await database.close();
    await road.close();
    expect(new Set(codes)).toEqual(new Set(['Database.Unavailable']));
  });

  it('ends searches in transaction mode after their own limit', async () => {
    const own = { statementTimeout: 30_000, searchTimeout: 300, pooling: 'transaction', directUrl: test.url } as const;
    const { user } = (await test.database.query<{ user: string }>('select quote_ident(current_user) as user'))[0] ?? {};
    const { name } = (await test.database.query<{ name: string }>('select current_database() as name'))[0] ?? {};
    const settings = ['TimeZone', 'search_path', 'statement_timeout', 'idle_in_transaction_session_timeout'];
    const values = ['UTC', 'public', '30000', '60000'];
    for (const [index, setting] of settings.entries())
      await test.database.query(`alter role ${user} in database ${name} set ${setting} = '${values[index]}'`);
    pooler = await startPgbouncer(test.url, 'transaction');
    const database = await openDatabase({ url: pooler.url, ...own, logger: silentLogger });
    const began = performance.now();
    const search = database.query('select pg_sleep(5)', [], { isSearch: true });
    await expect(search).rejects.toMatchObject({ code: 'Database.SearchTooSlow' });
    expect(performance.now() - began).toBeLessThan(2_000);
    await database.close();
  });

  it.each(['session', 'transaction'] as const)(
    'reads what was written from a standby that has a pooler of its own, in %s mode',
    async (mode) => {
      const own = makeServerFolder();
      const { primary, ...replication } = await startReplication(own.path);
      opened.push(
        () => own.remove(),
        () => replication.stop(),
      );
      const standby = await replication.addStandby('one', primary);
      const settings = { TimeZone: 'UTC', search_path: 'public', statement_timeout: 30_000 };
      for (const [name, value] of Object.entries({ ...settings, idle_in_transaction_session_timeout: 60_000 }))
        await primary.query(`alter role ticketgate in database ticketgate set ${name} = '${value}'`);
      await untilTrue(async () => (await standby.query('select from pg_db_role_setting')).length > 0);
      const [first, second] = [await startPgbouncer(primary.url, mode), await startPgbouncer(standby.url, mode)];
      opened.push(
        () => first.stop(),
        () => second.stop(),
      );
      const database = { pooling: mode, directUrl: primary.url, reads: { hosts: [second.url] } };
      const metrics = { token: 'a-token-of-24-characters' };
      const server = await startServerProcess(own.path, {
        configuration: JSON.stringify({ Settings: { CheckMXRecord: 0 }, metrics, database }),
        environment: { DATABASE_URL: first.url },
      });
      opened.push(() => server.stop());
      const login = { UserLogin: 'api_agent', Password: server.rootPassword };
      const call = async (path: string, data: object, method = 'POST') => {
        const body = JSON.stringify({ ...login, ...data });
        return (await (await fetch(`${server.url}/connector/${path}`, { method, body })).json()) as TicketAnswer;
      };
      const { TicketID } = await call('ticket-create', { Ticket: TICKET, Article: ARTICLE });
      for (let count = 0; count < 20; count += 1) {
        const Title = `Lamp ${count}`;
        await call('ticket-update', { TicketID, Ticket: { Title } }, 'PUT');
        expect((await call('ticket-get', { TicketID })).Ticket).toMatchObject([{ Title }]);
      }
      const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${metrics.token}` } });
      const reads = /^ticketgate_standby_reads\S*\{.*\} (\d+)$/m.exec(await response.text());
      expect(Number(reads?.[1])).toBeGreaterThan(15);
    },
  );

  async function written(text: string): Promise<string> {
    const path = join(folder.path, 'pooler.yml');
    await writeFile(path, text);
    return path;
  }
});
