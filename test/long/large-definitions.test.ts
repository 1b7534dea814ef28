import { startTestServer, type TestServer } from '../support/index.js';

import { AdminClient } from '../admin/admin-client.js';
import { sessionService } from '../admin/session-service.js';

/** So many renamed members make two megabytes. */
const MEMBERS = 50_000;
const HEAD = `      MappingInbound:
        Type: Simple
        Config:
          KeyMapDefault: { MapType: Keep }
          ValueMapDefault: { MapType: Keep }
          KeyMapExact:
`;

function large(word: string): string {
  const renamed = Array.from({ length: MEMBERS }, (_, index) => `            ${word}${index}: Member${index}\n`);
  const operation = '      Type: Session::SessionGet\n';
  return sessionService('/large').replace(operation, `${operation}${HEAD}${renamed.join('')}`);
}

describe('two definitions of two megabytes', () => {
  let server: TestServer;
  let client: AdminClient;

  beforeAll(async () => {
    server = await startTestServer({ webServices: {} });
    client = new AdminClient(server.url);
    await client.logIn('root@localhost', server.rootPassword);
  });

  afterAll(() => server.stop());

  it('are compared while others are answered, with an answer that is no larger than they are', async () => {
    const definition = large('Nummer');
    expect(definition.length).toBeGreaterThan(1_800_000);
    await client.get('POST /services', { body: { name: 'Large', definition } });
    const done = new AbortController();
    const compared = client.send('POST /services/Large/diff', { body: { definition: large('Number') } }).finally(() => {
      done.abort();
    });
    let answered = 0;
    while (!done.signal.aborted) {
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      answered += 1;
    }
    const { status, text } = await compared;
    expect([status, answered > 5]).toEqual([200, true]);
    expect(text.length).toBeLessThan(2 * definition.length);
  });
});
