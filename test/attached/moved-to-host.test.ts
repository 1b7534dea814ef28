import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startTestDatabase, startTestServer, type TestServer } from '../support/index.js';
import pg from 'pg';

const SEED = join(import.meta.dirname, '..', '..', '..', 'shared', 'oracle', 'seed.sql.gz');
const isThere = existsSync(SEED);
if (!isThere) process.stderr.write("skipped: a host's database (../shared/oracle/seed.sql.gz) is not here\n");

const TABLES = `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
const KEYS = `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;

interface Key {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** A ticket with an article, an attachment, a flag, booked time, history and a value. */
async function createTicket({ url, rootPassword }: TestServer): Promise<void> {
  const response = await fetch(`${url}/Webservice/GenericTicketConnectorREST/Ticket`, {
    method: 'POST',
    body: JSON.stringify({
      UserLogin: 'root@localhost',
      Password: rootPassword,
      Ticket: { Title: 'Moves', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
      Article: { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8', TimeUnit: 2 },
      DynamicField: { Name: 'Reference', Value: 'R-1' },
      Attachment: { Content: 'aGVsbG8=', ContentType: 'text/plain', Filename: 'a.txt' },
    }),
  });
  expect(await response.json()).toMatchObject({ TicketID: '2' });
}

(isThere ? describe : describe.skip)('the rows of a stand-alone database', () => {
  it('fit the tables and all foreign keys of a host', async () => {
    const webServices = {
      GenericTicketConnectorREST: readFileSync('config/webservices/GenericTicketConnectorREST.yml', 'utf8'),
    };
    const server = await startTestServer({ webServices });
    const host = await startTestDatabase({ migrations: [] });
    const client = new pg.Client({ connectionString: host.url });
    await client.connect();
    try {
      await server.database
        .query(`insert into dynamic_field (name, label, field_order, field_type, object_type, config, valid_id,
        create_time, create_by, change_time, change_by) values ('Reference', 'R', 1, 'Text', 'Ticket', '', 1, now(), 1, now(), 1)`);
      await server.system.snapshots.dropAll();
      await createTicket(server);
      await client.query(gunzipSync(readFileSync(SEED)).toString('utf8'));
      await client.query('set search_path = public');
      const { rows: keys } = await client.query<Key>(KEYS);
      expect(keys.length).toBeGreaterThan(150);
      for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
      const { rows: tables } = await client.query<{ name: string }>(TABLES);
      const ours = new Set((await server.database.query<{ name: string }>(TABLES)).map(({ name }) => name));
      for (const { name } of tables) {
        await client.query(`truncate ${name}`);
        if (ours.has(name)) await move(name, server, client);
      }
      for (const { table, name, definition } of keys)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    } finally {
      await client.end();
      await host.stop();
      await server.stop();
    }
  });
});

async function move(table: string, { database }: TestServer, client: pg.Client): Promise<void> {
  const [all] = await database.query<{ rows: unknown }>(`select jsonb_agg(to_jsonb(t))::text as rows from ${table} t`);
  await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    all?.rows ?? '[]',
  ]);
}
