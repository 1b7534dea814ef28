import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeServerFolder, startServerProcess, untilTrue, type ServerProcess } from '../../support/index.js';

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'notify-chat');

const configurationFor = (port: number) => `
plugins: ['@ticketgate/plugin-session', '@ticketgate/plugin-ticket', '${EXAMPLE}']
events: { atATime: 1 }
Settings:
  CheckEmailAddresses: 0
  Chat::URL: http://127.0.0.1:${port}/
  Chat::Hosts: ['127.0.0.1:${port}']
`;

async function createTicket({ url, rootPassword }: ServerProcess, title: string): Promise<void> {
  const body = JSON.stringify({
    UserLogin: 'root@localhost',
    Password: rootPassword,
    Ticket: { Title: title, Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
    Article: { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' },
  });
  const response = await fetch(`${url}/Webservice/GenericTicketConnectorREST/Ticket`, { method: 'POST', body });
  expect(await response.json()).toMatchObject({ TicketNumber: expect.stringMatching(/^\d+$/) as string });
}

it('delivers the events of a server that was killed between the commit and the delivery', async () => {
  const posted: { text: string; key: unknown }[] = [];
  let isSilent = true;
  const chat = createServer((request, response) => {
    void text(request).then((body) => {
      const { text: message } = JSON.parse(body) as { text: string };
      posted.push({ text: message, key: request.headers['idempotency-key'] });
      if (!isSilent) response.writeHead(204).end();
    });
  });
  const folder = makeServerFolder();
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  const configuration = configurationFor((chat.address() as AddressInfo).port);
  try {
    const first = await startServerProcess(folder.path, { configuration });
    await createTicket(first, 'Held up');
    // The plugin handles one event at a time, and this one never ends: the next one is committed, and nobody has begun to deliver it.
    await untilTrue(() => Promise.resolve(posted.length === 1));
    await createTicket(first, 'Committed');
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect(posted.map(({ text: message }) => message)).toEqual([expect.stringContaining('Held up')]);
    isSilent = false;
    const second = await startServerProcess(folder.path, { configuration });
    await untilTrue(() => Promise.resolve(posted.length === 3));
    expect(await second.stop()).toBe(0);
    const [begun, ...delivered] = posted;
    expect(delivered.filter(({ text: message }) => message.includes('Committed'))).toHaveLength(1);
    // At least once: what was begun comes again, and says so by its key.
    expect(delivered).toContainEqual(begun);
  } finally {
    chat.closeAllConnections();
    chat.close();
    folder.remove();
  }
}, 120_000);
