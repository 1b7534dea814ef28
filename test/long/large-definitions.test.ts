import { startTestServer, type TestServer } from '../support/index.js';

import { AdminClient } from '../admin/admin-client.js';
import { sessionService } from '../admin/session-service.js';
import { PASSWORD } from '../fuzz/credentials.js';
import { FuzzServer } from '../fuzz/fuzz-server.js';
import { Stalls } from './attacks/stalls.js';

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
    const compared = client
      .send('POST /services/Large/impact', { body: { definition: large('Number') } })
      .finally(() => {
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

/** An entity of 9,000 letters that is used 2,500 times: 17 KB, from which a parser makes 22 MB. */
const TEMPLATE = `<?xml version="1.0"?>
<!DOCTYPE t [<!ENTITY e "${'x'.repeat(9_000)}">]>
<xsl:transform version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:template match="RootElement"><RootElement>${'&e;'.repeat(2_500)}</RootElement></xsl:template>
</xsl:transform>`;

function withTemplate(template: string, broken = ''): string {
  const mapping = `      MappingInbound: { Type: XSLT, Config: { Template: ${JSON.stringify(template)} } }\n`;
  const operation = '      Type: Session::SessionGet\n';
  return sessionService('/heavy').replace(operation, `${operation}${mapping}${broken}`);
}

function withOperations(count: number, broken = ''): string {
  const all = (make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index)).join('');
  return `Debugger: { DebugThreshold: debug, TestMode: '0' }
Provider:
  Operation:
${all((index) => `    Get${index}: { Type: Session::SessionGet }\n`)}${broken}  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 1000
      KeepAlive: '1'
      RouteOperationMapping:
${all((index) => `        Get${index}: { Route: /session/${index}, RequestMethod: [POST] }\n`)}`;
}

const HEAVY = {
  Template: withTemplate(TEMPLATE),
  TemplateWithMistake: withTemplate(TEMPLATE, '      Typee: Session::SessionGet\n'),
  Operations: withOperations(10_000),
  OperationsWithMistake: withOperations(10_000, '    Wrong: { Type: Session::SessionGett }\n'),
};

// Linux tells what threads cost.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('definitions that are heavy to check', () => {
  let server: FuzzServer;
  let client: AdminClient;
  let stalls: Stalls;

  beforeAll(async () => {
    server = await FuzzServer.start();
    client = new AdminClient(server.base.origin);
    await client.logIn('root@localhost', PASSWORD);
    await client.get('POST /services', { body: { name: 'Light', definition: sessionService('/light') } });
    stalls = new Stalls(server);
  });

  afterAll(async () => {
    stalls.stop();
    await server.stop();
  });

  it.each(Object.entries(HEAVY))(
    'keep nobody waiting while they are checked, tried, compared and published: %s',
    async (name, definition) => {
      const send = (route: string, body: object) =>
        stalls.expectNone(`${name}: ${route}`, () => client.send(route, { body }));
      const tried = { service: 'Light', method: 'POST', path: '/light', body: '{}', definition };
      const answers = [
        await send('POST /check', { definition, name }),
        await send('POST /try', tried),
        await send('POST /services/Light/impact', { definition }),
        await send('POST /services', { name, definition, force: true }),
      ];
      await stalls.expectNone(`${name}: GET /services`, () => client.get('GET /services'));
      await stalls.expectNone(`${name}: GET /services/${name}`, () => client.send(`GET /services/${name}`));
      // Whether they are accepted is the matter of other tests.
      expect(answers.filter(({ status }) => status >= 500).map(({ status, text }) => [status, text])).toEqual([]);
    },
  );
});
