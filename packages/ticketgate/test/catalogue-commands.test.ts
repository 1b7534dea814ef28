import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { agentsKind } from '@ticketgate/accounts';
import {
  adminCommands,
  openAdminSystem,
  openCatalogueSystem,
  findAuthor,
  lockCatalogue,
  lookUpIndexes,
  readInput,
  runTask,
  type Task,
} from '@ticketgate/admin';
import { AuditLog } from '@ticketgate/database';
import { plugin } from '@ticketgate/plugin-ticket';
import { catalogueKinds, registerPlugins } from '@ticketgate/runtime';
import type { Data } from '@ticketgate/sdk';
import { silentLogger, startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';
import { changeEntry } from '../../admin/src/catalogue/change-entry.js';

import { runCommand } from './run-command.js';

let server: TestServer;
let folder = '';

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-catalogue-'));
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (line: string, input = '') =>
  runCommand(
    line.split(' ').map((word) => word.replaceAll('_', ' ').replace('FOLDER', folder)),
    { environment: { DATABASE_URL: server.system.location.url }, input },
  );

/** As "agent show" has it. */
const showAgent = async (login: string) =>
  JSON.parse((await run(`agent show ${login} --format json`)).output) as object;
const person = '--first-name B --last-name C --email b@example.org';

describe('ticketgate catalogue', () => {
  it('lists the kinds that packages and plugins declare', async () => {
    const { output } = await run('catalogue list');
    const [heading, ...names] = output.split('\n').map((line) => line.split(' ')[0]);
    expect(heading).toBe('KIND');
    expect(names.filter(Boolean)).toEqual(catalogueKinds(server.system.plugins).map(({ key }) => key));
  });

  it('takes dynamic fields of a namespace', async () => {
    const [added, wrong] = [
      await run('catalogue add DynamicFields NS-Field FieldType=Text'),
      await run('catalogue add DynamicFields NS- FieldType=Text'),
    ];
    expect([added.code, wrong.code]).toEqual([0, 2]);
    expect(wrong.log).toContain('write letters and digits, with a namespace and a hyphen before them');
    await run('catalogue disable DynamicFields NS-Field');
  });

  it('adds, changes, lists and disables entries of a kind', async () => {
    const lines = [
      'catalogue add queues Misc::Ink Group=users FirstResponseTime=60 Comment=60',
      'catalogue add queues Misc::Ink',
      'catalogue set Queues Misc::Ink FirstResponseTime=30',
      'catalogue set Queues Misc::Ink FirstResponseTime=30',
      'catalogue set Queues Misc::Ink FirstResponseTime=soon',
      'catalogue disable Queues Misc::Ink',
      'catalogue list Queues --after Misc --limit 1',
      'catalogue set Queues Misc::Ink',
      'catalogue set Queues Misc::Ink Comment=1 Comment=2',
      'catalogue list --after Misc',
      'catalogue list --limit 2',
    ];
    const ran = [];
    for (const line of lines) ran.push(await run(line));
    expect(ran.map(({ code, output }) => [code, output])).toEqual([
      [0, 'queue "Misc::Ink" added\n'],
      [2, ''],
      [0, 'queue "Misc::Ink" changed\n'],
      [0, 'queue "Misc::Ink" has these values already\n'],
      [2, ''],
      [0, 'queue "Misc::Ink" disabled\n'],
      [
        0,
        expect.stringMatching(
          /^NAME .*\nMisc::Ink +invalid +Group=users Comment=60 Sender="Ticketgate <ticketgate@localhost>" FirstResponseTime=30\n$/,
        ),
      ],
      ...Array.from({ length: 4 }, () => [2, '']),
    ]);
    expect(ran.slice(-4).map(({ log }) => log)).toEqual([
      expect.stringContaining("missing required argument 'members'"),
      expect.stringContaining('Comment is there twice.'),
      ...Array.from({ length: 2 }, () => expect.stringContaining('Name a kind, or leave out') as string),
    ]);
    expect(ran[1]?.log).toContain('The queue "Misc::Ink" exists already.');
    expect(ran[4]?.log).toContain('FirstResponseTime');
  });

  it('writes a file that changes nothing when it is applied', async () => {
    await run('catalogue add DynamicFields Ink FieldType=Dropdown Config={PossibleValues:_{b:_Blue,_1:_One}}');
    await run('catalogue add Services Print Comment=#_"quoted":_yes CustomerUsers=[<DEFAULT>]');
    expect(await run('catalogue export --output FOLDER/all.yml')).toMatchObject({ code: 0, output: '' });
    expect(readFileSync(join(folder, 'all.yml'), 'utf8')).toContain('PossibleValues:\n');
    expect(await run('catalogue apply FOLDER/all.yml')).toMatchObject({
      output: 'Nothing to change: the database has all that the file names.\n',
    });
  });
});

describe('a catalogue file', () => {
  it('names at least one entry', async () => {
    const wrong = { code: 2, output: '', log: expect.stringContaining('The catalogue names no entry.') as string };
    for (const [name, text] of Object.entries({ nothing: '', comments: '# nothing\n', empty: 'Agents: []\n' })) {
      writeFileSync(join(folder, `${name}.yml`), text);
      for (const verb of ['apply', 'diff']) expect(await run(`catalogue ${verb} FOLDER/${name}.yml`)).toEqual(wrong);
    }
  });

  it('cannot give a dynamic field another type: commands refuse it, and a start says so in the log', async () => {
    const text = 'DynamicFields: [{ Name: ProcessManagementProcessID, FieldType: Text, Label: Process }]\n';
    const [file, warnings] = [join(folder, 'fields.yml'), [] as string[]];
    writeFileSync(file, text);
    const sentence = 'The dynamic field "ProcessManagementProcessID" stays a ProcessID of Ticket:';
    for (const verb of ['apply', 'diff']) {
      const { code, log } = await run(`catalogue ${verb} FOLDER/fields.yml`);
      expect([code, log]).toEqual([2, expect.stringContaining(sentence)]);
    }
    const logger = { ...silentLogger, warn: (message: string) => warnings.push(message) };
    await (await startTestServer({ logger, configuration: { catalogue: { file } } })).stop();
    expect(warnings).toContainEqual(expect.stringContaining(`catalogue: ${sentence}`));
  });
});

describe('a change that cannot be recorded', () => {
  it('is not carried out', async () => {
    await run(`agent add bert ${person} --group users`, 'bert-Passw0rd-1');
    const { database } = server;
    await database.query(`alter table ticketgate.audit add constraint away check (source like 'x%') not valid`);
    const lines = [
      'catalogue disable Agents bert',
      'agent grant bert admin',
      'agent revoke bert users',
      'api-key create erp --agent bert',
      'catalogue set Groups users Comment=other',
      'catalogue add Roles Seers',
    ];
    const codes = [];
    for (const line of lines) codes.push((await run(line)).code);
    await database.query('alter table ticketgate.audit drop constraint away');
    expect(codes).toEqual(lines.map(() => 1));
    const bert = await showAgent('bert');
    expect(bert).toMatchObject({ isValid: true, groups: ['users:rw'] });
    expect(await server.system.accounts.apiKeys.list()).toEqual([]);
    expect(await database.query(`select name from roles where name = 'Seers'`)).toEqual([]);
    expect(await database.query(`select name from groups_table where comments = 'other'`)).toEqual([]);
  });
});

describe('the last administrator', () => {
  const refusal =
    'ticketgate: Nobody could administer any more: this would leave no valid agent with rw in the group admin. Make another administrator first.\n';

  it.each([
    'agent revoke root@localhost admin',
    'catalogue set Agents root@localhost Groups=[users]',
    'catalogue disable Agents root@localhost',
    'catalogue disable Groups admin',
  ])('stays one, so "%s" is refused', async (line) => {
    expect(await run(line)).toEqual({ code: 2, output: '', log: refusal });
    const root = await showAgent('root@localhost');
    expect(root).toMatchObject({ isValid: true, groups: expect.arrayContaining(['admin:rw']) as unknown });
  });

  it('may go when there is another one, who is one by a role, too', async () => {
    await run(`agent add dora ${person}`, 'dora-Passw0rd-1');
    const lines = [
      'catalogue add Roles Chiefs Permissions={admin:_[rw]}',
      'catalogue set Roles Chiefs Agents=[dora]',
      'agent revoke root@localhost admin',
      'catalogue disable Roles Chiefs',
      'catalogue set Roles Chiefs Permissions={admin:_[]}',
      'catalogue set Roles Chiefs Agents=[]',
      'catalogue disable Agents dora',
      'agent grant root@localhost admin',
      'catalogue disable Roles Chiefs',
    ];
    const codes = [];
    for (const line of lines) codes.push((await run(line)).code);
    expect(codes).toEqual([0, 0, 0, 2, 2, 2, 2, 0, 0]);
  });

  it('is the one who is left of two that are disabled at the same time', async () => {
    const system = openCatalogueSystem(server.system);
    const author = await findAuthor(server.system.accounts, { login: undefined, source: 'test' });
    const disable = (name: string) =>
      changeEntry(system, { kind: agentsKind, name, members: { Valid: false } }, { author, comment: '' });
    await run('agent grant dora admin');
    const settled = await Promise.allSettled([disable('dora'), disable('root@localhost')]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await run('catalogue set Agents root@localhost Valid=true');
  });
});

describe('a command about accounts', () => {
  const ORIGIN = { remoteAddress: '192.0.2.1', userAgent: 'test' };

  it('keeps the sessions of an agent who is enabled already', async () => {
    await run(`agent add enno ${person}`, 'enno-Passw0rd-1');
    const { agents, sessions } = server.system.accounts;
    const userID = (await agents.get('enno')).id;
    const id = await sessions.create({ type: 'User', userID, login: 'enno' }, ORIGIN);
    expect((await run('catalogue set Agents enno Valid=true')).code).toBe(0);
    expect(await sessions.read(id, ORIGIN)).toBeDefined();
  });

  it('gives a key of scope admin to administrators alone (Admin.KeyOfNoAdministrator)', async () => {
    const { code, log } = await run('api-key create pages --agent enno --scope admin');
    expect([code, log]).toEqual([2, expect.stringContaining('"enno" is not an administrator')]);
    expect((await run('api-key create pages --agent root@localhost --scope admin')).code).toBe(0);
  });

  it('is recorded as that of the user of this machine, unless it names an agent', async () => {
    await run('catalogue add Groups pencils');
    await run('catalogue add Groups crayons --as enno');
    const entries = await new AuditLog(server.database).list({ limit: 2 });
    expect(entries.map(({ author }) => author)).toEqual(['enno', `cli:${userInfo().username}`]);
  });

  it('waits for changes of the catalogue, which could take away what it gives', async () => {
    const { database } = server.system;
    let granting: ReturnType<typeof run> | undefined;
    await database.withTransaction(async (transaction) => {
      await lockCatalogue(transaction);
      granting = run('agent grant enno users ro');
      await untilTrue(async () => {
        const waiting = await server.database.query(
          `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
        );
        return waiting.length > 0;
      });
      expect(await showAgent('enno')).toMatchObject({ groups: [] });
    });
    await granting;
    expect(await showAgent('enno')).toMatchObject({ groups: ['users:ro'] });
  });
});

describe('two administrators', () => {
  it('both keep their change of the same entry, whichever is quicker', async () => {
    const { system } = server;
    await run(`agent add shared ${person}`, 'shared-Passw0rd');
    const admin = openAdminSystem(system, registerPlugins(system.loadedPlugins).operations);
    const context = { system: admin, author: await findAuthor(admin, { login: undefined, source: 'test' }) };
    const grant = adminCommands.find(({ usage }) => usage.startsWith('agent grant'));
    let isFirst = true;
    const call = async (each: Task<Data, unknown>, input: Data) => {
      const answer = await runTask(each, readInput(each, input), context);
      // The other one changes it between reading and changing.
      if (isFirst) {
        isFirst = false;
        await run('agent grant shared users note');
      }
      return answer;
    };
    const words = { login: 'shared', group: 'users', permission: 'ro' };
    await grant?.run(words, { call } as never);
    expect(await showAgent('shared')).toMatchObject({ groups: ['users:note', 'users:ro'] });
  });
});

describe('a catalogue command', () => {
  it('refuses a choice without values (Catalogue.FieldWithoutValues)', async () => {
    for (const words of ['FieldType=Dropdown', 'FieldType=Multiselect Config={PossibleValues:_{}}']) {
      const { code, log } = await run(`catalogue add DynamicFields Nothing ${words}`);
      expect([code, log]).toEqual([2, expect.stringContaining('without values')]);
    }
  });

  it('says who uses what it disables', async () => {
    const group = await run('catalogue disable Groups users');
    expect(group.log).toMatch(/The group "users" is disabled and still used: .*\d+ in queue/);
    const state = await run('catalogue disable States new');
    expect(state.log).toContain('No valid state has the type "new" any more');
    await run('catalogue set Groups users Valid=true');
    await run('catalogue set States new Valid=true');
  });
});

describe('what is not a transaction', () => {
  it('is recorded after it was done', async () => {
    expect((await run('debug-log cleanup --days 1')).code).toBe(0);
    const [entry] = await new AuditLog(server.database).list({ limit: 1 });
    expect(entry).toMatchObject({ action: 'debug log cleaned up', after: { requests: 0, days: 1 } });
  });

  it('is recorded where a part of it was done (Database.IndexNotMade)', async () => {
    const { database } = server;
    const lastEntry = async () => (await new AuditLog(database).list({ limit: 1 }))[0];
    const before = await lastEntry();
    expect((await run('indexes --apply')).output).toBe('No index was missing.\n');
    expect(await lastEntry()).toEqual(before);
    expect(await run('indexes --comment why')).toMatchObject({
      code: 2,
      log: expect.stringContaining('--comment is for --apply.') as string,
    });
    const states = await lookUpIndexes(server.system);
    const [free, taken] = states.filter(({ name }) => name !== undefined);
    await database.query(`drop index ${free?.name}, ${taken?.name}`);
    await database.query(`create view ticketgate_${taken?.expected.name} as select 1`);
    const { code, log } = await run('indexes --apply --comment why');
    const made = `ticketgate_${free?.expected.name}`;
    expect([code, log]).toEqual([
      1,
      expect.stringMatching(new RegExp(`already exists\\).* Created: ${made}\\.$`, 'm')),
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'indexes made', after: { names: [made] }, comment: 'why' });
    await database.query(`drop view ticketgate_${taken?.expected.name}`);
    expect((await run('indexes --apply')).code).toBe(0);
  });
});

describe('on the database of a host', () => {
  beforeAll(async () => {
    await server.database.query('update ticketgate.migration set made_family_tables = false');
  });
  afterAll(() => server.database.query('update ticketgate.migration set made_family_tables = true'));

  it.each([
    [`agent add carl ${person}`, 'a-long-Passw0rd'],
    ['agent set-password bert', 'a-long-Passw0rd'],
    ['catalogue disable Agents bert', ''],
    ['agent grant bert admin ro', ''],
    ['catalogue add CustomerUsers carla FirstName=C LastName=D Email=c@example.org CustomerID=C', ''],
    ['customer set-password carla', 'a-long-Passw0rd'],
    ['catalogue add Groups pens', ''],
    ['catalogue set Groups users Comment=x', ''],
    ['catalogue disable Groups users', ''],
    ['catalogue apply FOLDER/all.yml', ''],
    ['catalogue add Roles Seers', ''],
  ])('"%s" is refused and says where to go instead', async (line, input) => {
    const { code, log } = await run(line, input);
    expect([line, code, log]).toEqual([
      line,
      2,
      expect.stringMatching(/belongs? to .*host system.* Change (?:them|it) there/),
    ]);
  });

  it.each([
    'agent show root@localhost',
    'catalogue list CustomerUsers',
    'catalogue list Queues',
    'catalogue diff FOLDER/all.yml',
    'catalogue list Roles',
    'session list',
  ])('"%s" works', async (line) => {
    expect(await run(line)).toMatchObject({ code: 0 });
  });
});

describe('administration and server', () => {
  it('do not name any kind of entry that a plugin declares', () => {
    // "service", "state" and "type" are words of a gateway, too.
    const labels = (plugin.catalogue ?? [])
      .map(({ label }) => label)
      .filter((label) => !/^(?:service|state|type)$/.test(label));
    const words = [...(plugin.catalogue ?? []).map(({ key }) => key), ...labels];
    const names = new RegExp(`['"\`](?:${words.join('|')})['"\`]`);
    const root = join(import.meta.dirname, '../..');
    const files = ['admin', 'ticketgate'].flatMap((name) =>
      readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(root, name, 'src', file),
      ),
    );
    const naming = files.filter((file) => file.endsWith('.ts') && names.test(readFileSync(file, 'utf8')));
    expect([files.length > 100, names.test(`kind === 'Queues'`)]).toEqual([true, true]);
    expect(naming).toEqual([]);
  });
});
