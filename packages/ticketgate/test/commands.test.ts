import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTicketgate, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

import { addCommands } from '../src/command/commands.js';
import { createProgram } from '../src/command/program.js';
import { runCommand, type Ran } from './run-command.js';

const DEFINITION = `# A comment that has to survive.
Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { KeepAlive: 1, MaxLength: 1000, RouteOperationMapping: { Login: { Route: /Session, RequestMethod: [POST] } } }
  Operation: { Login: { Type: 'Session::SessionCreate' } }
`;

let folder = '';
let testDatabase: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-commands-'));
  mkdirSync(join(folder, 'webservices'));
  writeFileSync(
    join(folder, 'gateway.yml'),
    'webServices: { folder: webservices }\ncatalogue: { file: catalogue.yml }\n',
  );
  writeFileSync(
    join(folder, 'catalogue.yml'),
    'Groups: [{ Name: support }]\nQueues: [{ Name: Support, Group: support }]\n',
  );
  writeFileSync(join(folder, 'webservices', 'Good.yml'), DEFINITION);
  testDatabase = await startTestDatabase({ migrations: [] });
});

afterAll(async () => {
  await testDatabase.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ TICKETGATE_CONFIG: join(folder, 'gateway.yml'), DATABASE_URL: testDatabase.url });

