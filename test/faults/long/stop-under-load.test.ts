import { Agent, request, type IncomingMessage } from 'node:http';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  type ServerProcess,
  untilTrue,
  type TestDatabase,
} from '../../support/index.js';

const KEEPING = 20;
const CONNECTING = 10;

/** What became of the requests of clients that go on until the server refuses their connections. */
interface Outcome {
  answered: number;
  /** Of answers while the server stopped: how many said that they are the last ones. */
  announced: number;
  /** Codes of what went wrong beside a refused connection, which may safely be tried elsewhere. */
  readonly failures: string[];
}

describe('a server that is stopped under load', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
  });

  afterAll(async () => {
    await testDatabase.stop();
    folder.remove();
  });

  it.each([[['--workers', '2']], [[]]])('answers every request that it took, started with %j', async (words) => {
    const environment = { DATABASE_URL: testDatabase.url };
    const server = await startServerProcess(folder.path, { environment, words });
    const outcome: Outcome = { answered: 0, announced: 0, failures: [] };
    const login = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword });
    const target = { url: `${server.url}/Webservice/GenericTicketConnectorREST/Session`, body: login };
    const agent = new Agent({ keepAlive: true, maxSockets: KEEPING });
    const clients = [
      ...Array.from({ length: KEEPING }, () => goOn({ ...target, agent }, outcome)),
      ...Array.from({ length: CONNECTING }, () => goOn({ ...target, agent: false }, outcome)),
    ];
    await untilTrue(() => Promise.resolve(outcome.answered > 200));
    expect(await server.stop()).toBe(0);
    await Promise.all(clients);
    agent.destroy();
    expect(outcome.failures).toEqual([]);
    expect(outcome.announced).toBeGreaterThan(0);
  });
});

describe('a server that is stopped while files are downloaded', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let server: ServerProcess;

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
  });

  afterAll(async () => {
    await server.stop();
    await testDatabase.stop();
    folder.remove();
  });

  it('sends files to their ends, and does not wait for ever for those who read nothing', async () => {
    server = await startServerProcess(folder.path, { environment: { DATABASE_URL: testDatabase.url } });
    const bytes = Buffer.alloc(LARGE, 'some bytes ');
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const ticket = {
      Title: 'Large',
      Queue: 'Raw',
      State: 'open',
      Priority: '3 normal',
      CustomerUser: 'c@customer.org',
    };
    const service = `${server.url}/Webservice/TicketService`;
    const created = await fetch(`${service}/TicketCreate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...login,
        Ticket: ticket,
        Article: { Subject: 'Large', Body: 'See the file.', MimeType: 'text/plain' },
        Attachment: [{ Filename: 'a.bin', ContentType: 'application/octet-stream', Content: bytes.toString('base64') }],
      }),
    });
    const { Data } = (await created.json()) as { Data: { TicketID: string; ArticleID: number } };
    const words = { ...login, ArticleID: String(Data.ArticleID), FileID: '1' };
    const url = `${service}/AttachmentGet?${new URLSearchParams(words).toString()}`;
    const [whole, never] = await Promise.all([download(url), download(url)]);
    expect([whole.statusCode, never.statusCode]).toEqual([200, 200]);
    const stopped = server.stop();
    await untilTrue(() =>
      fetch(`${server.url}/healthz`).then(
        ({ status }) => status !== 200,
        () => true,
      ),
    );
    expect(Buffer.compare(await bytesOf(whole), bytes)).toBe(0);
    expect(await stopped).toBe(0);
    await expect(bytesOf(never)).rejects.toThrow('aborted');
  });
});

/** Bytes: more than sockets keep for whoever does not read. */
const LARGE = 30_000_000;

/** The head of the answer; nothing of its body is read. */
function download(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false }, resolve).once('error', reject).end();
  });
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

interface Target {
  readonly url: string;
  readonly body: string;
  readonly agent: Agent | false;
}

async function goOn(target: Target, outcome: Outcome): Promise<void> {
  for (;;) {
    const ended = await post(target);
    if (ended === 'ECONNREFUSED') return;
    if (ended === 'answered' || ended === 'announced') outcome.answered += 1;
    else outcome.failures.push(ended);
    if (ended === 'announced' && target.agent !== false) outcome.announced += 1;
  }
}

function post({ url, body, agent }: Target): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent }, (response) => {
      response.resume().once('error', (error) => {
        resolve(error.message);
      });
      response.once('end', () => {
        resolve(response.headers.connection === 'close' ? 'announced' : 'answered');
      });
    });
    sent.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      resolve(code === 'ECONNREFUSED' ? code : `${code} on a ${sent.reusedSocket ? 'kept' : 'new'} connection`);
    });
    sent.end(body);
  });
}
