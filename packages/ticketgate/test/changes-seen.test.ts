import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { AuditLog } from '@ticketgate/database';
import type { Credentials } from '@ticketgate/sdk';
import { startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';

import { addCommands } from '../src/command/commands.js';
import { addPluginCommands } from '../src/command/plugin-commands.js';
import { createProgram } from '../src/command/program.js';
import { runCommand } from './run-command.js';

const LISTS = ['QueueList', 'StateList', 'TypeList', 'ServiceList', 'DynamicFieldList'];

const SERVICE = `Debugger: { DebugThreshold: error }
Provider:
  Operation: { ${LISTS.map((name) => `${name}: { Type: 'Catalogue::${name}' }`).join(', ')}, FAQ: { Type: 'FAQ::FAQSearch' } }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 10000
      KeepAlive: 1
      RouteOperationMapping: { ${[...LISTS, 'FAQ'].map((name) => `${name}: { Route: /${name}, RequestMethod: [GET] }`).join(', ')} }
`;

const FAQ = '- { Title: SeenItem, StateType: public }\n';

const CATALOGUE = `Groups: [{ Name: SeenGroup }]
CustomerUsers: [{ Login: SeenCustomer, Email: c@example.org, CustomerID: C, FirstName: C, LastName: U }]
States: [{ Name: SeenState, Type: open }]
Types: [{ Name: SeenType }]
Queues: [{ Name: SeenQueue, Group: users }]
Services: [{ Name: SeenService, CustomerUsers: [<DEFAULT>] }]
DynamicFields: [{ Name: SeenField, FieldType: Text }]
`;

/** Commands after which nothing that a server keeps is different. */
const READING = [
  'agent show',
  'api-key list',
  'audit list',
  'backup',
  'catalogue diff',
  'catalogue export',
  'catalogue list',
  'check',
  'compare',
  'debug-log cleanup',
  'debug-log curl',
  'debug-log export',
  'debug-log list',
  'debug-log replay',
  'debug-log show',
  'doctor',
  'events drop',
  'events list',
  'events retry',
  'events show',
  'indexes',
  'invoke',
  'migrate',
  'openapi',
  'restore',
  'serve',
  'service diff',
  'service export',
  'service history',
  'service list',
  'service new',
  'service show',
  'service test',
  'session list',
];

const ORIGIN = { remoteAddress: '127.0.0.1', userAgent: 'test' };

describe('a running server', () => {
  let server: TestServer;
  let folder: string;
  let audit: AuditLog;
  const keys: string[] = [];

  const run = async (words: string, input = '') => {
    const environment = { DATABASE_URL: server.system.location.url };
    const line = words
      .replace('FOLDER', folder)
      .replace('VERSION', String(await firstVersion('Sibling')))
      .replace('HANDLE', await startSession());
    const [before] = await audit.list({ limit: 1 });
    const ended = await runCommand([...line.split(' '), '--as', 'root@localhost'], { environment, input });
    expect([words, ended.code, ended.log]).toEqual([words, 0, expect.anything()]);
    const entries = (await audit.list({ limit: 10 })).filter(({ id }) => id > (before?.id ?? 0));
    const source = expect.stringMatching(/^command of \S+ on \S+$/) as string;
    const expected: unknown = expect.objectContaining({ author: 'root@localhost', source });
    // A password is an entry of its own.
    expect([words, entries]).toEqual([words, words.startsWith('agent add ') ? [expected, expected] : [expected]]);
    if (ended.output.startsWith('tg_')) keys.push(ended.output.trim());
  };

  const seenCustomer = { CustomerUserLogin: 'SeenCustomer', Password: 'seen-Passw0rd' };
  let sessionID = '';
  const startSession = async () => {
    const { sessions, sessionAdministration } = server.system.accounts;
    sessionID = await sessions.create({ type: 'User', userID: 1, login: 'root@localhost' }, ORIGIN);
    expect(JSON.stringify(await sessionAdministration.list({ limit: 9 }))).not.toContain(sessionID);
    return createHash('sha256').update(sessionID).digest('hex').slice(0, 16);
  };
  const firstVersion = async (name: string) => {
    const { services } = server.system;
    const service = await services.find(name);
    return (await services.versions.list(service?.id ?? 0, { limit: 100 })).at(-1)?.id;
  };
  const answer = async (path: string, parameters = {}) => {
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const query = new URLSearchParams({ ...login, ...parameters });
    return (await fetch(`${server.url}/Webservice/${path}?${query.toString()}`)).text();
  };
  const answers = async (service: string) => (await answer(`${service}/QueueList`)).includes('SeenQueue');
  const lists = async (name: string) => {
    const answers = await Promise.all(LISTS.map((list) => answer(`Seen/${list}`)));
    return answers.every((text) => text.includes(name));
  };
  const enters = async (credentials: Credentials) =>
    (await server.system.accounts.authenticate(credentials, ORIGIN)) !== undefined;
  const agent = (password: string) => enters({ UserLogin: 'anna', Password: password });
  const roles = async () =>
    JSON.stringify(
      await server.database.query(
        'select name, login from roles left join role_user on role_id = roles.id left join users on users.id = user_id',
      ),
    );
  const may = async (groupName: string) => {
    const directory = await server.system.accounts.directory();
    const [anna, group] = [directory.agentByLogin('anna'), directory.groupByName(groupName)];
    return directory.groupIDsOfAgent(anna?.id ?? 0, 'ro').has(group?.id ?? 0);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-seen-'));
    for (const [name, text] of Object.entries({
      'Later.yml': SERVICE,
      'Other.yml': SERVICE.replace('/QueueList', '/Other'),
      'faq.yml': FAQ,
      'catalogue.yml': CATALOGUE,
    }))
      writeFileSync(join(folder, name), text);
    const configuration = { cache: { maxAge: 3_600 } };
    server = await startTestServer({ webServices: { Seen: SERVICE }, configuration });
    audit = new AuditLog(server.database);
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const person = '--first-name A --last-name N --email anna@example.org';
  // Each is false before its command, so that the server keeps what was true then.
  const changes: readonly [words: string, isSeen: () => Promise<boolean>, input?: string][] = [
    ['catalogue apply FOLDER/catalogue.yml', () => lists('Seen')],
    ['catalogue add Queues SeenNext Group=users', async () => (await answer('Seen/QueueList')).includes('SeenNext')],
    [
      'catalogue set Services SeenService Comment=SeenComment',
      async () => (await answer('Seen/ServiceList')).includes('SeenComment'),
    ],
    ['catalogue disable Queues SeenNext', async () => !(await answer('Seen/QueueList')).includes('SeenNext')],
    [`agent add anna ${person} --group users`, () => agent('anna-Passw0rd-1'), 'anna-Passw0rd-1'],
    ['agent grant anna SeenGroup ro', () => may('SeenGroup')],
    ['agent revoke anna SeenGroup ro', async () => !(await may('SeenGroup'))],
    ['catalogue add Roles Seers Agents=[anna]', async () => (await roles()).includes('anna')],
    ['catalogue set Roles Seers Permissions={SeenGroup:[ro]}', () => may('SeenGroup')],
    ['catalogue disable Roles Seers', async () => !(await may('SeenGroup'))],
    ['catalogue set Roles Seers Valid=true', () => may('SeenGroup')],
    ['catalogue set Roles Seers Permissions={SeenGroup:[]}', async () => !(await may('SeenGroup'))],
    ['catalogue set Roles Seers Agents=[]', async () => !(await roles()).includes('anna')],
    ['agent set-password anna', () => agent('anna-Passw0rd-2'), 'anna-Passw0rd-2'],
    ['catalogue disable Agents anna', async () => !(await agent('anna-Passw0rd-2'))],
    ['catalogue set Agents anna Valid=true', () => agent('anna-Passw0rd-2')],
    ['customer set-password SeenCustomer', () => enters(seenCustomer), 'seen-Passw0rd'],
    ['catalogue disable CustomerUsers SeenCustomer', async () => !(await enters(seenCustomer))],
    ['catalogue set CustomerUsers SeenCustomer Valid=true', () => enters(seenCustomer)],
    ['session end HANDLE', async () => sessionID !== '' && !(await enters({ SessionID: sessionID }))],
    ['api-key create erp --agent anna', () => enters({ ApiKey: keys[0] ?? 'none' })],
    [
      'api-key rotate erp',
      async () => (await enters({ ApiKey: keys[1] ?? 'none' })) && !(await enters({ ApiKey: keys[0] })),
    ],
    ['api-key change erp --address 192.0.2.1', async () => !(await enters({ ApiKey: keys[1] }))],
    ['api-key change erp --address 127.0.0.0/8', () => enters({ ApiKey: keys[1] ?? 'none' })],
    ['api-key revoke erp', async () => !(await enters({ ApiKey: keys[1] }))],
    ['service import FOLDER/Later.yml', () => answers('Later')],
    ['service clone Later Twin', () => answers('Twin')],
    ['service rename Twin Sibling', () => answers('Sibling')],
    ['service disable Sibling', async () => !(await answers('Sibling'))],
    ['service enable Sibling', () => answers('Sibling')],
    [
      'service import FOLDER/Other.yml --name Sibling',
      async () => (await answer('Sibling/Other')).includes('SeenQueue'),
    ],
    [
      'service rollback Sibling VERSION',
      async () => (await answers('Sibling')) && !(await answer('Sibling/Other')).includes('SeenQueue'),
    ],
    ['service delete Later --yes', async () => !(await answers('Later'))],
    ['faq import FOLDER/faq.yml', async () => (await answer('Seen/FAQ', { What: 'SeenItem' })).includes('ID')],
  ];

  it.each(changes)('soon sees what "%s" changed and who did it, although it caches for an hour', async (...change) => {
    const [words, isSeen, input] = change;
    expect(await isSeen()).toBe(false);
    await run(words, input);
    await untilTrue(isSeen);
  });

  it('keeps no password and no key in the audit log', async () => {
    const text = JSON.stringify(await audit.list({ limit: 1_000 }));
    expect(text).toContain('"subject":"anna"');
    for (const secret of ['Passw0rd', ...keys]) expect(text).not.toContain(secret);
  });

  it('is tested with every command that changes something', async () => {
    const program = createProgram();
    addCommands(program);
    await addPluginCommands(program, createProgram());
    const tested = changes.map(([words]) => words);
    const untested = namesOf(program).filter((name) => !tested.some((words) => words.startsWith(name)));
    expect(untested.sort()).toEqual(READING);
  });
});

function namesOf(command: Command, before = ''): readonly string[] {
  return command.commands.flatMap((each) => {
    const name = `${before}${each.name()}`;
    return each.commands.length > 0 ? namesOf(each, `${name} `) : [name];
  });
}
