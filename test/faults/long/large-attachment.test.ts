import { randomFillSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { makeServerFolder, startServerProcess, type ServerProcess } from '@ticketgate/test-support';

const MEGABYTE = 1024 * 1024;
const ATTACHMENT = 40 * MEGABYTE;
const ALLOWED = 350 * MEGABYTE;

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
