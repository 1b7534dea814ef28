import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ORACLE, RECORDED_HOSTS, restoreHost, type RecordedHost } from '../attached/recorded-hosts.js';
import { startOwnServer, startTestDatabase, type TestServer } from '../support/index.js';
import { replay } from './replay.js';

/** What the recorded hosts have beside their initial rows, in the order of its ids. */
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

/** The ticket of a new host, which has another title and began in another queue. */
const OTRS = [
  `update ticket set title = 'Znuny says hi!', tn = '2021012710123456' where id = 1`,
  `update ticket_history set name = 'New Ticket [2021012710123456] created.' where ticket_id = 1`,
  `delete from ticket_history where ticket_id = 1 and id > (select min(id) from ticket_history)`,
];
const FROM_POSTMASTER = `update ticket_history set queue_id = 1 where ticket_id = 1`;
const WELCOME: Readonly<Record<RecordedHost['profile'], readonly string[]>> = {
  otobo: [`update ticket set title = 'Welcome to OTOBO!' where id = 1`, FROM_POSTMASTER],
  znuny: OTRS,
  otrs: [...OTRS, FROM_POSTMASTER],
};

/** Titles that are no texts, equal sort keys, names of attachments, and web services by their ids. */
const OF_ALL = [
  'tr.webserviceid',
  'tr.webserviceid-invalid-state',
  'create.array-title',
  'create.object-title',
  'search.sort.Title-up',
  'search.sort.Responsible-up',
  'search.f.MIMEBase_AttachmentName-hello_txt',
];

/** What hosts know of their agents, longer titles and other types of history in their tables, and a search that names minutes. */
const OF_OTHERS = [
  ...OF_ALL,
  'sess.get.with-auth-query',
  'get.all.T_256',
  'history.min',
  'history.min.warm1',
  'history.full',
  'search.contentsearch-or',
];

interface Recording {
  readonly title: string;
  readonly host: RecordedHost;
  /** Below the folder of recordings. */
  readonly corpus: string;
  readonly player?: string;
  readonly least: number;
  readonly explained: readonly string[];
}

const EXPLAINED: Readonly<Record<RecordedHost['profile'], readonly string[]>> = {
  otobo: OF_ALL,
  znuny: [...OF_OTHERS, 'oai.array-body'],
  otrs: OF_OTHERS,
};

/** An article with elements as its text and searches that would find it, the text of ticket 1, and a file with an error, which is not served. */
const OF_SOAP = [
  ...['create.html-as-elements', 'search.title', 'search.list', 'search.count', 'search.order', 'search.states'],
  'get.welcome',
  ...['Echo', 'EchoRequest', 'EchoReq', 'RequestEcho', 'Nothing'].map((name) => `name.SOAPNoNameSpace.${name}`),
];

const RECORDINGS: readonly Recording[] = RECORDED_HOSTS.flatMap((host) => {
  const rest = {
    title: host.name,
    host,
    corpus: join(host.folder, 'corpus'),
    least: 500,
    explained: EXPLAINED[host.profile],
  };
  const soap = {
    ...rest,
    title: `${host.name}, SOAP`,
    corpus: 'soap',
    player: join('soap', 'replay.mjs'),
    least: 200,
    explained: OF_SOAP,
  };
  return host.profile === 'otobo' ? [rest, soap] : [rest];
});

const itSkipped = RECORDINGS.length === 0 ? it.skip : undefined;

describe('the recorded exchanges of a host', () => {
  itSkipped?.('need its database', () => undefined);

  for (const recording of RECORDINGS)
    it(`are answered alike by a process that has just made a database of its own: ${recording.title}`, async () => {
      const { corpus, player, least, explained } = recording;
      const folder = mkdtempSync(join(tmpdir(), 'ticketgate-own-'));
      const server = await startLike(recording, folder);
      try {
        const options = player === undefined ? { options: ['--types'] } : { player };
        const { compared, differences } = await replay(server.url, corpus, { folder, ...options });
        expect(compared).toBeGreaterThan(least);
        expect(differences.map(({ id }) => id).filter((id) => !explained.includes(id))).toEqual([]);
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    }, 180_000);
});

async function startLike({ host, player }: Recording, folder: string): Promise<TestServer> {
  const file = join(folder, 'catalogue.yml');
  const isOTOBO = host.profile === 'otobo';
  // The others have no lists in fields of this type.
  writeFileSync(file, isOTOBO ? CATALOGUE : CATALOGUE.replace(', Config: { MultiValue: 1 }', ''));
  const server = await startOwnServer({
    webServices: player === undefined ? await servicesOf(host) : soapServices(),
    configuration: {
      catalogue: { file },
      Settings: {
        ...host.settings,
        'Ticket::OwnerResetOnUnlock': isOTOBO ? 1 : 0,
        'Ticket::Type': 1,
        'Ticket::Service': 1,
        'Ticket::Responsible': 1,
      },
    },
    isEmbedded: isOTOBO,
  });
  const { agents, customerAdministration } = server.system.accounts;
  for (const login of ['apiagent', 'roagent', 'nogroupagent', 'bossagent'])
    await agents.setPassword(login, 'secret-Passw0rd');
  for (const login of ['customer@example.com', 'jane'])
    await customerAdministration.setPassword(login, 'customer-Passw0rd');
  for (const statement of WELCOME[host.profile]) await server.database.query(statement);
  return server;
}

async function servicesOf(host: RecordedHost): Promise<Readonly<Record<string, string>>> {
  const theirs = await startTestDatabase({ migrations: [] });
  await restoreHost(theirs.url, host);
  const rows = await theirs.database.query<{ name: string; config: string }>(
    'select name, config from gi_webservice_config where valid_id = 1',
  );
  await theirs.stop();
  const profile = `\nGateway: { Profile: ${host.profile} }\n`;
  return Object.fromEntries(rows.map(({ name, config }) => [name, config + profile]));
}

function soapServices(): Readonly<Record<string, string>> {
  const folder = join(ORACLE, 'soap', 'definitions');
  const files = readdirSync(folder).map((name) => [name.replace('.yml', ''), readFileSync(join(folder, name), 'utf8')]);
  return Object.fromEntries(files) as Record<string, string>;
}
