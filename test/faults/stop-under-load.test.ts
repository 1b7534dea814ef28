import { Agent, request } from 'node:http';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  untilTrue,
  type TestDatabase,
} from '@ticketgate/test-support';

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
