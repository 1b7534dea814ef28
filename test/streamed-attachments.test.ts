import { compileUnpublished } from '@ticketgate/gateway';
import { signatureHeaders } from '@ticketgate/runtime/invokers/call';
import { setUpPlugins, type ReadyOperations } from '@ticketgate/runtime';
import type { Data } from '@ticketgate/sdk';
import { startTestServer, type TestServer } from './support/index.js';

import { Remote } from '../packages/runtime/test/invokers/remote.js';
import { ARTICLE, callTickets, TICKET, TICKETS } from './tickets-service.js';

const definitionOf = (host: string) => `Debugger: { DebugThreshold: debug }
Gateway: { Requester: { Sign: { Secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw } } }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host}
      DefaultCommand: POST
      Timeout: '30'
      InvokerControllerMapping: { Send: { Controller: /tickets } }
  Invoker: { Send: { Type: 'Ticket::TicketUpdate' } }
`;

/** The same over SOAP, where the content is in XML. */
const overSoap = (host: string) =>
  definitionOf(host)
    .replace('HTTP::REST', 'HTTP::SOAP')
    .replace(/Host: .*/, `Endpoint: ${host}/soap\n      NameSpace: urn:x`)
    .replace(/ +(?:DefaultCommand|InvokerControllerMapping).*\n/g, '');

let remote: Remote;
let server: TestServer;
let ready: ReadyOperations;
let TicketID: unknown;

beforeAll(async () => {
  remote = await Remote.start();
  server = await startTestServer({
    webServices: { Tickets: TICKETS },
    configuration: { requester: { allowedHosts: [remote.address] }, Settings: { CheckMXRecord: 0 } },
  });
  ready = await setUpPlugins(server.system);
  const Attachment = { Filename: 'log.txt', ContentType: 'text/plain; charset=utf-8', Content: 'QUFB' };
  ({ TicketID } = await callTickets(server, 'create', { Ticket: TICKET, Article: ARTICLE, Attachment }));
});

afterAll(async () => {
  await server.stop();
  await remote.close();
});

beforeEach(() => {
  remote.script([{ status: 200, body: '{}' }]);
});

/** Stores the content as the host of an attached database may have it. */
async function store(content: string | null): Promise<void> {
  await server.database.query('update article_data_mime_attachment set content = $1', [content]);
}

async function call(config = definitionOf(remote.url)): Promise<void> {
  const record = { id: 1, name: 'Sender', config, validID: 1 };
  const service = await compileUnpublished(record, ready.operations);
  if (service === undefined) throw new Error('The definition cannot be read.');
  const { signal } = new AbortController();
  const result = await ready.invokers.call({ service, invoker: 'Send', data: { TicketID }, signal });
  expect(result.errorMessage).toBe('');
}

function sentContent(): unknown {
  const { Attachment } = JSON.parse(remote.arrived[0]?.body ?? '') as { readonly Attachment: readonly [Data] };
  return Attachment[0].Content;
}

/** Three bytes are a quantum of Base64, so quanta end within characters of two and four bytes. */
const TEXT = 'Größe 😀; ';
const lines = (base64: string, end: string, width: number) =>
  base64.replace(new RegExp(`.{1,${width}}`, 'g'), `$&${end}`);

describe('attachments that an invoker sends', () => {
  // A million characters are read at a time: borders are within lines, quanta, and line breaks.
  it.each([
    { stored: 'in one line', store: (base64: string) => base64, bytes: 1_600_001 },
    { stored: 'in lines', store: (base64: string) => lines(base64, '\n', 76), bytes: 800_002 },
    { stored: 'in lines of another width', store: (base64: string) => lines(base64, '\r\n', 97), bytes: 1_600_000 },
    {
      stored: 'in lines whose break is at the border',
      store: (base64: string) => lines(base64, '\r\n', 999_999),
      bytes: 1_500_000,
    },
  ])('are complete, in lines, and signed, when they are stored $stored', async (each) => {
    const content = Buffer.from(TEXT.repeat(each.bytes / 10)).subarray(0, each.bytes);
    const base64 = content.toString('base64');
    await store(each.store(base64));
    await call();
    const sent = sentContent();
    expect(sent === lines(base64, '\n', 76)).toBe(true);
    expect(Buffer.from(String(sent), 'base64').equals(content)).toBe(true);
    const { body = '', headers = [] } = remote.arrived[0] ?? {};
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const now = new Date(Number(named['webhook-timestamp']) * 1000);
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signing = { key, id: named['webhook-id'] ?? '', now };
    expect(named).toMatchObject({
      'content-length': String(Buffer.byteLength(body)),
      ...(await signatureHeaders(Buffer.from(body), signing)),
    });
  });

  it('are complete, in lines, and signed over SOAP, too', async () => {
    const base64 = Buffer.from(TEXT.repeat(160_000)).toString('base64');
    await store(base64);
    const answer = '<Envelope><Body><SendResponse><TicketID>1</TicketID></SendResponse></Body></Envelope>';
    remote.script([{ status: 200, body: answer }]);
    await call(overSoap(remote.url));
    const { body = '', headers = [] } = remote.arrived[0] ?? {};
    const [, content = ''] = /<Content>([^<]*)</.exec(body) ?? [];
    expect(content === lines(base64, '\r\n', 76)).toBe(true);
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const now = new Date(Number(named['webhook-timestamp']) * 1000);
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(named).toMatchObject({
      'content-length': String(Buffer.byteLength(body)),
      ...(await signatureHeaders(Buffer.from(body), { key, id: named['webhook-id'] ?? '', now })),
    });
  });

  it.each([null, '', '\n', '\r\n\r\n'])('have an empty text for a content of %j', async (content) => {
    await store(content);
    await call();
    expect(sentContent()).toBe('');
  });
});
