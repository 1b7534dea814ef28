import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@ticketgate/database';
import type { Migration } from '@ticketgate/sdk';
import { runTicketgate, startTestDatabase, untilTrue, type TestDatabase } from '../support/index.js';
import type { Configuration } from '@ticketgate/runtime';
import type { RunningServer } from 'ticketgate';

import { AdminClient } from '../admin/admin-client.js';
import { catalogueOf, RECORDED_HOSTS, restoreHost } from './recorded-hosts.js';
import { ACCOUNT_LISTS, startAttached } from './start-attached.js';

const [otobo] = RECORDED_HOSTS.filter(({ profile }) => profile === 'otobo');

(otobo === undefined ? describe.skip : describe)('a server that is attached to the database of a host', () => {
  let test: TestDatabase;
  let server: RunningServer;
  let folder: string;
  let before: string;

  const fingerprint = async () => {
    const rows = await catalogueOf(test.database);
    expect(rows.length).toBeGreaterThan(1000);
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  };

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    if (otobo !== undefined) await restoreHost(test.url, otobo);
    await test.database.query(
      `update public.gi_webservice_config set config = replace(config, 'DebugThreshold: error', 'DebugThreshold: debug')`,
    );
    before = await fingerprint();
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-attached-'));
    server = await start([]);
  });

  const start = (apply: Configuration['apply']) => startAttached({ folder, url: test.url }, { apply });

  afterAll(async () => {
    await server.stop();
    await test.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves its web services to its agents, and changes the definition of no table', async () => {
    const service = `${server.url}/otobo/nph-genericinterface.pl/Webservice/GenericTicketConnectorREST`;
    const post = async (path: string, body: object) =>
      (await (await fetch(service + path, { method: 'POST', body: JSON.stringify(body) })).json()) as Record<
        string,
        unknown
      >;
    const { SessionID } = await post('/Session', { UserLogin: 'apiagent', Password: 'secret-Passw0rd' });
    expect(SessionID).toMatch(/^\d{39}$/);
    const ticket = {
      Title: 'Attached',
      Queue: 'Misc',
      State: 'new',
      Priority: '3 normal',
      CustomerUser: 'jane',
      Type: 'Incident',
    };
    const article = { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8' };
    expect(await post('/Ticket', { SessionID, Ticket: ticket, Article: article })).toMatchObject({ TicketID: '2' });
    expect(server.report.services.map(({ name }) => name).sort()).toEqual([
      'GenericTicketConnectorREST',
      'OpenTicketAI',
      'SmallMax',
    ]);
    expect(await fingerprint()).toBe(before);
  });

  it('leaves the schema of the host alone when a step of a plugin names no schema', async () => {
    const step = {
      name: 'visits/001-visit',
      why: 'A plugin keeps visits of agents.',
      schema: 'ticketgate',
      up: async (database) => {
        await database.query('create table visit (user_id integer references users (id))');
      },
    } satisfies Migration;
    await migrate(test.database, [step], { isAttached: true });
    expect(await fingerprint()).toBe(before);
    expect(await test.database.query('select user_id from ticketgate.visit')).toEqual([]);
  });

  it('records requests line by line, because the viewer of the host shows them as stored', async () => {
    const recorded = () =>
      test.database.query<{ content: string }>(
        `select content from gi_debugger_entry_content where subject = 'Outgoing data before mapping'`,
      );
    await untilTrue(async () => (await recorded()).length > 0);
    expect((await recorded())[0]?.content).toMatch(/^\{\n {2}"SessionID": "\*+"\n\}$/);
  });

  it('has no documentation of its web services unless somebody wants it', async () => {
    const paths = ['/docs/', '/docs/GenericTicketConnectorREST/', '/docs/GenericTicketConnectorREST/openapi.json'];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(server.url + path)).status));
    expect(statuses).toEqual([404, 404, 404]);
  });

  it('refuses to back it up, and says which tools to use (Server.BackupAttached)', async () => {
    const environment = { DATABASE_URL: test.url };
    const { code, log } = await runTicketgate(['backup', join(folder, 'host.sql.gz')], { environment });
    expect([code, log]).toEqual([2, expect.stringContaining('This database belongs to a host system')]);
    expect(existsSync(join(folder, 'host.sql.gz'))).toBe(false);
  });

  it('lets administrators look at everything, and change nothing that belongs to the host', async () => {
    const client = new AdminClient(server.url);
    await client.logIn('root@localhost', 'root');
    expect(await client.get('GET /system')).toMatchObject({ isAttached: true, mayPublish: false });
    for (const path of ['/services', ...ACCOUNT_LISTS, '/sessions'])
      expect((await client.get(`GET ${path}`)).items).toEqual(expect.any(Array));
    const clone = { body: { name: 'Copied' } };
    expect(await client.fail('POST /services/SmallMax/clone', clone)).toBe('403 Admin.PublishNotAllowed');
    const group = { body: { name: 'copied', members: {} } };
    expect(await client.fail('POST /catalogue/Groups', group)).toBe('403 Admin.CatalogueReadOnly');
    const password = { body: { password: 'another-Passw0rd' } };
    expect(await client.fail('PUT /agents/apiagent/password', password)).toBe('403 Accounts.ReadOnly');
  });

  it('publishes web services where the operator lists them below apply, and warns of the cache of the host', async () => {
    const publishing = await start(['webServices']);
    try {
      const client = new AdminClient(publishing.url);
      await client.logIn('root@localhost', 'root');
      const { warnings } = await client.get('POST /services/SmallMax/clone', { body: { name: 'Copied' } });
      expect(warnings).toEqual([expect.stringMatching(/^The host keeps definitions in its cache: /)]);
    } finally {
      await publishing.stop();
    }
  });

  it('leaves the password of root@localhost alone', async () => {
    const rows = await test.database.query<{ pw: string }>(`select pw from users where login = 'root@localhost'`);
    expect(rows[0]?.pw).toBe(createHash('sha256').update('root').digest('hex'));
  });
});
