import type { Data } from '@ticketgate/sdk';

import { collectingLogger, startTestServer, untilTrue, type TestServer } from './support/index.js';
import { Remote } from '../packages/runtime/test/invokers/remote.js';
import { ARTICLE, callTickets, TICKET, TICKETS } from './tickets-service.js';

const provider = (name: string, type: string, mapping = '{}') => `Debugger: { DebugThreshold: debug, TestMode: '0' }
FrameworkVersion: 6.5.26
Provider:
  Operation:
    ${name}: { Description: '', IncludeTicketData: '0', MappingInbound: ${mapping}, MappingOutbound: {}, Type: '${type}' }
  Transport:
    Type: HTTP::REST
    Config:
      AdditionalHeaders: null
      KeepAlive: ''
      MaxLength: '1000000'
      RouteOperationMapping: { ${name}: { ParserBackend: JSON, RequestMethod: [POST], Route: /${name} } }
RemoteSystem: ''
Requester: { Transport: { Type: '' } }
`;

const SOAP = `Debugger: { DebugThreshold: debug, TestMode: '0' }
Provider:
  Operation: { TimeAccountingGet: { Type: 'Ticket::TimeAccountingGet' } }
  Transport:
    Type: HTTP::SOAP
    Config: { NameSpace: 'urn:example:time/', SOAPAction: 'Yes', SOAPActionScheme: NameSpaceSeparatorOperation, SOAPActionSeparator: / }
`;

const tunnel = (host: string) => `Debugger: { DebugThreshold: debug, TestMode: '0' }
Provider: { Transport: { Type: '' } }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host}
      DefaultCommand: POST
      Timeout: '10'
      InvokerControllerMapping: { Go: { Controller: '/tunnel/:TicketID' } }
  Invoker:
    Go: { Type: 'Generic::Tunnel', Events: [{ Event: TicketTitleUpdate, Asynchronous: '0' }] }
`;

/** As Znuny exports it: the invoker is called where a title says so. */
const generic = (host: string) => `Debugger: { DebugThreshold: debug, TestMode: '0' }
Provider: { Transport: { Type: '' } }
RemoteSystem: ''
Requester:
  Invoker:
    Act:
      Description: ''
      Events:
      - Asynchronous: '0'
        Condition:
          Condition:
            '1': { Fields: { Title: { Match: generic, Type: String } }, Type: and }
          ConditionLinking: and
        Event: TicketTitleUpdate
      GetAllArticleAttachments: '0'
      Type: Ticket::Generic
  Transport:
    Config:
      DefaultCommand: POST
      Host: ${host}
      InvokerControllerMapping: { Act: { Controller: '/act/:Ticket.TicketNumber/:Event.TicketID' } }
      Timeout: '5'
    Type: HTTP::REST
`;

const PREPARE = 'GenericInterface::Invoker::Ticket::Generic::PrepareRequest';
const SHAPED = {
  [`${PREPARE}::OmittedFields`]: { Act: 'OwnerData->UserLastname; Articles->MessageID;Nobody->X', Other: 'Title' },
  [`${PREPARE}::Base64EncodedFields`]: { Act: 'TypeData->Name' },
};

const logger = collectingLogger();
let server: TestServer;
let remote: Remote;
let root: Data;

