import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsMigrations } from '@ticketgate/accounts';
import { databaseMigrations, ServiceStore } from '@ticketgate/database';
import { FAMILY_TABLES } from '@ticketgate/database/postgres';
import { startTestDatabase, type TestDatabase } from '../support/index.js';
import { defaultConfiguration, loadPlugins } from '@ticketgate/runtime';
import { renderStartReport, type RunningServer } from 'ticketgate';

import { runCommand } from '../../packages/ticketgate/test/run-command.js';
import { Remote } from '../../packages/runtime/test/invokers/remote.js';
import { AdminClient } from '../admin/admin-client.js';
import { startAttached } from './start-attached.js';

const ROOT = join(import.meta.dirname, '..', '..');
const NAME = 'GenericTicketConnectorREST';
const DEFINITION = readFileSync(join(ROOT, 'config', 'webservices', `${NAME}.yml`), 'utf8');
const CALLER = (url: string) => `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config: { Host: '${url}', DefaultCommand: POST, Timeout: '10', InvokerControllerMapping: { Tell: { Controller: "/told/:Event" } } }
  Invoker: { Tell: { Type: Generic::PassThrough, Events: [{ Event: TicketCreate }] } }
`;
/** As hosts store "root". */
const SHA256 = '4813494d137e1631bba301d5acab6e7bb7aa74ce1185d456565ef51d737677b2';

/** Names and definitions of everything in the schema of the host. */
const CATALOGUE = `
select 'column' as kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as text
from information_schema.columns where table_schema = 'public'
union all select 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid)
from pg_constraint where connamespace = 'public'::regnamespace
union all select 'index', indexdef from pg_indexes where schemaname = 'public'
union all select 'trigger', tgrelid::regclass || ' ' || tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
where not tgisinternal and relnamespace = 'public'::regnamespace
order by 1, 2`;

