import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeServerFolder,
  startTestDatabase,
  TicketgateProcess,
  type TestDatabase,
} from '../../../test/support/index.js';

const CONFIG = join(import.meta.dirname, '..', '..', '..', 'config');
const CHOSEN = 'chosen-Passw0rd-1';

describe('the agent of the connector', () => {
  const folder = makeServerFolder();
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await startTestDatabase({ migrations: [] });
    const file = join(folder.path, 'gateway.yml');
    const options = {
      http: { port: 0 },
      webServices: { folder: join(CONFIG, 'webservices') },
      catalogue: { file: join(CONFIG, 'catalogue.yml') },
      Settings: { CheckMXRecord: 0 },
    };
    writeFileSync(file, JSON.stringify(options));
    environment = { TICKETGATE_CONFIG: file, DATABASE_URL: database.url, TICKETGATE_ROOT_PASSWORD: CHOSEN };
  });

  afterAll(async () => {
    await database.stop();
    folder.remove();
  });

  async function listQueues(url: string, UserLogin: string, Password: string) {
    const body = JSON.stringify({ UserLogin, Password });
    const response = await fetch(`${url}/connector/queue-list`, { method: 'POST', body });
    return { status: response.status, version: response.headers.get('x-connector-version') };
  }

  it('is created by the catalogue, gets a password that is shown once, and is the only permitted caller', async () => {
    const first = new TicketgateProcess(['serve'], { environment });
    const { url, report } = await first.ready();
    const password = /api_agent, password (\S+)/.exec(report)?.[1] ?? '';
    expect(await listQueues(url, 'api_agent', password)).toEqual({ status: 200, version: '0.2.0' });
    expect(await listQueues(url, 'root@localhost', CHOSEN)).toMatchObject({ status: 401 });
    await first.end('SIGTERM');

    const again = { ...environment, TICKETGATE_API_PASSWORD: 'too-late-Passw0rd' };
    const second = new TicketgateProcess(['serve'], { environment: again });
    const next = await second.ready();
    expect(next.report).not.toContain('password');
    expect(second.log).toContain('TICKETGATE_API_PASSWORD is ignored');
    expect(await listQueues(next.url, 'api_agent', password)).toMatchObject({ status: 200 });
    await second.end('SIGTERM');
  });

  it('has the password that the environment names', async () => {
    await database.database.query(`update users set pw = '!' where login = 'api_agent'`);
    const server = new TicketgateProcess(['serve'], {
      environment: { ...environment, TICKETGATE_API_PASSWORD: CHOSEN },
    });
    const { url, report } = await server.ready();
    expect(report).not.toContain('password');
    expect(await listQueues(url, 'api_agent', CHOSEN)).toMatchObject({ status: 200 });
    await server.end('SIGTERM');
  });
});