beforeAll(async () => {
  remote = await Remote.start();
  server = await startTestServer({
    logger,
    webServices: {
      Tickets: TICKETS,
      Away: provider('OutOfOffice', 'User::OutOfOffice', '{ Type: OutOfOffice }'),
      Times: provider('TimeAccountingGet', 'Ticket::TimeAccountingGet'),
      TimesSOAP: SOAP,
      Tunnel: tunnel(remote.url),
      Generic: generic(remote.url),
    },
    configuration: { requester: { allowedHosts: [remote.address] }, Settings: { CheckMXRecord: 0, ...SHAPED } },
  });
  root = { UserLogin: 'root@localhost', Password: server.rootPassword };
  const by = `now(), 1, now(), 1`;
  await server.database.query(
    `insert into users (login, pw, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
     values ('tjones', 'x', 'Tina', 'Jones', 1, ${by}), ('tsmith', 'x', 'Tina', 'Smith', 1, ${by}), ('gone', 'x', 'Gone', 'Girl', 2, ${by})`,
  );
  await server.database.query(
    `insert into user_preferences (user_id, preferences_key, preferences_value)
     select id, 'UserEmail', case login when 'gone' then 'gone@example.org' else 'tina@example.org' end from users where id > 1`,
  );
  await server.database.query(
    `insert into dynamic_field (name, label, field_order, field_type, object_type, config, valid_id, create_time, create_by, change_time, change_by)
     values ('Remote', 'Remote', 1, 'Text', 'Ticket', '', 1, now(), 1, now(), 1)`,
  );
  await server.database.query(
    `insert into groups_table (name, valid_id, create_time, create_by, change_time, change_by) values ('timeaccounting_webservice', 1, ${by})`,
  );
});

afterAll(async () => {
  await server.stop();
  await remote.close();
});

