import { isData, toText, type Data } from '@ticketgate/sdk';
import { startTestServer, type TestServer } from './support/index.js';

import { XmlWriter } from '../packages/gateway/src/transports/soap/answering/xml-writer.js';
import { XmlReader } from '../packages/gateway/src/transports/soap/reading/xml-reader.js';
import { ARTICLE, TICKET } from './tickets-service.js';

const OPERATIONS = ['TicketCreate', 'TicketUpdate', 'TicketGet', 'TicketSearch', 'TicketHistoryGet', 'QueueList'];
const NAMES = OPERATIONS.map((name) => `    ${name}: { Type: 'Ticket::${name}' }\n`).join('');
const ROUTES = OPERATIONS.map((name) => `        ${name}: { Route: /${name}, RequestMethod: [POST] }\n`).join('');

function definitions(gateway: string): readonly [rest: string, soap: string] {
  const head = `Debugger: { DebugThreshold: error }\nGateway: ${gateway}\nProvider:\n  Operation:\n${NAMES}  Transport:\n`;
  return [
    `${head}    Type: HTTP::REST\n    Config:\n      MaxLength: 1000000\n      RouteOperationMapping:\n${ROUTES}`,
    `${head}    Type: HTTP::SOAP\n    Config: { NameSpace: 'urn:x', MaxLength: 1000000 }\n`,
  ];
}

const [rest, soap] = definitions('{}');
const [, hidden] = definitions('{ Documentation: off }');
const [, locked] = definitions(
  '{ Profile: contract, Answer: envelope, Authentication: { Accept: [UserLogin, ApiKey], OnlyAgents: [root@localhost] } }',
);
const [contractRest, contractSoap] = definitions('{ Profile: contract, Answer: envelope }');

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    webServices: {
      Rest: rest,
      Soap: soap,
      ContractRest: contractRest,
      ContractSoap: contractSoap,
      Hidden: hidden,
      Locked: locked,
    },
    configuration: { http: { prefix: '/desk' }, Settings: { CheckMXRecord: 0 } },
  });
});

afterAll(async () => {
  await server.stop();
});

interface Outcome {
  readonly status: number;
  readonly data: unknown;
}

function withLogin(input: Data): Data {
  return { UserLogin: 'root@localhost', Password: server.rootPassword, ...input };
}

async function overRest(service: string, operation: string, input: Data): Promise<Outcome> {
  const url = `${server.url}/Webservice/${service}/${operation}`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(withLogin(input)) });
  return { status: response.status, data: await response.json() };
}

async function overSoap(service: string, operation: string, input: Data): Promise<Outcome> {
  const { status, data } = await sendSoap(service, operation, { input: withLogin(input) });
  return { status, data };
}

interface Sent {
  readonly input: Data;
  readonly headers?: Readonly<Record<string, string>>;
}

