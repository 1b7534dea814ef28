import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { makeServerFolder, startServerProcess, type ServerProcess } from '../../support/index.js';

const MEGABYTE = 1024 * 1024;
const ATTACHMENT = 40 * MEGABYTE;
const ALLOWED = 350 * MEGABYTE;
const COPY =
  '<xsl:transform version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/RootElement"><R><xsl:copy-of select="Attachment"/></R></xsl:template></xsl:transform>';
const INVOKERS = [
  { how: 'as they are', mapping: '' },
  { how: 'by a template', mapping: `, MappingOutbound: { Type: XSLT, Config: { Template: '${COPY}' } }` },
];

// Linux tells the greatest resident memory of a process, and forgets it when asked to.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('an attachment of 40 MB', () => {
  it('raises resident memory by less than 350 MB while it is stored and while it is read', async () => {
    const folder = makeServerFolder();
    const server = await startServerProcess(folder.path);
    try {
      await expectSmallRise(server);
    } finally {
      await server.stop();
      folder.remove();
    }
  }, 180_000);
});

describeOnLinux('an invoker', () => {
  it.each(INVOKERS)(
    'raises resident memory by less than 300 MB while it sends three attachments of 40 MB, $how',
    async ({ mapping }) => {
      const remote = createServer((request, response) => void keepHash(request).then(() => response.end('{}')));
      await once(remote.listen(0, '127.0.0.1'), 'listening');
      const folder = makeServerFolder();
      try {
        await expectSmallRiseOfCalls(folder.path, { mapping, port: (remote.address() as AddressInfo).port });
      } finally {
        folder.remove();
        remote.close();
      }
    },
    180_000,
  );
});

interface Calls {
  readonly port: number;
  readonly mapping: string;
}

async function expectSmallRiseOfCalls(folder: string, { port, mapping }: Calls): Promise<void> {
  arrived.length = 0;
  mkdirSync(join(folder, 'services'));
  writeFileSync(join(folder, 'services', 'Caller.yml'), definitionOf(port, mapping));
  const requester = `{ allowedHosts: ["127.0.0.1:${port}"], maxBody: ${2 * ATTACHMENT}, syncLimit: 60 }`;
  const configuration = `webServices: { folder: ${join(folder, 'services')} }
requester: ${requester}
Settings: { CheckMXRecord: 0 }
`;
  const call = ({ url, rootPassword: Password }: ServerProcess, path: string, fields: object) =>
    send('POST', `${url}/Webservice/Caller/${path}`, { UserLogin: 'root@localhost', Password, ...fields });
  const contents = Array.from({ length: 3 }, () => randomFillSync(Buffer.alloc(ATTACHMENT)));
  const storing = await startServerProcess(folder, { configuration });
  const tickets: unknown[] = [];
  for (const content of [Buffer.from('small'), ...contents]) {
    tickets.push((await call(storing, 'create', ticketWith(content.toString('base64')))).TicketID);
  }
  await storing.stop();
  // Another process, which does not have the memory of storing them.
  const sending = await startServerProcess(folder, { configuration });
  try {
    const rename = (TicketID: unknown) => call(sending, 'update', { TicketID, Ticket: { Title: 'Renamed' } });
    await rename(tickets[0]);
    const before = memoryOf(sending, 'VmRSS');
    const { greatest } = await greatestMemory(sending, () => Promise.all(tickets.slice(1).map(rename)));
    expect(arrived.slice(1).sort()).toEqual(contents.map(hashOf).sort());
    expect(greatest - before).toBeLessThan(300 * MEGABYTE);
  } finally {
    await sending.stop();
  }
}

interface File {
  readonly Content: string;
}

/** Hashes of the attachments that arrived. */
const arrived: string[] = [];

async function keepHash(request: IncomingMessage): Promise<void> {
  const { Attachment } = (await json(request)) as { readonly Attachment: File | readonly [File] };
  // A template makes no list of one element.
  const { Content } = 'Content' in Attachment ? Attachment : Attachment[0];
  arrived.push(hashOf(Buffer.from(Content, 'base64')));
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

const definitionOf = (port: number, mapping: string) => `
Debugger: { DebugThreshold: error }
Provider:
  Operation:
    Create: { Type: 'Ticket::TicketCreate' }
    Update: { Type: 'Ticket::TicketUpdate' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000000
      RouteOperationMapping:
        Create: { Route: /create, RequestMethod: [POST] }
        Update: { Route: /update, RequestMethod: [POST] }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: http://127.0.0.1:${port}
      DefaultCommand: POST
      Timeout: '60'
      InvokerControllerMapping: { Send: { Controller: /tickets } }
  Invoker:
    Send: { Type: 'Ticket::TicketCreate', RequestArticleFields: [Subject], Events: [{ Event: TicketTitleUpdate }]${mapping} }
`;

function ticketWith(Content: string) {
  return {
    Ticket: { Title: 'Large', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
    Article: { Subject: 'Größe', Body: 'See the file.', ContentType: 'text/plain; charset=utf-8' },
    Attachment: [{ Filename: 'large.bin', ContentType: 'application/octet-stream', Content }],
  };
}

async function expectSmallRise(server: ServerProcess): Promise<void> {
  const service = `${server.url}/Webservice/GenericTicketConnectorREST`;
  const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
  const content = randomFillSync(Buffer.alloc(ATTACHMENT)).toString('base64');
  const { SessionID } = await send('POST', `${service}/Session`, login);
  const ticket = (attachment: string) => ({
    SessionID,
    Ticket: { Title: 'Large', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
    Article: { Subject: 'Größe', Body: 'See the file.', ContentType: 'text/plain; charset=utf-8' },
    Attachment: [{ Filename: 'large.bin', ContentType: 'application/octet-stream', Content: attachment }],
  });
  const read = (id: unknown) =>
    `${service}/Ticket/${String(id)}?SessionID=${String(SessionID)}&AllArticles=1&Attachments=1`;

  const small = await send('POST', `${service}/Ticket`, ticket('AAAA'));
  await send('GET', read(small.TicketID));

  const before = memoryOf(server, 'VmRSS');
  const stored = await greatestMemory(server, () => send('POST', `${service}/Ticket`, ticket(content)));
  expect(stored.answer.TicketID).toBeDefined();
  const loaded = await greatestMemory(server, () => send('GET', read(stored.answer.TicketID)));
  const [first] = loaded.answer.Ticket as [{ Article: [{ Attachment: [{ Content: string }] }] }];
  expect(first.Article[0].Attachment[0].Content === content).toBe(true);
  const rises = [stored.greatest - before, loaded.greatest - before];
  expect(rises.map((rise) => (rise < ALLOWED ? 'small' : `${String(Math.round(rise / MEGABYTE))} MB`))).toEqual([
    'small',
    'small',
  ]);
}

async function send(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return (await response.json()) as Record<string, unknown>;
}

/** The greatest resident memory during `work`, in bytes. */
async function greatestMemory<Result>(server: ServerProcess, work: () => Promise<Result>) {
  writeFileSync(`/proc/${String(server.child.pid)}/clear_refs`, '5');
  const answer = await work();
  return { answer, greatest: memoryOf(server, 'VmHWM') };
}

function memoryOf({ child }: ServerProcess, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}