async function post(path: string, body: Data): Promise<unknown> {
  const response = await fetch(`${server.url}/otobo/nph-genericinterface.pl/Webservice/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

const away = (lines: string, login: Data = root) =>
  post('Away/OutOfOffice', {
    ...login,
    OutOfOfficeEntriesCSVString: `UserLogin,UserEmail,UserSearch,StartDate,EndDate,OutOfOffice\n${lines}`,
  });

const COLUMNS = ['', 'StartYear', 'StartMonth', 'StartDay', 'EndYear', 'EndMonth', 'EndDay'];

/** What is stored of an agent: whether out of office, from and until when. */
async function stored(login: string): Promise<string> {
  const rows = await server.database.query<{ key: string; value: string }>(
    `select preferences_key as key, preferences_value as value from user_preferences p join users u on u.id = p.user_id where login = $1`,
    [login],
  );
  return COLUMNS.map((name) =>
    rows
      .filter(({ key }) => key === `OutOfOffice${name}`)
      .map(({ value }) => value)
      .join('+'),
  ).join(' ');
}

describe('User::OutOfOffice', () => {
  it.each([
    ['tjones,,,2026-12-01,01.02.2027 08:00:00,yes', 'tjones', '1 2026 12 01 2027 02 01'],
    ['TJO*S,,,2026-12-02,later,x', 'tjones', '1 2026 12 02 2027 02 01'],
    ['tjones,,,,2027-05-05,0', 'tjones', '0 2026 12 02 2027 02 01'],
    [',,tina smi,2026-13-45,2026-01-01 10:00,1', 'tsmith', '1 2026 13 45 2026 01 01'],
    [',gone@example.org,,2026-12-01,2026-12-02,1', 'gone', '1 2026 12 01 2026 12 02'],
    ['root@localhost,,,2026-12-03,2026-12-04,1\nROOT@localhost,,,,,0', 'root@localhost', '0 2026 12 03 2026 12 04'],
  ])('notes %j', async (lines, login, expected) => {
    expect(await away(lines)).toEqual({ Success: 1 });
    expect(await stored(login)).toBe(expected);
  });

  it('skips entries that name no agent or several', async () => {
    const before = await Promise.all(['tjones', 'tsmith', 'gone'].map(stored));
    expect(
      await away(
        'nobody,,,2028-01-01,,1\n,tina@example.org,,2028-01-01,,1\n,,tina,2028-01-01,,1\ngone,,,2028-01-01,,1',
      ),
    ).toEqual({ Success: 1 });
    expect(await Promise.all(['tjones', 'tsmith', 'gone'].map(stored))).toEqual(before);
    const skipped = logger.lines.filter((line) => line.includes('an out-of-office entry was skipped'));
    expect(skipped.map((line) => /"found":(\d+)/.exec(line)?.[1])).toEqual(['0', '2', '2', '0']);
  });

  it('is known to the server at once', async () => {
    const isAway = async (day: string) =>
      (await server.system.accounts.directory()).agentByLogin('tjones')?.isOutOfOffice(new Date(`${day}T12:00:00Z`));
    await away('tjones,,,2030-01-01,2030-01-02,1');
    await untilTrue(async () => (await isAway('2030-01-01')) === true);
    expect(await isAway('2030-01-03')).toBe(false);
  });

  it.each<[string, Data, string]>([
    ['nobody', { UserLogin: 'root@localhost', Password: 'no' }, 'Authentication failed.'],
    ['an agent without the group admin', { UserLogin: 'tsmith', Password: 'no' }, 'Authentication failed.'],
  ])('is refused to %s', async (_, login, sentence) => {
    expect(await away('tjones,,,,,1', login)).toEqual({
      Error: { ErrorCode: 'OutOfOffice.AuthFail', ErrorMessage: `OutOfOffice: ${sentence}` },
    });
  });

  it('takes entries without a mapping, at most 10,000, and says when there are none', async () => {
    const config = provider('OutOfOffice', 'User::OutOfOffice');
    await server.system.services.save({ name: 'Plain', config, userID: 1, time: '2026-01-01 00:00:00' });
    await untilTrue(async () => ((await post('Plain/OutOfOffice', root)) as Data).faultcode !== undefined);
    const send = (OutOfOfficeEntries: unknown) => post('Plain/OutOfOffice', { ...root, OutOfOfficeEntries });
    expect(await send(['x', {}, { UserLogin: 'tsmith', OutOfOffice: 0 }])).toEqual({ Success: 1 });
    expect(await stored('tsmith')).toMatch(/^0/);
    expect(await send({ UserLogin: 'tsmith' })).toMatchObject({
      faultstring: 'Payload does not contain out-of-office entries or they could not be parsed.',
    });
    expect(await send(Array.from({ length: 10_001 }, () => ({ UserLogin: 'tsmith' })))).toMatchObject({
      Error: { ErrorCode: 'OutOfOffice.InvalidParameter' },
    });
    const strict = `${config}Gateway: { Profile: contract }\n`;
    await server.system.services.save({ name: 'Plain', config: strict, userID: 1, time: '2026-01-01 00:00:00' });
    await untilTrue(async () => JSON.stringify(await send([])).includes('OutOfOffice.MissingParameter'));
  });

  it.each<[Data, string]>([
    [{ UserLogin: 'nobody' }, 'fits 0 agents; name one by UserSearch, UserEmail or UserLogin'],
    [{ UserLogin: 't*' }, 'fits 2 agents; name one by UserSearch, UserEmail or UserLogin'],
    [{ UserLogin: 'tsmith', OutOfOffice: 'yes' }, 'is neither 0 nor 1 in OutOfOffice; write one of them'],
    [{ UserLogin: 'tsmith', StartDate: '01.12.2026' }, 'has a date that does not exist; write YYYY-MM-DD'],
    [{ UserLogin: 'tsmith', StartDate: '2026-02-30' }, 'has a date that does not exist; write YYYY-MM-DD'],
    [{ UserLogin: 'tsmith', EndDate: '2026-12-07' }, 'has an EndDate alone; send StartDate too'],
    [
      { UserLogin: 'tsmith', StartDate: '2026-12-07', EndDate: '2026-12-01' },
      'ends before it starts; exchange the dates',
    ],
  ])('refuses %j in profile contract, with all entries beside it', async (entry, why) => {
    const before = await stored('tsmith');
    const OutOfOfficeEntries = [{ UserLogin: 'tsmith', OutOfOffice: 1 }, entry];
    expect(await post('Plain/OutOfOffice', { ...root, OutOfOfficeEntries })).toEqual({
      Error: {
        ErrorCode: 'OutOfOffice.InvalidParameter',
        ErrorMessage: `OutOfOffice: The entry ${JSON.stringify(entry)} ${why}.`,
      },
    });
    expect(await stored('tsmith')).toBe(before);
  });
});

describe('Ticket::TimeAccountingGet', () => {
  const PERIOD = { TimeAccountingStart: '2000-01-01', TimeAccountingEnd: '2100-01-01T00:00:00Z' };
  const times = (rest: Data, login: Data = root) =>
    post('Times/TimeAccountingGet', { ...login, TimeAccountingUserLogin: 'ROOT@localhost', ...PERIOD, ...rest });
  const error = (ErrorCode: string, sentence: string) => ({
    Error: { ErrorCode, ErrorMessage: `TimeAccountingGet: ${sentence}` },
  });

  it('needs credentials, rw in a group of its own, an agent and a period', async () => {
    expect(await times({}, {})).toEqual(error('TimeAccountingGet.AuthFail', 'Authentication failed!'));
    expect(await times({})).toEqual(error('TimeAccountingGet.NoPermission', 'No permission!'));
    await server.database.query(
      `insert into group_user (user_id, group_id, permission_key, create_time, create_by, change_time, change_by)
       select 1, id, 'rw', now(), 1, now(), 1 from groups_table where name = 'timeaccounting_webservice'`,
    );
    await server.system.snapshots.dropAll();
    expect(await times({ TimeAccountingStart: '' })).toEqual(
      error('TimeAccountingGet.MissingParameter', 'TimeAccountingStart parameter is missing!'),
    );
    expect(await times({})).toEqual({});
  });

  it('lists the time of an agent with the queue of that time, whatever the ticket has become', async () => {
    const created = await callTickets(server, 'create', { Ticket: TICKET, Article: { ...ARTICLE, TimeUnit: '2.5' } });
    const { TicketID } = created;
    await server.database.query(
      `update ticket_history set create_time = create_time - interval '1 hour' where ticket_id = $1`,
      [TicketID],
    );
    await callTickets(server, 'update', { TicketID, Ticket: { Queue: 'Junk', Title: 'moved' } });
    await server.database.query(
      `update ticket_history set create_time = create_time + interval '1 hour' where ticket_id = $1 and name like '%Junk%'`,
      [TicketID],
    );
    const entry = { Queue: TICKET.Queue, TicketNumber: created.TicketNumber, TicketTitle: 'moved', TimeUnit: '2.50' };
    const day = expect.stringMatching(/^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/) as unknown;
    expect(await times({})).toEqual({
      TimeAccountingResult: [{ ...entry, TicketCustomerID: expect.anything() as unknown, Created: day }],
    });
    for (const nothing of [
      { TimeAccountingEnd: '2001-01-01' },
      { TimeAccountingStart: 'soon' },
      { TimeAccountingUserLogin: ['root@localhost'] },
      { TimeAccountingUserLogin: 'nobody' },
    ])
      expect(await times(nothing)).toEqual({});
  });

  it('has an error for what it finds nothing by, in profile contract', async () => {
    const config = `${provider('TimeAccountingGet', 'Ticket::TimeAccountingGet')}Gateway: { Profile: contract }\n`;
    await server.system.services.save({ name: 'Strict', config, userID: 1, time: '2026-01-01 00:00:00' });
    const input = { ...root, ...PERIOD, TimeAccountingUserLogin: ['x'] };
    const code = 'TimeAccountingGet.InvalidParameter';
    await untilTrue(async () =>
      JSON.stringify(await post('Strict/TimeAccountingGet', input).catch(String)).includes(code),
    );
    const login = { TimeAccountingUserLogin: 'root@localhost' };
    for (const [wrong, sentence] of [
      [{ TimeAccountingUserLogin: 'nobody' }, 'UserLogin is "nobody"; write the login of an agent'],
      [{ TimeAccountingStart: 'soon' }, 'Start is "soon"; write a time such as 2026-01-31 08:00:00'],
      [{ TimeAccountingEnd: '2026-02-30' }, 'End is "2026-02-30"; write a time such as 2026-01-31 08:00:00'],
    ] as const)
      expect(await post('Strict/TimeAccountingGet', { ...root, ...PERIOD, ...login, ...wrong })).toEqual(
        error(code, `TimeAccounting${sentence}.`),
      );
  });

  it('is answered over SOAP', async () => {
    const members = Object.entries({ ...root, TimeAccountingUserLogin: 'root@localhost', ...PERIOD });
    const xml = members.map(([name, value]) => `<${name}>${value}</${name}>`).join('');
    const response = await fetch(`${server.url}/otobo/nph-genericinterface.pl/Webservice/TimesSOAP`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"urn:example:time//TimeAccountingGet"' },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><TimeAccountingGet xmlns="urn:example:time/">${xml}</TimeAccountingGet></e:Body></e:Envelope>`,
    });
    expect(await response.text()).toMatch(
      /<TimeAccountingResult><Created>.*<TimeUnit>2\.50<\/TimeUnit><\/TimeAccountingResult>/,
    );
  });
});