function run(words: string, input = ''): Promise<Ran> {
  return runCommand(words.split(' '), { environment: environment(), input });
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('ticketgate migrate and catalogue apply', () => {
  it('do their work once, and change nothing the second time', async () => {
    expect((await run('migrate')).output).toMatch(/^applied database\/001.*steps applied\.\n$/s);
    expect(await run('migrate')).toMatchObject({ code: 0, output: 'The database is up to date.\n' });
    expect((await run('catalogue apply')).output).toBe('group "support" added\nqueue "Support" added\n2 changes.\n');
    expect((await run('catalogue apply')).output).toBe(
      'Nothing to change: the database has all that the file names.\n',
    );
  });

  it('change nothing when a catalogue has errors, and say where', async () => {
    const file = write('wrong.yml', 'Groups: [{ Name: other }]\nQueues: [{ Nam: Other }]\n');
    const { code, log } = await run(`catalogue apply ${file}`);
    expect([code, log]).toEqual([2, expect.stringContaining(`${file}:2:1`)]);
    expect(await testDatabase.database.query(`select 1 from groups_table where name = 'other'`)).toEqual([]);
  });
});

describe('ticketgate service', () => {
  it('imports, lists, exports byte for byte, and removes', async () => {
    const file = write('Login.yml', DEFINITION);
    expect((await run(`service import ${file} --name Imported`)).output).toBe('web service "Imported" saved\n');
    expect((await run(`service import ${file} --name Imported`)).output).toBe(
      'web service "Imported" is already up to date\n',
    );
    expect((await run('service list')).output).toMatch(
      /^\d+ +Imported +served +import +[-\d]+ [:\d]+Z +root@localhost +1 +0 +0$/m,
    );
    expect((await run('service export Imported')).output).toBe(DEFINITION);
    await run(`service export Imported --output ${join(folder, 'out.yml')} --framework-version 11.0.5`);
    const exported = readFileSync(join(folder, 'out.yml'), 'utf8');
    expect(exported).toContain('# A comment that has to survive.');
    expect(exported).toContain('FrameworkVersion: 11.0.5');
    expect((await run('service remove Imported --yes')).output).toBe('web service "Imported" deleted\n');
    expect((await run('service remove Imported --yes')).code).toBe(2);
  });

  it('reports when a service and its file differ, and how to reconcile them', async () => {
    const file = join(folder, 'webservices', 'Good.yml');
    await run(`service import ${file}`);
    const other = write('Other.yml', DEFINITION.replace('error', 'debug'));
    const changed = await run(`service import ${other} --name Good`);
    expect(changed.log).toContain(`${file}: changed elsewhere since its file was applied; the file is not applied`);
    expect(changed.log).toContain(`To use the file, run: ticketgate service import ${file}`);
    expect((await run('service list')).output).toMatch(/ Good +served .* drift: changed elsewhere since/);
    expect((await run(`service import ${file}`)).log).toBe('  Debugger.DebugThreshold debug → error\n');
    expect((await run('service remove Good --yes')).log).toContain('removed; its file does not restore it');
    const [row] = JSON.parse((await run('service list --format json')).output) as [object];
    expect(row).toEqual({ name: 'Good', state: 'absent', drift: 'removed; its file does not restore it' });
  });

  it('refuses to import a definition with errors', async () => {
    const file = write('Broken.yml', DEFINITION.replace('Provider:', 'Provider: x\nB:'));
    const { code, log } = await run(`service import ${file}`);
    expect([code, log]).toEqual([2, expect.stringContaining(`${file}:3:`)]);
    expect((await run('service list')).output).not.toContain('Broken');
  });

  it('refuses to import what would break the active version, unless it is forced', async () => {
    await run(`service import ${write('Working.yml', DEFINITION)}`);
    const file = write('Working.yml', DEFINITION.replace('HTTP::REST', 'HTTP:REST'));
    const { code, log } = await run(`service import ${file}`);
    expect([code, log]).toEqual([2, expect.stringContaining(`${file}:5:11  error  transport-not-served`)]);
    expect((await run(`service import --force ${file}`)).output).toBe('web service "Working" saved\n');
    expect((await run('service remove Working --yes')).code).toBe(0);
  });
});

describe('ticketgate agent and customer', () => {
  it('add, list, grant, and change passwords that come from standard input', async () => {
    const person = '--first-name Ann --last-name Agent --email ann@example.com';
    expect((await run(`agent add ann ${person} --group users`, 'ann-Passw0rd\n')).output).toBe('agent "ann" added\n');
    expect(await run(`agent add ann ${person}`, 'ann-Passw0rd\n')).toMatchObject({ code: 2, output: '' });
    expect((await run('agent grant ann support ro')).output).toBe('"ann" has ro in "support"\n');
    expect((await run('agent grant ann nowhere')).log).toContain('Known groups: ');
    expect((await run('agent set-password ann', 'other-Passw0rd')).code).toBe(0);
    expect(await run('agent set-password ann', '')).toMatchObject({ code: 2, output: '' });
    await run('catalogue add Roles Seers Agents=[ann]');
    const lines = [
      'agent grant ann users ro',
      'agent revoke ann users ro',
      'agent revoke ann users ro',
      'catalogue set Roles Seers Permissions={users:[rw]}',
      'agent revoke ann users',
      'agent revoke ann users note',
      'catalogue disable Roles Seers',
      'agent revoke ann users',
      'agent revoke ann nowhere',
      'agent revoke ann users rwx',
      'agent grant ann users',
      'catalogue set Roles Seers Valid=true Permissions={users:[]}',
    ];
    const said = [];
    for (const line of lines) said.push(await run(line));
    expect(said.map(({ code, output }) => [code, output])).toEqual([
      [0, '"ann" has ro in "users"\n'],
      [0, '"ann" still has ro in "users", through rw\n'],
      [0, '"ann" still has ro in "users", through rw\n'],
      [0, 'role "Seers" changed\n'],
      [0, '"ann" still has rw in "users", through the role "Seers"\n'],
      [0, '"ann" still has note in "users", through the role "Seers"\n'],
      [0, 'role "Seers" disabled\n'],
      [0, '"ann" had no such permission\n'],
      [2, ''],
      [2, ''],
      [0, '"ann" has rw in "users"\n'],
      [0, 'role "Seers" changed\n'],
    ]);
    expect(said[8]?.log).toContain('There is no group "nowhere".');
    expect(said[9]?.log).toContain('rwx');
    const shown = (await run('agent show ann')).output;
    expect(shown).toMatch(/^name +Ann Agent\nemail +ann@example\.com$/m);
    expect(shown).toMatch(/^validity +valid$/m);
    expect(shown).toMatch(/^groups +support:ro users:rw$/m);
    expect(shown).toMatch(/^roles +Seers$/m);
    for (const login of ['carla', 'jane'])
      await run(`catalogue add CustomerUsers ${login} FirstName=A LastName=B Email=a@example.com CustomerID=ACME`);
    expect((await run('customer set-password jane', 'jane-Passw0rd\n')).output).toBe(
      'password of customer user "jane" changed\n',
    );
    const page = await run('catalogue list CustomerUsers --limit 1');
    expect(page.output).toMatch(/^NAME .*\ncarla .*\n$/);
    expect(page.log).toBe('Go on with --after "carla"\n');
    expect(await run('catalogue list CustomerUsers --limit 1 --after carla')).toMatchObject({ log: '' });
  });

  it('shows what others wrote without acting on the terminal', async () => {
    const person = '--first-name Eve\u001b[2J\u009b1A --last-name Agent --email eve@example.com';
    await run(`agent add eve ${person}`, 'eve-Passw0rd\n');
    expect((await run('agent show eve')).output).toContain(' Eve\\u001b[2J\\u009b1A Agent\n');
    expect((await run('agent grant eve \u001b[2J')).log).toContain('\\u001b[2J');
  });
});

describe('ticketgate api-key', () => {
  it('creates a key that is shown once, lists, rotates and revokes it', async () => {
    await run('agent add erp --first-name E --last-name RP --email erp@customer.org', 'a long password');
    const shop = write('Shop.yml', `${DEFINITION}Gateway: { Authentication: { Accept: [ApiKey] } }\n`);
    await run(`service import ${shop}`);
    const created = await run(
      'api-key create shop --agent erp --service Shop --operation Ticket::TicketGet --address 10.0.0.0/8 --expires 90d',
    );
    expect(created.output).toMatch(/^tg_[\w-]{43}\n$/);
    expect((await run('api-key create shop --agent erp')).log).toContain('There is already an API key named "shop".');
    expect((await run('api-key create other --agent nobody')).log).toContain('There is no agent "nobody". The list');
    expect((await run('api-key create other --agent erpp')).log).toContain('no agent "erpp". Did you mean "erp"?');
    expect((await run('api-key create other --agent erp --address here')).log).toContain('"here" is not an address.');
    for (const time of ['soon', '2027', 'Jan5'])
      expect((await run(`api-key create other --agent erp --expires ${time}`)).log).toContain('for example 2027-01-31');
    expect(await run('api-key create other --agent erp --expires 2001-01-01')).toMatchObject({
      code: 2,
      log: expect.stringContaining('Give a date in the future.') as string,
    });
    expect((await run('api-key create other --agent erp --operation TicketGet')).log).toContain('Ticket::TicketGet');
    expect(await run('api-key create other --agent erp --operation Ticket::TicketGett')).toMatchObject({
      code: 2,
      log: expect.stringContaining(
        'No plugin provides the operation "Ticket::TicketGett". Did you mean "Ticket::TicketGet"?',
      ) as string,
    });
    expect(await run('api-key create other --agent erp --service Shopp')).toMatchObject({
      code: 2,
      log: expect.stringContaining(
        'There is no web service "Shopp", so a key cannot be limited to it. Did you mean "Shop"?',
      ) as string,
    });
    await run(`service import ${write('NoKeys.yml', DEFINITION)}`);
    expect(await run('api-key create other --agent erp --service NoKeys')).toMatchObject({
      code: 2,
      log: expect.stringContaining('The web service "NoKeys" does not accept keys. Add ApiKey to Accept') as string,
    });
    expect((await run('api-key list')).output).toMatch(
      /^NAME +AGENT .* USED\nshop +erp +until \S+ +only Shop Ticket::TicketGet 10\.0\.0\.0\/8 +never\n$/,
    );
    await testDatabase.database.query("update ticketgate.api_key set expires_at = '2020-01-01T00:00:00Z'");
    expect((await run('api-key list')).output).toMatch(/^shop +erp +expired 2020-01-01T00:00:00\.000Z +only/m);
    const rotated = await run('api-key rotate shop --comment leaked');
    expect((await run('audit list --subject shop --limit 1')).output).toMatch(/API key rotated .*leaked/);
    expect(rotated.output).toMatch(/^tg_/);
    expect(rotated.output).not.toBe(created.output);
    expect((await run('api-key revoke shop')).output).toBe('API key "shop" revoked\n');
    const [listed] = JSON.parse((await run('api-key list --format json')).output) as [object];
    expect(listed).toMatchObject({ name: 'shop', revokedAt: expect.any(String) as string });
    expect(JSON.stringify(listed)).not.toContain('tg_');
    expect((await run('api-key rotate shop')).log).toContain('The API key "shop" was revoked for good.');
    expect(await run('api-key revoke none')).toMatchObject({
      code: 2,
      log: expect.stringContaining('"none"') as string,
    });
  });
});

describe('a command that cannot do its work', () => {
  const agent = '--first-name A --last-name B';
  it.each([
    [`agent add new ${agent} --email nobody`, 'Write an e-mail address, for example anna@example.org.'],
    [`agent add new ${agent} --email a@b --group nope`, 'There is no group "nope". Known groups: admin, stats'],
    [`agent add new ${agent} --email a@b`, 'The password has 5 of at least 8 characters.', 'short'],
    [`agent add new ${agent} --email a@b`, 'The password is among the first that attackers try.', 'password'],
    ['agent set-password root@localhost', 'The password is among the first that attackers try.', '12345678'],
    ['agent set-password root@localhots', 'There is no agent "root@localhots". Did you mean "root@localhost"?'],
    ['customer set-password nobody', 'There is no customer user "nobody".'],
    ['customer set-password carla', 'The password has 5 of at least 8 characters.', 'short'],
    ['agent show ann --format yaml', 'Allowed choices are text, json.'],
    ['agent grant root@localhost users wr', 'Allowed choices are ro, move_into, create, note, owner, priority, rw.'],
    [
      'api-key create a/b --agent root@localhost',
      '"a/b" cannot be the name of a key. Use 1 to 191 characters without "/", "?" and "#"',
    ],
    ['api-key create k --agent root@localhost --address 10.0.0.0/8/9', '"10.0.0.0/8/9" is not an address.'],
    ['api-key create k --agent root@localhost --address fe80::1%eth0', '"fe80::1%eth0" is not an address.'],
    ['service import FOLDER/webservices/Good.yml --name ../evil', '"../evil" cannot be the name of a web service'],
    ['service export Good --output FOLDER/no/such.yml', 'There is no web service "Good".'],
    ['catalogue apply FOLDER/none.yml', 'none.yml cannot be read: there is no such file or folder. Correct the path'],
    ['faq import FOLDER/none.yml', 'The file cannot be read; correct the path. Nothing was imported.'],
  ])('ends %s with 2, and says what to do', async (words, sentence, input = 'a long password') => {
    const { code, log } = await run(words.replace('FOLDER', folder), input);
    expect([code, log]).toEqual([2, expect.stringContaining(sentence)]);
    expect(log).not.toMatch(/^ +at /m);
  });

  it('says that a file cannot be written', async () => {
    await run(`service import ${join(folder, 'webservices', 'Good.yml')} --name Written`);
    const { code, log } = await run(`service export Written --output ${join(folder, 'no', 'such.yml')}`);
    expect([code, log]).toEqual([2, expect.stringContaining('such.yml cannot be written. Correct the path')]);
    await run('service remove Written --yes');
  });
});

describe('the help', () => {
  it('says what each command is for, and each group of commands', () => {
    const program = createProgram();
    addCommands(program);
    const silent = program.commands.filter((command) => command.description() === '');
    expect(silent.map((command) => command.name())).toEqual([]);
  });
});

describe('commands of plugins', () => {
  it('exist, take arguments, and report mistakes in files', async () => {
    const file = write('faq.yml', '- Title: A\n- Titel: B\n');
    const wrong = await run(`faq import ${file}`);
    expect([wrong.code, wrong.log]).toEqual([2, expect.stringContaining(`${file}:2:3`)]);
    expect((await run(`faq import ${write('good.yml', '- Title: A\n')}`)).output).toBe(
      'Added item 10001, "A".\nAdded: 1, replaced: 0.\n',
    );
    const help = await run('--help');
    expect(help.output).toMatch(/^ +faq /m);
    expect(help).toEqual(await run('help'));
    expect((await run('fqa import x')).log).toContain("unknown command 'fqa'");
  });
});

describe('ticketgate debug-log', () => {
  it('shows records and deletes old ones', async () => {
    const { database } = testDatabase;
    await run(`service import ${write('Recorded.yml', DEFINITION)}`);
    await database.query(
      `with entry as (insert into gi_debugger_entry (communication_id, communication_type, remote_ip, webservice_id, create_time)
         select 'abc', 'Provider', '127.0.0.1', id, '2020-01-01 10:00:00' from gi_webservice_config where name = 'Recorded' returning id)
       insert into gi_debugger_entry_content (gi_debugger_entry_id, debug_level, subject, content, create_time)
       select id, 'debug', subject, content, '2020-01-01 10:00:00' from entry,
         (values (1, 'Detected operation', 'the content'), (2, 'Incoming data', '{"Ticket":{"Title":"Toner"}}'), (3, 'Cut off', '{"Tick'))
           as row (place, subject, content) order by place`,
    );
    expect((await run('debug-log list --service Recorded --status 299')).output).toBe(
      'No recorded request matches. The DebugThreshold of a web service controls what is recorded.\n',
    );
    expect((await run('debug-log list --service Recordet')).log).toContain('Did you mean "Recorded"?');
    expect((await run('debug-log show abc')).output).toBe(
      [
        '2020-01-01 10:00:00  debug   Detected operation\nthe content\n',
        '2020-01-01 10:00:00  debug   Incoming data\n{\n  "Ticket": {\n    "Title": "Toner"\n  }\n}\n',
        '2020-01-01 10:00:00  debug   Cut off\n{"Tick\n',
      ].join('\n'),
    );
    await run(`service import ${write('Unrecorded.yml', DEFINITION)}`);
    expect((await run('debug-log cleanup --days 1 --service Nowhere')).code).toBe(2);
    expect((await run('debug-log cleanup --days 1 --service Unrecorded')).output).toBe('0 requests deleted\n');
    expect((await run('debug-log cleanup --days 1 --service Recorded')).output).toBe('1 request deleted\n');
    expect((await run('debug-log show abc')).code).toBe(2);
  });
});

describe('ticketgate check', () => {
  it('needs no database, finds nothing in the shipped files, and ends with 0', async () => {
    const environment = { TICKETGATE_CONFIG: join(import.meta.dirname, '..', '..', '..', 'config', 'gateway.yml') };
    const { code, output } = await runTicketgate(['check'], { environment });
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+ files, 0 errors, 0 warnings\n$/)]);
  });

  it('says when events do not call invokers, and where it cannot know that', async () => {
    const definition = `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config: { Host: https://chat.example.org, DefaultCommand: POST, Timeout: '10', InvokerControllerMapping: { Tell: { Controller: /a } } }
  Invoker: { Tell: { Type: Generic::PassThrough, Events: [{ Event: TicketCreate }] } }
`;
    const file = write('Teller.yml', definition);
    const checked = async (configuration: string) =>
      (await runTicketgate(['check', file, '--config', write('own.yml', configuration)], { environment: {} })).output;
    const off = 'requester.enabled is off. Set it to on in the configuration.';
    expect(await checked('requester: { enabled: off }')).toContain(
      `Events do not call the invokers of Teller: ${off}\n`,
    );
    const attached = 'Where the database is attached to a host, events do not call the invokers of Teller: ';
    expect(await checked('database: { url: postgres://localhost/x }')).toContain(attached);
    expect(await checked('requester: { enabled: on }\ndatabase: { url: postgres://localhost/x }')).not.toContain(
      'Teller',
    );
  });

  it('says that a folder that the configuration names does not exist', async () => {
    const configuration = write('without.yml', 'webServices: { folder: nowhere }\ncatalogue: { file: null }\n');
    expect((await runCommand(['check', '--config', configuration], { environment: {} })).output).toMatch(
      /^The folder \S+nowhere does not exist\. .*\n1 file, 0 errors, 0 warnings\n$/,
    );
  });

  it('warns of customers whom a service does not restrict', async () => {
    const shipped = join(
      import.meta.dirname,
      '..',
      '..',
      '..',
      'config',
      'webservices',
      'GenericTicketConnectorREST.yml',
    );
    const file = write('Open.yml', readFileSync(shipped, 'utf8').replace(/^Gateway:\n(?: .*\n)+/m, ''));
    const { code, output } = await run(`check ${file}`);
    expect([code, output]).toEqual([0, expect.stringContaining('warning  customers-unrestricted')]);
  });

  it('ends with 1 and points at each error, as text, JSON and SARIF', async () => {
    const file = write(
      'Typo.yml',
      DEFINITION.replace('SessionCreate', 'SessionCrate').replace('Operation:', 'Operatoin:'),
    );
    const text = await run(`check ${file}`);
    expect(text.output).toContain(`${file}:7:3`);
    expect(text.output).toContain('Operation');
    const json = JSON.parse((await run(`check ${file} --format json`)).output) as unknown;
    expect(JSON.stringify(json)).toContain('"line":7');
    const sarif = JSON.parse((await run(`check --format sarif ${file}`)).output) as { version: string };
    expect(sarif.version).toBe('2.1.0');
    const broken = await run(`check ${write('NoYaml.yml', 'Provider: [')}`);
    expect(broken.code).toBe(1);
    expect(broken.output).toMatch(/^1 file, 1 error, 0 warnings$/m);
  });

  it('ends with 2 when a file cannot be read or a flag is unknown', async () => {
    expect(await run('check missing.yml')).toMatchObject({
      code: 2,
      log: expect.stringContaining('missing.yml') as string,
    });
    const { code, log } = await runTicketgate(['check']);
    expect([code, log]).toEqual([2, expect.stringContaining('There is no config/gateway.yml here or above')]);
    expect(await run('check --fromat json')).toMatchObject({
      code: 2,
      log: expect.stringContaining('--format') as string,
    });
  });
});

describe('a process', () => {
  it('reads standard input, writes its result, and ends by itself', async () => {
    const words = 'agent add piped --first-name P --last-name I --email piped@example.org';
    const options = { environment: environment(), input: 'a long password\n' };
    expect(await runTicketgate(words.split(' '), options)).toEqual({
      code: 0,
      output: 'agent "piped" added\n',
      log: '',
    });
  });

  it.each([
    ['a mistake in a definition', 1, 'check FILE'],
    ['an unknown option', 2, 'check --fromat json'],
    ['wrong input', 2, 'agent set-password nobody'],
  ])('ends after %s with %i', async (_what, code, words) => {
    const file = write('Mistake.yml', 'Provider: [');
    const options = { environment: environment(), input: 'a long password\n' };
    expect(await runTicketgate(words.replace('FILE', file).split(' '), options)).toMatchObject({ code });
  });
});
