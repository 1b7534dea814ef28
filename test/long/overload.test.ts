import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { makeServerFolder, startServerProcess, type ServerProcess } from '../support/index.js';

const CONNECTOR = '/Webservice/GenericTicketConnectorREST';
/** Connections that wait for nothing but their answers, to see what the server can do: so many that it is never idle, and refuses nothing. */
const CLOSED = 100;
const CLOSED_SECONDS = 5;
/** How many times as many requests as it can answer are offered. */
const FACTOR = 2;
const OFFERED_SECONDS = 15;
/** Of these, those at the beginning are not counted. */
const WARM_SECONDS = 3;
const TICK_MILLISECONDS = 5;
/** Milliseconds within which 99 of 100 answers come. */
const PROMISED = 1000;
/** Milliseconds for a refusal, on a machine that has much else to do. */
const AT_ONCE = 250;

/** Storing it costs the server much more than sending it costs the clients beside it, so they can still send twice what it answers. */
const TEXT = 'Much of it. '.repeat(5_000);

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly milliseconds: number;
}

describe('a server that is offered more than it can do', () => {
  const folder = makeServerFolder();
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  let server: ServerProcess;
  let body: string;

  beforeAll(async () => {
    server = await startServerProcess(folder.path, {
      configuration: 'Settings: { CheckMXRecord: 0 }\nlog: { level: error }\n',
    });
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const created = await fetch(`${server.url}${CONNECTOR}/Session`, { method: 'POST', body: JSON.stringify(login) });
    const { SessionID } = (await created.json()) as { SessionID: string };
    body = JSON.stringify({
      SessionID,
      Ticket: { Title: 'Load', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
      Article: { Subject: 'Load', Body: TEXT, ContentType: 'text/plain; charset=utf-8' },
    });
  });

  afterAll(async () => {
    agent.destroy();
    await server.stop();
    folder.remove();
  });

  /** Creates a ticket. */
  function ask(): Promise<Answer> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const call = request(`${server.url}${CONNECTOR}/Ticket`, { method: 'POST', agent }, (response) => {
        response.resume().once('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, retryAfter: headers['retry-after'], milliseconds: performance.now() - began });
        });
      });
      call.once('error', reject).end(body);
    });
  }

  async function askInTurn(): Promise<number> {
    const end = performance.now() + CLOSED_SECONDS * 1000;
    let count = 0;
    await Promise.all(
      Array.from({ length: CLOSED }, async () => {
        for (; performance.now() < end; count += 1) await ask();
      }),
    );
    return count / CLOSED_SECONDS;
  }

  /** Sends so many a second, whether they are answered or not. */
  async function offer(perSecond: number): Promise<readonly Answer[]> {
    const answers: Promise<Answer>[] = [];
    const began = performance.now();
    for (let now = began; now - began < OFFERED_SECONDS * 1000; now = performance.now()) {
      const due = ((now - began) / 1000) * perSecond;
      while (answers.length < due) answers.push(ask());
      await wait(TICK_MILLISECONDS);
    }
    return (await Promise.all(answers)).slice(WARM_SECONDS * perSecond);
  }

  it('refuses what is too much at once, and answers 99 of 100 others within a second', async () => {
    await askInTurn(); // the first requests of a process are slower
    const capacity = await askInTurn();
    const answers = await offer(capacity * FACTOR);
    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 503);
    const at = (share: number, list: readonly Answer[]) =>
      Math.round(
        list.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)[
          Math.floor(share * list.length)
        ] ?? 0,
      );
    const seconds = OFFERED_SECONDS - WARM_SECONDS;
    // The figures of docs/reliability.md.
    process.stderr.write(
      `${Math.round(capacity)} creates/s in turn; of ${Math.round(answers.length / seconds)}/s offered, ${Math.round(served.length / seconds)}/s served ` +
        `(p50 ${at(0.5, served)} ms, p99 ${at(0.99, served)} ms), ${Math.round(refused.length / seconds)}/s refused ` +
        `(p50 ${at(0.5, refused)} ms, p99 ${at(0.99, refused)} ms)\n`,
    );
    expect(served.length + refused.length).toBe(answers.length);
    expect(refused.length).toBeGreaterThan(answers.length / 10);
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
    expect(at(0.5, refused)).toBeLessThan(AT_ONCE);
    // A refusal waits for nothing but a turn of the process: the machine, which also runs PostgreSQL and these clients, takes as long.
    expect(at(0.99, served)).toBeLessThan(PROMISED + at(0.99, refused));
  }, 120_000);
});