describe('Generic::Tunnel', () => {
  it('sends the data of the event as it is', async () => {
    const { TicketID } = await callTickets(server, 'create', { Ticket: TICKET, Article: ARTICLE });
    await callTickets(server, 'update', { TicketID, Ticket: { Title: 'tunnel' } });
    const arrived = remote.arrived.at(-1);
    expect([arrived?.method, arrived?.path]).toEqual(['POST', `/tunnel/${String(TicketID)}`]);
    expect(JSON.parse(arrived?.body ?? '')).toMatchObject({ Event: 'TicketTitleUpdate' });
  });
});

describe('Ticket::Generic', () => {
  const FILE = { Content: 'Z3LDvMOfZQo=', ContentType: 'text/plain', Filename: 'note.txt' };
  let TicketID = '';

  beforeAll(async () => {
    await server.database.query(
      `insert into customer_user (login, email, customer_id, pw, first_name, last_name, city, valid_id, create_time, create_by, change_time, change_by)
       values ('jane', 'jane@customer.org', 'ACME', 'hashed', 'Jane', 'Doe', 'Bonn', 1, now(), 1, now(), 1)`,
    );
    await server.database.query(
      `insert into customer_company (customer_id, name, city, valid_id, create_time, create_by, change_time, change_by)
       values ('ACME', 'ACME Corp', 'Köln', 1, now(), 1, now(), 1)`,
    );
  });

  beforeEach(async () => {
    const made = await callTickets(server, 'create', {
      Ticket: { ...TICKET, CustomerUser: 'jane' },
      Article: ARTICLE,
      Attachment: [FILE],
    });
    TicketID = String(made.TicketID);
  });

  /** Calls the invoker by an event, with that answer of the other system. */
  async function act(answer: unknown): Promise<Data> {
    remote.script([{ status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer) }]);
    await callTickets(server, 'update', { TicketID, Ticket: { Title: 'generic' } });
    const arrived = remote.arrived.filter(({ path }) => path.startsWith('/act/')).at(-1);
    return JSON.parse(arrived?.body ?? '{}') as Data;
  }

  const ticketNow = async () => {
    const [row] = await server.database.query<Data>(
      `select t.title, q.name as queue, s.name as state, u.login as owner, customer_id, customer_user_id,
         (select count(*)::int from article where ticket_id = t.id) as articles,
         (select value_text from dynamic_field_value v join dynamic_field f on f.id = v.field_id and f.name = 'Remote'
          where object_id = t.id) as remote
       from ticket t join queue q on q.id = queue_id join ticket_state s on s.id = ticket_state_id join users u on u.id = t.user_id
       where t.id = $1`,
      [TicketID],
    );
    return row;
  };

  it('sends the ticket with all that it names, without passwords, and the event', async () => {
    const { Ticket, Event } = await act({});
    const { TicketNumber } = Ticket as Data;
    expect(remote.arrived.at(-1)?.path).toBe(`/act/${String(TicketNumber)}/${TicketID}`);
    expect(Event).toMatchObject({ Event: 'TicketTitleUpdate', TicketID });
    expect(Ticket).toMatchObject({
      Title: 'generic',
      Queue: 'Raw',
      TimeUnit: 0,
      Articles: [{ Subject: 'S', FromRealname: 'Jane Doe', ToRealname: 'Raw' }],
      Article: { Subject: 'S', Body: 'B', Attachment: [{ Filename: 'note.txt', Content: FILE.Content }] },
      CustomerUser: {
        ...{ UserLogin: 'jane', UserEmail: 'jane@customer.org', UserCity: 'Bonn', CustomerID: 'ACME' },
        ...{ UserFullname: 'Jane Doe', UserMailString: '"Jane Doe" <jane@customer.org>', Source: 'CustomerUser' },
        ...{ CustomerCompanyName: 'ACME Corp', CustomerCompanyCity: 'Köln', CustomerCompanyValidID: 1, ValidID: 1 },
      },
      CustomerCompany: { CustomerCompanyName: 'ACME Corp', Source: 'CustomerCompany', ValidID: 1 },
      QueueData: { Name: 'Raw', GroupID: 1, FollowUpID: 1 },
      PriorityData: { ID: 3, Name: '3 normal', ValidID: 1 },
      ServiceData: {},
      OwnerData: { UserID: 1, UserLogin: 'root@localhost', UserEmail: 'root@localhost' },
    });
    expect(JSON.stringify(Ticket)).not.toMatch(/hashed|"pw"|"UserPw"/i);
    const [listed] = (Ticket as { Articles: Data[] }).Articles;
    expect(Object.keys(listed ?? {})).not.toEqual(expect.arrayContaining(['Attachment']));
    expect(listed).not.toHaveProperty('TimeUnit');
    expect(Ticket).not.toHaveProperty('OwnerData.UserLastname');
    expect(Ticket).not.toHaveProperty('Articles.0.MessageID');
    expect((Ticket as { TypeData: Data }).TypeData.Name).toBe(Buffer.from('Unclassified').toString('base64'));
  });

  it('changes the ticket as the answer says', async () => {
    await act({
      OTRS_TicketQueueSet: 'Misc',
      OTRS_TicketStateSet: 'open',
      OTRS_TicketOwnerSet: 'root@localhost',
      OTRS_TicketCustomerSet: 'ACME2',
      xotrs_ticketdynamicfieldset_Remote: 'R-1',
      OTRS_TicketDynamicFieldSet_Nobody: 'is skipped',
      OTRS_TicketTitleUpdate: 'from remote',
      OTRS_TicketArticleAdd: {
        Subject: 's2',
        Body: 'b2',
        HistoryType: 'AddNote',
        HistoryComment: 'c',
        Attachment: [FILE, { Filename: 'no content' }],
      },
      Other: 'is ignored',
    });
    expect(await ticketNow()).toEqual({
      title: 'from remote',
      queue: 'Misc',
      state: 'open',
      owner: 'root@localhost',
      customer_id: 'ACME2',
      customer_user_id: 'jane',
      articles: 2,
      remote: 'R-1',
    });
    const files = await server.database.query(
      `select filename from article_data_mime_attachment f join article a on a.id = f.article_id where ticket_id = $1 order by f.id`,
      [TicketID],
    );
    expect(files).toEqual([{ filename: 'note.txt' }, { filename: 'note.txt' }]);
  });

  it.each([
    { OTRS_TicketQueueSet: 'Misc', OTRS_TicketStateSet: 'nope' },
    { OTRS_TicketQueueSet: 'Misc', OTRS_TicketTitleUpdate: null },
    { OTRS_TicketQueueSet: 'Misc', OTRS_TicketArticleAdd: { Subject: 's', Body: 'b' } },
    { OTRS_TicketQueueSet: 'Misc', OTRS_TicketArticleAdd: [{ Subject: 's', Body: 'b' }] },
    { OTRS_TicketQueueSet: 'Misc', OTRS_TicketHistoryAdd: { HistoryType: 'AddNote', Name: 'x' } },
    { OTRS_TicketQueueSet: 'Misc', OTRS_TicketCreate: { Title: 'x' } },
    { OTRS_TicketQueueSet: 'Misc', OTRS_AsynchronousInvokerExecution: [] },
    { OTRS_TicketQueueSet: 'Misc', OTRS_TicketArticleCreateEvent: '1' },
    [{ OTRS_TicketQueueSet: 'Misc' }],
    { data: { OTRS_TicketQueueSet: 'Misc' } },
  ])('changes nothing, and answers the client, after %j', async (answer) => {
    await act(answer);
    expect(await ticketNow()).toMatchObject({ title: 'generic', queue: 'Raw', state: 'new', articles: 1 });
  });
});
