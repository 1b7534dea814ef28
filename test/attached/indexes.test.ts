import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Logger } from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, startTestServer, type TestDatabase } from '../support/index.js';
import pg from 'pg';

import { runCommand } from '../../packages/ticketgate/test/run-command.js';

const SEED = join(import.meta.dirname, '..', '..', '..', 'shared', 'oracle', 'seed.sql.gz');
const isThere = existsSync(SEED);
if (!isThere) process.stderr.write("skipped: a host's database (../shared/oracle/seed.sql.gz) is not here\n");

const TICKETS = 4_000;
const SEARCH = "explain select id from ticket where lower(title) = 'ticket 77'";

(isThere ? describe : describe.skip)('ticketgate indexes, attached to the database of a host', () => {
  let test: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-indexes-'));
    test = await startTestDatabase({ migrations: [] });
    await withClient(async (client) => {
      await client.query(gunzipSync(readFileSync(SEED)).toString('utf8'));
      await client.query(
        `insert into public.ticket (tn, title, queue_id, ticket_lock_id, type_id, user_id, responsible_user_id,
           ticket_priority_id, ticket_state_id, timeout, until_time, escalation_time, escalation_update_time,
           escalation_response_time, escalation_solution_time, archive_flag, create_time, create_by, change_time, change_by)
         select 'n' || n, 'Ticket ' || n, 1, 1, 1, 1, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, now(), 1, now(), 1
         from generate_series(1, $1::integer) n`,
        [TICKETS],
      );
      await client.query('analyze public.ticket');
    });
    await runCommand(['migrate'], { environment: { DATABASE_URL: test.url } });
  });

  afterAll(async () => {
    await test.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const indexes = async (option = '') => {
    const environment = { DATABASE_URL: test.url, TICKETGATE_DATA: folder };
    const { code, output, log } = await runCommand(['indexes', option].filter(Boolean), { environment });
    expect([code, log]).toEqual([0, expect.any(String)]);
    return { output, log };
  };
  /** As docs/attached.md says. */
  const dropMade = async () => {
    const made = await test.database.query<{ statement: string }>(
      `select format('drop index concurrently public.%I', indexname) as statement
       from pg_indexes where indexname like 'ticketgate\\_%' and schemaname = 'public'`,
    );
    for (const { statement } of made) await test.database.query(statement);
  };
  const withClient = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const definitions = async () =>
    (
      await test.database.query<{ indexdef: string }>(
        'select indexdef from pg_indexes where schemaname = $1 order by 1',
        ['public'],
      )
    ).map(({ indexdef }) => indexdef);
  const plan = async () =>
    (await test.database.query<{ 'QUERY PLAN': string }>(SEARCH)).map((row) => row['QUERY PLAN']).join('\n');

  it('lists those that are missing, and changes nothing', async () => {
    const before = await definitions();
    const { output } = await indexes();
    expect(output).toMatch(/^ticket_title_lower +missing +TicketSearch by Title$/m);
    expect(output).toMatch(/^ticket_create_time +present +\d+ kB +TicketSearch/m);
    expect(output).toMatch(/^debug_log_content_entry +missing /m);
    expect(output).toMatch(/^\d+ indexes are missing\./m);
    expect(await definitions()).toEqual(before);
  });

  it('creates them under names of their own, so that searches use them', async () => {
    const before = await definitions();
    expect(await plan()).toContain('Seq Scan on ticket');
    const made = await indexes('--apply');
    expect(made.output).toMatch(/^made ticketgate_ticket_title_lower$/m);
    expect(made.log).toMatch(/^1 of \d+: \w+ on \w+ …$/m);
    expect(await plan()).toContain('ticketgate_ticket_title_lower');
    expect((await indexes()).output).toMatch(/^No index is missing\.$/m);
    expect((await indexes('--apply')).output).toBe('No index was missing.\n');
    await dropMade();
    expect(await definitions()).toEqual(before);
  });

  it('continues after an interruption that left an invalid index', async () => {
    await withClient(async (client) => {
      const failing = 'create unique index concurrently ticketgate_ticket_title_lower on public.ticket (archive_flag)';
      await expect(client.query(failing)).rejects.toThrow('could not create unique index');
    });
    expect((await indexes()).output).toMatch(/^ticket_title_lower +unfinished /m);
    await indexes('--apply');
    expect((await indexes()).output).toMatch(/^No index is missing\.$/m);
    await dropMade();
  });

  it('creates what it may, and names what PostgreSQL refuses (Database.IndexNotMade)', async () => {
    const role = `reader_${process.pid}`;
    await test.database.query(`create role ${role} login password 'reader-Passw0rd'`);
    await test.database.query(`grant create on database ${new URL(test.url).pathname.slice(1)} to ${role}`);
    await test.database.query(`grant all on all tables in schema public, ticketgate to ${role}`);
    await test.database.query(`grant usage on all sequences in schema public to ${role}`);
    await test.database.query(`grant all on schema ticketgate to ${role}`);
    const url = Object.assign(new URL(test.url), { username: role, password: 'reader-Passw0rd' });
    try {
      const environment = { DATABASE_URL: url.href, TICKETGATE_DATA: folder };
      const { code, log } = await runCommand(['indexes', '--apply'], { environment });
      expect(code).toBe(1);
      expect(log).toContain('ticket_title_lower (must be owner of table ticket)');
      expect(log).toContain('ticketgate indexes --print');
    } finally {
      await test.database.query(`drop owned by ${role}`);
      await test.database.query(`drop role ${role}`);
    }
  });

  it('prints a script that does the same', async () => {
    const { output } = await indexes('--print');
    const statements = output.split('\n').filter((line) => line.endsWith(';'));
    await withClient(async (client) => {
      for (const statement of statements) await client.query(statement);
    });
    expect((await indexes()).output).toMatch(/^No index is missing\.$/m);
  });
});

describe('a stand-alone system', () => {
  it('has all indexes that requests rely on', async () => {
    const warnings: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (text) => void warnings.push(text), child: () => logger };
    const server = await startTestServer({ logger });
    await server.stop();
    expect(warnings.filter((text) => text.includes('indexes'))).toEqual([]);
  });
});
