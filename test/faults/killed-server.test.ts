import { once } from 'node:events';
import { makeServerFolder, startServerProcess, type ServerProcess } from '../support/index.js';

const CREATES = 1_000;
const CONNECTIONS = 50;

describe('a server that is killed while tickets are created', () => {
  it('keeps every acknowledged ticket whole, and no half one', async () => {
    const folder = makeServerFolder();
    try {
      const first = await startServerProcess(folder.path);
      const acknowledged = await createUntilKilled(first);
      expect(acknowledged.length).toBeGreaterThan(0);
      const second = await startServerProcess(folder.path);
      await expectWholeTickets(second, acknowledged);
      expect(await second.stop()).toBe(0);
    } finally {
      folder.remove();
    }
  }, 180_000);
});

/** Ticket numbers that were answered before the process was killed amid the requests. */
async function createUntilKilled({ child, url, rootPassword }: ServerProcess): Promise<readonly string[]> {
  const service = `${url}/Webservice/GenericTicketConnectorREST`;
  const { SessionID } = (await post(`${service}/Session`, { UserLogin: 'root@localhost', Password: rootPassword })) as {
    SessionID: string;
  };
  const numbers: string[] = [];
  let left = CREATES;
  const work = async () => {
    while (left > 0 && !child.killed) {
      left -= 1;
      const answer = await post(`${service}/Ticket`, {
        SessionID,
        Ticket: {
          Title: `Ticket ${left}`,
          Queue: 'Raw',
          State: 'new',
          Priority: '3 normal',
          CustomerUser: 'a@customer.org',
        },
        Article: { Subject: 'Subject', Body: 'The whole body.', ContentType: 'text/plain; charset=utf-8' },
      }).catch(() => undefined);
      if (typeof answer?.TicketNumber === 'string') numbers.push(answer.TicketNumber);
      if (numbers.length >= CREATES / 4) child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return numbers;
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

async function expectWholeTickets(
  { url, rootPassword }: ServerProcess,
  acknowledged: readonly string[],
): Promise<void> {
  const service = `${url}/Webservice/GenericTicketConnectorREST`;
  const { SessionID } = (await post(`${service}/Session`, { UserLogin: 'root@localhost', Password: rootPassword })) as {
    SessionID: string;
  };
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const response = await fetch(`${service}/Ticket?SessionID=${SessionID}&Title=Ticket*&Limit=5000`);
  const { TicketID: ids } = (await response.json()) as { TicketID: readonly string[] };
  const list = await fetch(`${service}/TicketList?SessionID=${SessionID}&AllArticles=1&TicketID=${ids.join(',')}`);
  const { Ticket: tickets } = (await list.json()) as {
    Ticket: readonly { TicketNumber: string; Article?: readonly { Body: string }[] }[];
  };
  const numbers = tickets.map(({ TicketNumber }) => TicketNumber);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(acknowledged.filter((number) => !numbers.includes(number))).toEqual([]);
  expect(tickets.filter(({ Article }) => Article?.[0]?.Body !== 'The whole body.')).toEqual([]);
  const histories = await fetch(`${service}/TicketHistory/${ids.join(',')}?SessionID=${SessionID}`);
  const { TicketHistory } = (await histories.json()) as {
    TicketHistory: readonly { History: readonly { ArticleID: number }[] }[];
  };
  expect(TicketHistory.filter(({ History }) => !History.some(({ ArticleID }) => ArticleID > 0))).toEqual([]);
}
