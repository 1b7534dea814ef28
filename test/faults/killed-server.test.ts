import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { on, once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const PASSWORD = 'faults-Passw0rd-1';
const CREATES = 1_000;
const CONNECTIONS = 50;

/** A whole server in a process of its own, with its own PostgreSQL. */
interface Process {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly url: string;
}

async function start(folder: string): Promise<Process> {
  const child = spawn(process.execPath, [join(ROOT, 'packages/server/bin/ticketgate.js'), 'serve'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      TICKETGATE_DATA: join(folder, 'data'),
      TICKETGATE_ROOT_PASSWORD: PASSWORD,
      TICKETGATE_CONFIG: `${join(ROOT, 'config/gateway.yml')},${join(folder, 'config.yml')}`,
    },
  });
  let output = '';
  for await (const [part] of on(child.stdout, 'data', { close: ['end'] })) {
    output += String(part);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error(`The server ended before it was ready: ${output}`);
}

describe('a server that is killed while tickets are created', () => {
  it('keeps every acknowledged ticket whole, and no half one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ticketgate-faults-'));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'config.yml'), 'Settings:\n  CheckMXRecord: 0\n');
    try {
      const first = await start(folder);
      const acknowledged = await createUntilKilled(first);
      expect(acknowledged.length).toBeGreaterThan(0);
      const second = await start(folder);
      await expectWholeTickets(second, acknowledged);
      second.child.kill('SIGTERM');
      await once(second.child, 'exit');
      expect(second.child.exitCode).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 180_000);
});

/** Ticket numbers that were answered before the process was killed amid the requests. */
async function createUntilKilled({ child, url }: Process): Promise<readonly string[]> {
  const service = `${url}/Webservice/GenericTicketConnectorREST`;
  const { SessionID } = (await post(`${service}/Session`, { UserLogin: 'root@localhost', Password: PASSWORD })) as {
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

async function expectWholeTickets({ url }: Process, acknowledged: readonly string[]): Promise<void> {
  const service = `${url}/Webservice/GenericTicketConnectorREST`;
  const { SessionID } = (await post(`${service}/Session`, { UserLogin: 'root@localhost', Password: PASSWORD })) as {
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
