import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RECORDED_HOSTS, restoreHost, type RecordedHost } from '../attached/recorded-hosts.js';
import { startTestDatabase, startTestServer, type TestServer } from '../support/index.js';
import { replay } from './replay.js';

/** What the recorded OTOBO has beside its initial rows, in the order of its ids. */
const CATALOGUE = String.raw`
Groups: [{ Name: restricted }]
Agents:
  - { Login: apiagent, FirstName: Api, LastName: Agent, Email: apiagent@example.com, Groups: [users] }
  - { Login: roagent, FirstName: Ro, LastName: Agent, Email: roagent@example.com, Groups: [] }
  - { Login: nogroupagent, FirstName: No, LastName: Group, Email: nogroupagent@example.com, Groups: [] }
  - { Login: goneagent, FirstName: Gone, LastName: Agent, Email: goneagent@example.com, Groups: [users], Valid: false }
  - { Login: bossagent, FirstName: Boss, LastName: Agent, Email: bossagent@example.com, Groups: [users, restricted] }
Roles: [{ Name: readers, Permissions: { users: [ro] }, Agents: [roagent] }]
CustomerCompanies: [{ CustomerID: ACME, Name: ACME Corp }]
CustomerUsers:
  - { Login: customer@example.com, Email: customer@example.com, CustomerID: ACME, FirstName: Carla, LastName: Customer }
  - { Login: jane, Email: jane.doe@example.com, CustomerID: ACME, FirstName: Jane, LastName: Customer }
Types: [{ Name: Incident }, { Name: ServiceRequest }, { Name: Obsolete, Valid: false }]
Queues:
  - { Name: 'Misc::Sub', Group: users }
  - { Name: Restricted, Group: restricted }
  - { Name: OldQueue, Group: users, Valid: false }
Services:
  - { Name: IT, CustomerUsers: [customer@example.com, jane] }
  - { Name: 'IT::Email', CustomerUsers: [customer@example.com, jane] }
  - { Name: HR }
SLAs: [{ Name: Gold, Services: [IT, 'IT::Email'], FirstResponseTime: 60, UpdateTime: 120, SolutionTime: 480 }]
DynamicFields:
  - { Name: ExternalRef, FieldType: Text }
  - { Name: Impact, FieldType: Dropdown, Config: { PossibleNone: 1, PossibleValues: { low: Low, medium: Medium, high: High } } }
  - { Name: DueDate, FieldType: Date }
  - { Name: DueAt, FieldType: DateTime }
  - { Name: Tags, FieldType: Multiselect, Config: { PossibleValues: { red: red, green: green, blue: blue } } }
  - { Name: Confirmed, FieldType: Checkbox }
  - { Name: Notes, FieldType: TextArea }
  - { Name: ArticleRef, FieldType: Text, ObjectType: Article }
  - { Name: Code, FieldType: Text, Config: { RegExList: [{ Value: '^[A-Z]{3}-\d+$', ErrorMessage: wrong }] } }
  - { Name: Labels, FieldType: Text, Config: { MultiValue: 1 } }
`;

/** The ticket of a new OTOBO, which has another title and began in another queue. */
const WELCOME = [
  `update ticket set title = 'Welcome to OTOBO!' where id = 1`,
  `update ticket_history set queue_id = 1 where ticket_id = 1`,
];

/** Exchanges that `docs/compatibility.md` explains, and those that name a web service by its id or find the welcome ticket by its queue. */
const EXPLAINED = [
  'tr.webserviceid',
  'tr.webserviceid-invalid-state',
  'create.array-title',
  'create.object-title',
  'search.f.MIMEBase_AttachmentName-hello_txt',
  'search.sort.Title-up',
  'search.sort.Responsible-up',
];

const RECORDED_HERE = RECORDED_HOSTS.filter(({ profile }) => profile === 'otobo');
const itSkipped = RECORDED_HERE.length === 0 ? it.skip : undefined;

describe('the recorded exchanges of OTOBO', () => {
  itSkipped?.('need its database', () => undefined);

  for (const host of RECORDED_HERE)
    it('are answered alike by the process that has just made a database of its own', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ticketgate-own-'));
      const server = await startLike(host, folder);
      try {
        const { compared, differences } = await replay(server.url, 'corpus', { folder, options: ['--types'] });
        expect(compared).toBeGreaterThan(500);
        expect(differences.map(({ id }) => id).filter((id) => !EXPLAINED.includes(id))).toEqual([]);
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    }, 180_000);
});

async function startLike(host: RecordedHost, folder: string): Promise<TestServer> {
  const file = join(folder, 'catalogue.yml');
  writeFileSync(file, CATALOGUE);
  const server = await startTestServer({
    webServices: await servicesOf(host),
    configuration: {
      catalogue: { file },
      Settings: { ...host.settings, 'Ticket::Type': 1, 'Ticket::Service': 1, 'Ticket::Responsible': 1 },
    },
  });
  const { agents, customerAdministration } = server.system.accounts;
  for (const login of ['apiagent', 'roagent', 'nogroupagent', 'bossagent'])
    await agents.setPassword(login, 'secret-Passw0rd');
  for (const login of ['customer@example.com', 'jane'])
    await customerAdministration.setPassword(login, 'customer-Passw0rd');
  for (const statement of WELCOME) await server.database.query(statement);
  return server;
}

async function servicesOf(host: RecordedHost): Promise<Readonly<Record<string, string>>> {
  const theirs = await startTestDatabase({ migrations: [] });
  await restoreHost(theirs.url, host);
  const rows = await theirs.database.query<{ name: string; config: string }>(
    'select name, config from gi_webservice_config where valid_id = 1',
  );
  await theirs.stop();
  return Object.fromEntries(rows.map(({ name, config }) => [name, config]));
}