/** For checkouts without the recorded database of a host: its tables are ours, but nothing else in it is. */
describe('a server that is attached to tables which it has not made', () => {
  let test: TestDatabase;
  let server: RunningServer;
  let folder: string;
  let before: readonly unknown[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-stand-in-'));
    const defaults = defaultConfiguration(folder);
    const { plugins } = await loadPlugins(defaults.plugins, folder);
    const migrations = [
      ...databaseMigrations,
      ...accountsMigrations,
      ...plugins.flatMap((plugin) => plugin.migrations ?? []),
    ];
    test = await startTestDatabase({ migrations });
    const { database } = test;
    const service = { name: NAME, config: DEFINITION, userID: 1, time: '2026-11-22 10:00:00' };
    await new ServiceStore(database).save(service);
    await database.query(`update users set pw = $1 where login = 'root@localhost'`, [SHA256]);
    await database.query('drop schema ticketgate cascade');
    before = await database.query(CATALOGUE);
    writeFileSync(join(folder, 'Applied.yml'), DEFINITION);
    const webServices = { ...defaults.webServices, folder };
    server = await startAttached({ folder, url: test.url }, { webServices });
  });

  afterAll(async () => {
    await server.stop();
    await test.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const createTicket = async ({ url }: RunningServer) => {
    const Ticket = { Title: 'Ink', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
    const Article = { Subject: 'Ink', Body: 'It is empty.', ContentType: 'text/plain; charset=utf-8' };
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: 'root', Ticket, Article });
    const response = await fetch(`${url}/Webservice/${NAME}/Ticket`, { method: 'POST', body });
    return response.json();
  };

  it('has the tables that hosts are compared with', async () => {
    const rows = await test.database.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(column_name, ' ' order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'public' and table_name not like 'faq%' group by 1`,
    );
    expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(FAMILY_TABLES);
    expect(server.report.system.differences).toEqual([]);
  });

  it('serves its web services to its agents, applies no file, and changes the definition of no table', async () => {
    expect(server.report.services.map(({ name }) => name)).toEqual([NAME]);
    expect(await createTicket(server)).toMatchObject({ TicketID: '2' });
    expect(before.length).toBeGreaterThan(300);
    expect(await test.database.query(CATALOGUE)).toEqual(before);
  });

  it('lets administrators look at everything, and change nothing that belongs to the host', async () => {
    const client = new AdminClient(server.url);
    await client.logIn('root@localhost', 'root');
    expect(await client.get('GET /system')).toMatchObject({ isAttached: true, mayPublish: false });
    const clone = { body: { name: 'Copied' } };
    expect(await client.fail(`POST /services/${NAME}/clone`, clone)).toBe('403 Admin.PublishNotAllowed');
    const group = { body: { name: 'copied', members: {} } };
    expect(await client.fail('POST /catalogue/Groups', group)).toBe('403 Admin.CatalogueReadOnly');
  });

  /** Runs `ticketgate service …` with these parts applied from here. */
  const run = (words: string, apply: string) => {
    const config = join(folder, `${apply}.yml`);
    writeFileSync(config, `webServices: { folder: null }\ncatalogue: { file: null }\napply: [${apply}]\n`);
    const environment = { TICKETGATE_CONFIG: config, DATABASE_URL: test.url };
    return runCommand(['service', ...words.split(' ')], { environment });
  };
  const storedServices = () =>
    test.database.query('select name, valid_id, config from gi_webservice_config order by id');

  it('refuses commands that change web services as the API does, naming the setting', async () => {
    const earlier = await storedServices();
    const file = join(folder, 'Applied.yml');
    for (const words of [
      `import ${file} --yes`,
      `import ${file} --dry-run`,
      `rollback ${NAME} 1`,
      `enable ${NAME}`,
      `disable ${NAME}`,
      `clone ${NAME} Copied`,
      `rename ${NAME} Renamed`,
      `delete ${NAME} --yes`,
    ])
      expect(await run(words, 'catalogue')).toEqual({
        code: 2,
        output: '',
        log: 'ticketgate: The web services of this database belong to its host system. To change them here, write "apply: [webServices]" in gateway.yml.\n',
      });
    expect(await storedServices()).toEqual(earlier);
    expect((await run(`import ${file} --dry-run`, 'webServices')).output).toBe(
      'The web service "Applied" would be added.\n',
    );
  });

  it('publishes by command with apply: [webServices], and warns of the cache of the host', async () => {
    const warning =
      'The host keeps definitions in its cache: it may show and serve the earlier one until that expires.\n';
    const cloned = `web service "${NAME}" copied to "Copied"\n`;
    expect(await run(`clone ${NAME} Copied`, 'webServices')).toEqual({ code: 0, output: cloned, log: warning });
    const deleted = 'web service "Copied" deleted\n';
    expect(await run('delete Copied --yes', 'webServices')).toEqual({ code: 0, output: deleted, log: warning });
  });

  it('leaves invokers to the host, unless requester.enabled is on', async () => {
    const remote = await Remote.start();
    const service = { name: 'Caller', config: CALLER(remote.url), userID: 1, time: '2026-11-22 10:00:00' };
    await new ServiceStore(test.database).save(service);
    const startWith = (enabled: 'auto' | 'on') => {
      const { requester, webServices } = defaultConfiguration(folder);
      const allowedHosts = [remote.address];
      const options = {
        webServices: { ...webServices, folder: null },
        requester: { ...requester, enabled, allowedHosts },
      };
      return startAttached({ folder, url: test.url }, options);
    };
    const silent = await startWith('auto');
    const calling = await startWith('on');
    try {
      expect(renderStartReport(silent.report)).toMatch(/^Invokers +are not called by events: the host/m);
      expect(renderStartReport(calling.report)).not.toMatch(/^Invokers/m);
      await createTicket(silent);
      const { TicketID } = (await createTicket(calling)) as { readonly TicketID: string };
      expect(remote.arrived.map(({ body }) => body)).toEqual([`{"TicketID":${TicketID}}`]);
    } finally {
      await silent.stop();
      await calling.stop();
      await remote.close();
    }
  });
});