async function sendSoap(service: string, operation: string, { input, headers = {} }: Sent) {
  const start = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>';
  const body = new XmlWriter(`${start}<${operation}>`).members(input).finish(`</${operation}></e:Body></e:Envelope>`);
  const response = await fetch(`${server.url}/Webservice/${service}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : body.join(''),
    headers: { 'Content-Type': 'text/xml; charset=utf-8', ...headers },
  });
  const limits = { nodes: 100_000, keys: 1000, keyLength: 1000, depth: 100 };
  const reader = new XmlReader({ limits, decodesBase64: false });
  reader.add(await response.text());
  const { value } = reader.finish();
  const [data] = Object.values(isData(value) && isData(value.Body) ? value.Body : {});
  return { status: response.status, data, isReplay: response.headers.get('idempotency-replayed') === 'true' };
}

/** Of what XML does not tell apart: texts and numbers, nothing and empty texts, one entry and a list of it. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? comparable(value[0]) : value.map(comparable);
  if (!isData(value)) return typeof value === 'boolean' ? String(Number(value)) : toText(value);
  const members = Object.entries(value).filter(([name, entry]) => !OWN.test(name) && !isEmptyList(entry));
  return members.length === 0 ? '' : Object.fromEntries(members.map(([name, entry]) => [name, comparable(entry)]));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Members that differ from ticket to ticket. */
const OWN = /^(?:\w*ID|TicketNumber|Age|Created?|Changed?|\w*Time\w*|MessageID|xmlns|Name)$/;

const LARGE = 'Zeile mit ä & <b>\n'.repeat(2000);
const FILE = { Filename: 'grüße.txt', ContentType: 'text/plain; charset=utf-8', Content: 'R3LDvMOfZQ==' };

describe('the same data over REST and over SOAP', () => {
  it.each<[string, Data]>([
    ['a ticket', { Ticket: TICKET, Article: ARTICLE }],
    ['umlauts, markup and spaces', { Ticket: { ...TICKET, Title: ' Grüße & <b> "😀" ' }, Article: ARTICLE }],
    ['a long text', { Ticket: TICKET, Article: { ...ARTICLE, Body: LARGE } }],
    ['one attachment', { Ticket: TICKET, Article: ARTICLE, Attachment: [FILE] }],
    ['two attachments', { Ticket: TICKET, Article: ARTICLE, Attachment: [FILE, { ...FILE, Filename: 'b.txt' }] }],
    ['an empty text', { Ticket: { ...TICKET, CustomerID: '' }, Article: ARTICLE }],
    ['an article for the customer', { Ticket: TICKET, Article: { ...ARTICLE, IsVisibleForCustomer: '1' } }],
  ])('stores %s alike', async (_, input) => {
    const created = await Promise.all([
      overRest('Rest', 'TicketCreate', input),
      overSoap('Soap', 'TicketCreate', input),
    ]);
    const stored = created.map(async ({ data }) => {
      const id = isData(data) ? String(data.TicketID) : '';
      return overRest('Rest', 'TicketGet', { TicketID: id, AllArticles: 1, Attachments: 1, DynamicFields: 1 });
    });
    const [one, other] = await Promise.all(stored);
    expect(JSON.stringify(one)).toContain('"Title"');
    expect(comparable(other)).toEqual(comparable(one));
  });

  it.each<[string, string, Data]>([
    ['a ticket', 'TicketGet', { TicketID: '1', AllArticles: '1', Extended: '1' }],
    ['two tickets', 'TicketGet', { TicketID: ['1', '2'] }],
    ['a search', 'TicketSearch', { Title: 'Toner%', SortBy: 'TicketNumber' }],
    ['a search without hits', 'TicketSearch', { Title: 'nothing' }],
    ['a history', 'TicketHistoryGet', { TicketID: '1' }],
    ['a list', 'QueueList', {}],
    ['a missing parameter', 'TicketGet', {}],
    ['no access', 'TicketGet', { TicketID: '999999' }],
    ['a wrong queue', 'TicketCreate', { Ticket: { ...TICKET, Queue: 'Nowhere' }, Article: ARTICLE }],
    ['an empty update', 'TicketUpdate', { TicketID: '1' }],
    ['a trial', 'TicketCreate', { Ticket: TICKET, Article: ARTICLE, DryRun: '1' }],
  ])('is answered alike: %s', async (_, operation, input) => {
    const [one, other] = await Promise.all([overRest('Rest', operation, input), overSoap('Soap', operation, input)]);
    expect(comparable(other)).toEqual(comparable(one));
  });

  it.each<[string, Data]>([
    ['TicketGet', {}],
    ['TicketGet', { TicketID: '999999' }],
    ['TicketGet', { TicketID: '1', TicketIDD: '1' }],
    ['TicketCreate', { Ticket: { ...TICKET, Queue: 'Nowhere' }, Article: ARTICLE }],
  ])('has the same status and code as an error of profile contract: %s', async (operation, input) => {
    const [one, other] = await Promise.all([
      overRest('ContractRest', operation, input),
      overSoap('ContractSoap', operation, input),
    ]);
    expect(other.status).toBe(one.status);
    const code = isData(one.data) ? String(one.data.ErrorCode) : '';
    expect(code).toContain(`${operation}.`);
    expect(JSON.stringify(other.data)).toContain(`"ErrorCode":"${code}"`);
  });
});

describe('a SOAP service', () => {
  const codeOf = (data: unknown) => /"ErrorCode":"([\w.]+)"/.exec(JSON.stringify(data))?.[1];

  it.each(['Soap', 'ContractSoap'])('carries out a request with an Idempotency-Key once (%s)', async (service) => {
    const title = `Once-over-${service}`;
    const input = withLogin({ Ticket: { ...TICKET, Title: title }, Article: ARTICLE });
    const send = (key: string) => sendSoap(service, 'TicketCreate', { input, headers: { 'Idempotency-Key': key } });
    const first = await send(title);
    expect(first).toMatchObject({ status: 200, isReplay: false, data: { TicketID: expect.any(String) as string } });
    expect(await send(title)).toEqual({ ...first, isReplay: true });
    expect(await server.database.query('select 1 from ticket where title = $1', [title])).toHaveLength(1);
  });

  it('stores nothing in a dry run', async () => {
    const input = { Ticket: { ...TICKET, Title: 'Never' }, Article: ARTICLE, DryRun: '1' };
    expect(await overSoap('ContractSoap', 'TicketCreate', input)).toMatchObject({ status: 200 });
    expect(await server.database.query('select 1 from ticket where title = $1', ['Never'])).toEqual([]);
  });

  it('is locked to the agents of OnlyAgents, by password and by API key', async () => {
    const { apiKeys, agents } = server.system.accounts;
    const person = { firstName: 'O', lastName: 'Ther', email: 'o@customer.org', groups: ['users'] };
    await agents.add({ ...person, login: 'other', password: 'test-Passw0rd-1' });
    const keyOf = async (login: string) => {
      const [agent] = await server.database.query<{ id: number }>('select id from users where login = $1', [login]);
      return apiKeys.create({ name: login, agentID: agent?.id ?? 0, services: ['Locked'] });
    };
    const get = (key: string) =>
      sendSoap('Locked', 'TicketGet', { input: { TicketID: '1' }, headers: { 'X-API-Key': key } });
    expect(await get(await keyOf('root@localhost'))).toMatchObject({
      status: 200,
      data: { Ticket: { TicketID: '1' } },
    });
    const refused = await get(await keyOf('other'));
    expect([refused.status, codeOf(refused.data)]).toEqual([401, 'TicketGet.AuthFail']);
    expect((await get('tg_wrong')).status).toBe(401);
    const login = { UserLogin: 'other', Password: 'test-Passw0rd-1', TicketID: '1' };
    expect((await overSoap('Locked', 'TicketGet', login)).status).toBe(401);
    expect((await overSoap('Locked', 'TicketGet', { TicketID: '1' })).status).toBe(200);
  });
});

describe('the WSDL of a SOAP service', () => {
  const fetchWsdl = (service: string) => fetch(`${server.url}/Webservice/${service}?wsdl`);

  it('is served where the documentation is public, with the address that was asked', async () => {
    const response = await fetchWsdl('Soap');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=UTF-8']);
    const text = await response.text();
    expect(text).toContain(`<soap:address location="${server.url}/desk/Webservice/Soap"/>`);
    expect(text).toContain('<xs:element name="TicketCreateResponse"');
  });

  it('is missing where the documentation is off, as in the family', async () => {
    expect((await fetchWsdl('Hidden')).status).toBe(411);
    expect((await fetchWsdl('Rest')).status).toBe(500);
  });

  it('is named by the pages of the documentation and by the OpenAPI document', async () => {
    const read = async (path: string) => (await fetch(`${server.url}/docs/${path}`)).text();
    expect(await read('')).toContain('<a href="../Webservice/Soap?wsdl">WSDL</a>');
    const page = await read('Soap/');
    expect(page).toContain('<a href="../../Webservice/Soap?wsdl">WSDL</a>');
    expect(page).toContain('<dt>TicketCreate</dt>');
    expect(await read('Soap/openapi.json')).toContain('its WSDL is at /desk/Webservice/Soap?wsdl');
  });
});
