import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfiguration } from '@ticketgate/runtime';
import {
  makeServerFolder,
  startTestServer,
  TicketgateProcess,
  untilTrue,
  type TestServer,
} from '../../../test/support/index.js';

import { askHost } from '../src/comparing/ask-host.js';
import { readWritten, withCredentials } from '../src/comparing/compared-request.js';
import { compareBodies } from '../src/comparing/judge-answers.js';
import { readExchange } from '../src/comparing/recorded-request.js';
import { readRequestFile } from '../src/comparing/request-file.js';
import { runCommand } from '../../ticketgate/test/run-command.js';

const SERVICE = `Debugger: { DebugThreshold: debug }
Provider:
  Operation:
    Create: { Type: 'Ticket::TicketCreate' }
    Get: { Type: 'Ticket::TicketGet' }
    Login: { Type: 'Session::SessionCreate' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      AdditionalHeaders: { X-Desk: ours }
      RouteOperationMapping:
        Create: { Route: /Ticket, RequestMethod: [POST] }
        Get: { Route: '/Ticket/:TicketID', RequestMethod: [GET] }
        Login: { Route: /Session, RequestMethod: [POST] }
`;

const NEW = {
  Ticket: { Title: 'Toner', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
  Article: { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf8' },
};

interface Report {
  readonly same: number;
  readonly different: number;
  readonly skipped: number;
  readonly isComplete: boolean;
  readonly requests: readonly { readonly request: string; readonly kind: string; readonly reason: string | null }[];
}

describe('ticketgate compare', () => {
  const folder = makeServerFolder();
  let server: TestServer;
  /** In front of the server: changes its answers as `change` says. */
  let host: Server;
  let change = (answer: string): string => answer;
  let header = 'ours';
  const asked: string[] = [];

  const environment = () => ({
    DATABASE_URL: server.system.location.url,
    TICKETGATE_CONFIG: join(folder.path, 'gateway.yml'),
    TICKETGATE_HOST_LOGIN: 'root@localhost',
    TICKETGATE_HOST_PASSWORD: server.rootPassword,
  });
  const run = (words: string, rate = 1000) =>
    runCommand([...words.split(' '), '--host-url', urlOf(host), '--rate', String(rate)], {
      environment: environment(),
    });

  const count = async (table: string) => {
    const [row] = await server.database.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
    return row?.count;
  };

  beforeAll(async () => {
    writeFileSync(join(folder.path, 'gateway.yml'), 'Settings: { CheckMXRecord: 0 }\n');
    const configuration = { Settings: { CheckMXRecord: 0 } };
    server = await startTestServer({ webServices: { Compared: SERVICE }, configuration });
    host = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${(request.url ?? '').replace(/\?.*/, '')}`);
      void fetch(`${server.url}${request.url ?? ''}`).then(async (answer) => {
        response.writeHead(answer.status, { 'Content-Type': 'application/json', 'X-Desk': header });
        response.end(change(await answer.text()));
      });
    });
    await once(host.listen(0, '127.0.0.1'), 'listening');
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const base = `${server.url}/nph-genericinterface.pl/Webservice/Compared`;
    const headers = { 'Content-Type': 'application/json' };
    const post = (path: string, body: object) =>
      fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify({ ...login, ...body }) });
    expect(await (await post('/Ticket', NEW)).text()).toContain('TicketNumber');
    await post('/Session', {});
    await fetch(`${base}/Ticket/1?${new URLSearchParams(login).toString()}&AllArticles=1`);
    await untilTrue(async () => (await count('ticketgate.debug_entry')) === 3);
  });

  afterAll(async () => {
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
    await server.stop();
    folder.remove();
  });

  beforeEach(() => {
    asked.length = 0;
    change = (answer) => answer;
  });

  it('finds nothing between two equal systems, asks the host only what reads, and undoes what writes', async () => {
    const before = await Promise.all(['ticket', 'sessions', 'article'].map(count));
    const { code, output } = await run('compare Compared --json');
    const report = JSON.parse(output) as Report;
    expect(report).toMatchObject({ same: 2, different: 0, skipped: 1, isComplete: true });
    expect(report.requests.map(({ request }) => request)).toEqual([
      'GET /Ticket/1?AllArticles=1',
      'POST /Session',
      'POST /Ticket',
    ]);
    expect(report.requests[1]?.reason).toContain('cannot be rolled back');
    expect(asked).toEqual(['GET /nph-genericinterface.pl/Webservice/Compared/Ticket/1']);
    expect(await Promise.all(['ticket', 'sessions', 'article'].map(count))).toEqual(before);
    expect(output).not.toContain(server.rootPassword);
    expect(code).toBe(0);
  });

  /** Changes the ticket of an answer. */
  const changing = (edit: (ticket: Record<string, unknown>) => void) => (answer: string) => {
    const data = JSON.parse(answer) as { readonly Ticket: readonly Record<string, unknown>[] };
    data.Ticket.forEach(edit);
    return JSON.stringify(data);
  };

  it('finds exactly the change of an answer, by kind', async () => {
    const file = join(folder.path, 'get.sh');
    writeFileSync(file, 'curl https://desk.example.org/znuny/nph-genericinterface.pl/Webservice/Compared/Ticket/1\n');
    change = changing((ticket) => {
      ticket.Title = 'Farewell';
    });
    expect(await run(`compare Compared --with ${file}`)).toMatchObject({
      code: 1,
      output: `different  GET /Ticket/1  Get
  value  Ticket[0].Title: "Farewell" → "Welcome to Ticketgate"
0 the same, 1 different, 0 skipped
Differences by kind: 1 value
`,
    });
    change = changing((ticket) => {
      ticket.Titel = 'Toner';
      delete ticket.Title;
    });
    const { output } = await run(`compare Compared --with ${file}`);
    expect(output).toContain('additional  Ticket[0].Title: nothing → "Welcome to Ticketgate"\n');
    expect(output).toContain('missing  Ticket[0].Titel: "Toner" → nothing\n');
    change = (answer) => answer;
    expect(await run(`compare Compared --with ${file}`)).toMatchObject({
      code: 0,
      output: 'same  GET /Ticket/1  Get\n1 the same, 0 different, 0 skipped\n',
    });
  });

  it('says why it skips a request', async () => {
    const file = join(folder.path, 'requests.sh');
    const base = 'https://desk.example.org/znuny/nph-genericinterface.pl/Webservice/Compared';
    writeFileSync(
      file,
      `curl ${base}/nowhere\ncurl -X POST '${base}/Ticket' -d '{"Ticket":{}}'\ncurl '${base}/Ticket/1?Password=*'\n`,
    );
    const { output } = await run(`compare Compared --with ${file} --json`);
    const report = JSON.parse(output) as Report;
    expect(report.requests.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['skipped', 'No operation of the web service takes it.'],
      ['skipped', 'It writes, and no answer was recorded.'],
      ['same', null],
    ]);
    const without = await runCommand(['compare', 'Compared', '--host-url', urlOf(host)], {
      environment: { DATABASE_URL: server.system.location.url, TICKETGATE_CONFIG: join(folder.path, 'gateway.yml') },
    });
    expect(without.log).toContain('Set TICKETGATE_HOST_LOGIN and TICKETGATE_HOST_PASSWORD');
  });

  /** A file that asks for the ticket again and again. */
  const repeated = (times: number, options = '') => {
    const file = join(folder.path, `${times}.sh`);
    const address = 'https://desk.example.org/znuny/nph-genericinterface.pl/Webservice/Compared/Ticket/1';
    writeFileSync(file, `curl ${options} ${address}\n`.repeat(times));
    return file;
  };

  it('ends with a sentence when nothing can be compared with the host', async () => {
    const file = repeated(28);
    const tell = async (url: string, changes = {}) => {
      const words = ['compare', 'Compared', '--with', file, '--host-url', url];
      const { code, output, log } = await runCommand(words, { environment: { ...environment(), ...changes } });
      expect([code, output]).toEqual([2, '']);
      return log.replace(/^ticketgate: Nothing can be compared with http:[^ ]+: /, '');
    };
    expect(await tell(urlOf(host), { TICKETGATE_HOST_PASSWORD: 'wrong' })).toBe(
      'it refuses the login "root@localhost" or its password.\n',
    );
    expect(await tell('http://127.0.0.1:1/x.pl')).toBe('connect ECONNREFUSED 127.0.0.1:1.\n');
    const wrongAddress = 'and not as a web service does. Check the address and the name of the service.\n';
    expect(await tell(`${server.url}/nowhere`)).toBe(`it answered with 404, ${wrongAddress}`);
    change = () => '<html>Welcome</html>';
    expect(await tell(urlOf(host))).toBe(`it answered with 200, ${wrongAddress}`);
  });

  it('compares the headers that the definition sets', async () => {
    header = 'other';
    const { output } = await run(`compare Compared --with ${repeated(1)}`);
    header = 'ours';
    expect(output).toContain('value  the header x-desk: "other" → "ours"\n');
  });

  it('asks as the agent of --as, and says so if that one is invalid', async () => {
    await server.database.query(
      "insert into users (login, pw, first_name, last_name, valid_id, create_time, create_by, change_time, change_by) values ('gone', '', 'G', 'One', 2, now(), 1, now(), 1)",
    );
    const words = ['--as', 'gone', 'compare', 'Compared', '--with', repeated(1), '--host-url', urlOf(host)];
    const { code, log } = await runCommand(words, { environment: environment() });
    expect([code, log]).toEqual([
      2,
      'ticketgate: The agent "gone" is invalid. Name a valid one, or make this one valid.\n',
    ]);
  });

  it('keeps the rate, and says how far it is', async () => {
    const started = performance.now();
    expect((await run(`compare Compared --with ${repeated(4)}`, 10)).log).toBe('');
    expect(performance.now() - started).toBeGreaterThanOrEqual(290);
    const { output, log } = await run(`compare Compared --with ${repeated(60, '-X TRACE')} --limit 55`);
    expect(log).toBe(`50 of 55 requests
ticketgate: Nothing was compared. 55 of 55 requests were skipped for this reason: The method "TRACE" is not sent.
`);
    const limited = await run(`compare Compared --with ${repeated(2)} --limit 1 --json`, 10);
    expect([limited.code, JSON.parse(limited.output)]).toMatchObject([0, { same: 1, isComplete: false }]);
    expect(output).toMatch(/\n0 the same, 0 different, 55 skipped\n55 of 60 requests; --limit takes more\.\n$/);
  });

  it('ends with what it has found when Ctrl-C is pressed, and leaves nothing', async () => {
    const transactions = async () => {
      const [row] = await server.database.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
         where state like 'idle in transaction%' and datname = current_database()`,
      );
      return row?.count;
    };
    const before = await count('sessions');
    const words = ['compare', 'Compared', '--with', repeated(60), '--host-url', urlOf(host), '--rate', '2'];
    const command = new TicketgateProcess(words, { environment: environment() });
    await untilTrue(() => Promise.resolve(asked.length === 2));
    const { code, output } = await command.end('SIGINT');
    expect(code).toBe(1);
    expect(output).toMatch(
      /^(same {2}GET \/Ticket\/1 {2}Get\n)+(\d+) the same, 0 different, 0 skipped\nEnded after \2 of 60 requests\.\n$/,
    );
    expect(asked.length).toBeLessThan(5);
    expect(await transactions()).toBe(0);
    expect(await count('sessions')).toBe(before);
  });
});

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/nph-genericinterface.pl`;
}

describe('a host that is asked', () => {
  let host: Server;
  let answer = '';

  beforeAll(async () => {
    host = createServer((_, response) => response.end(answer));
    await once(host.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(async () => {
    await new Promise((resolve) => host.close(resolve));
  });

  const ask = (url: string) =>
    askHost({ url, login: 'anna', password: 'x' }, 'Desk', { method: 'GET', path: '/Ticket/1', body: '' });

  it('is not connected to in a network that nothing may connect to', async () => {
    await expect(ask('http://169.254.169.254/x.pl')).rejects.toMatchObject({ code: 'Admin.HostUnusable' });
  });

  it('may answer 10 MB', async () => {
    answer = 'a'.repeat(10_000_000);
    const whole = await ask(urlOf(host));
    expect(typeof whole === 'string' ? whole : [whole.status, whole.body.length]).toEqual([200, 10_000_000]);
    answer += 'a';
    expect(await ask(urlOf(host))).toBe(
      'The host has not answered completely: the answer has more than 10000000 bytes.',
    );
  });
});

describe('requests to compare', () => {
  const base = 'https://desk.example.org/znuny/nph-genericinterface.pl/Webservice/Desk';
  const read = (text: string) => readRequestFile(text, { file: 'requests', service: 'Desk' });

  it('are read from curl commands, without credentials', () => {
    const text = `#!/bin/sh
# A comment; curl ignored
curl -s "${base}/Ticket/7?UserLogin=a&Password=b&AllArticles=1" # and one more
curl -X PATCH \\
  -H 'Content-Type: application/json' \\
  --data-raw '{"SessionID":"1","Ticket":{"Title":"It'\\''s"}}' ${base}/Ticket/7; echo done
curl https://desk.example.org/Webservice/Other/x
`;
    expect(read(text)).toEqual([
      { method: 'GET', path: '/Ticket/7?AllArticles=1', body: '', hadCredentials: false, recorded: undefined },
      {
        method: 'PATCH',
        path: '/Ticket/7',
        body: '{"Ticket":{"Title":"It\'s"}}',
        hadCredentials: true,
        recorded: undefined,
      },
    ]);
    expect(() => read('echo nothing')).toThrow('has no request to the web service "Desk"');
  });

  const paths = (text: string) =>
    read(text).map((each) => (typeof each === 'string' ? each : `${each.method} ${each.path} ${each.body}`.trim()));

  it('are read from curl commands as bash reads them', () => {
    const lines = [
      String.raw`curl '${base}/Search' -H 'Content-Type: application/json' --data-raw $'{"Title":"h\'osted \u00e4\xc3\xa4"}\n'`,
      `curl -sS -XPOST ${base}/Ticket -d a=1 -d b > answer.json 2>&1 | jq . && echo ok`,
      `curl -G ${base}/Search --data-urlencode 'Title=hos ted' -d Limit=1 # all`,
      `/usr/bin/curl -I "${base}/Ticket/7?Title=5\$"`,
      `curl --json '{"A":' ${base}/Ticket --json=1}`,
      `curl ${base}/Ticket --data-raw=@x`,
      `curl ${base.replace('Webservice/Desk', 'WebserviceID/3')}/Ticket/8#top`,
    ];
    const texts = readRequestFile(lines.join('\n'), { file: 'requests', service: 'Desk', id: 3 }).map((each) =>
      typeof each === 'string' ? each : `${each.method} ${each.path} ${each.body}`.trim(),
    );
    expect(texts).toEqual([
      'POST /Search {"Title":"h\'osted ää"}',
      'POST /Ticket a=1&b',
      'GET /Search?Title=hos%20ted&Limit=1',
      'HEAD /Ticket/7?Title=5$',
      'POST /Ticket {"A":1}',
      'POST /Ticket @x',
      'GET /Ticket/8',
    ]);
  });

  it('are read from commands for the command prompt of Windows', () => {
    const lines = [
      `curl ^"${base}/Search^" ^`,
      '  -H ^"Content-Type: application/json^" ^',
      String.raw`  --data-raw ^"^{^\^"Title^\^":^\^"50^%^ off ^& it's^\^"^}^" &`,
      `curl.exe "${base}/Ticket/7?a=1^&b=2" ^`,
      `  -X PATCH -d "{\\"A\\":\\"\\\\\\"""}"`,
      `curl ${base}/Ticket?a=1^&b=2 -d "C:\\\\"`,
      `curl "${base}/Ticket/8" -F a=b`,
    ];
    expect(paths(lines.join('\r\n'))).toEqual([
      `POST /Search {"Title":"50% off & it's"}`,
      String.raw`PATCH /Ticket/7?a=1^&b=2 {"A":"\""}`,
      'POST /Ticket?a=1&b=2 C:\\',
      "Line 7 was not understood: Unknown option '-F'.",
    ]);
  });

  it('are named by their lines when they are not understood', () => {
    const lines = [
      `curl ${base}/Ticket/1`,
      `curl '${base}/Ticket/2' -d "{\\"SessionID\\":\\"$ID\\"}"`,
      `ID=1 curl ${base}/Ticket/3`,
      `curl ${base}/Ticket/[1-9]`,
      `curl ${base}/Ticket -d @ticket.json`,
      `curl ${base}/Ticket -F a=b`,
      `curl ${base}/Ticket/4 ${base}/Ticket/5`,
      `curl.exe ${base}/Ticket/6 \``,
      '  -X DELETE',
      `Invoke-WebRequest -Uri "${base}/Ticket/7"`,
      'curl https://desk.example.org/Webservice/Other/x -F a=b',
      `for ID in 1 2; do curl "$DESK/Ticket/$ID"; done`,
      `curl ${base}/Ticket -X post -d {}`,
      `curl ${base}/Ticket -d '{"Title":"it''s"}'`,
      `curl ${base}/Ticket -d "{""Title"":""x""}"`,
      String.raw`curl ${base}/Ticket -d '{\"Title\":1}'`,
      `curl "${base}/Ticket/%ID%?Title=a%%20b"`,
      `curl -d @- ${base}/Ticket <<END`,
      `{"Title":"it's"}`,
      `curl ${base}/Ticket/9`,
      `echo "it's done"`,
      `curl '${base}/Ticket/8 -d {}`,
    ];
    expect(paths(lines.join('\n'))).toEqual([
      'GET /Ticket/1',
      'Line 2 was not understood: only a shell knows what this is, "{\\"SessionID\\":\\"$I.',
      'Line 3 was not understood: it is not a command of curl.',
      `Line 4 was not understood: an address with a pattern, ${base}/Ticket/[1-9].`,
      'Line 5 was not understood: data from a file of its own.',
      "Line 6 was not understood: Unknown option '-F'.",
      'Line 7 was not understood: several addresses in one command.',
      'Line 8 was not understood: only a shell knows what this is, `.',
      'Line 10 was not understood: it is not a command of curl.',
      'Line 12 was not understood: it is not a command of curl.',
      'The method "post" is not sent.',
      `Line 14 was not understood: only a shell knows what this is, '{"Title":"it''s"}'.`,
      'Line 15 was not understood: only a shell knows what this is, "{""Title"":""x""}".',
      String.raw`Line 16 was not understood: data that only look like JSON, {\"Title\":1}.`,
      `Line 17 was not understood: an address with a pattern, ${base}/Ticket/%ID%?Title=a%%20b.`,
      'Line 18 was not understood: data from a file of its own.',
      'GET /Ticket/9',
      `Line 22 was not understood: only a shell knows what this is, '${base.slice(0, 19)}.`,
    ]);
  });

  it('are read from HAR archives, with their answers', () => {
    const request = { method: 'post', url: `${base}/Ticket`, postData: { text: '{"UserLogin":"a","A":1}' } };
    const response = { status: 200, content: { text: '{"TicketID":1}' } };
    const form = { ...request, postData: { params: [{ name: 'A', value: '1' }] } };
    const unknown = { method: 'POST', url: `${base}/Ticket`, bodySize: -1 };
    const har = { log: { entries: [{ request, response }, {}, { request: form }, { request: unknown }] } };
    expect(read(`\ufeff${JSON.stringify(har)}`)).toEqual([
      {
        method: 'POST',
        path: '/Ticket',
        body: '{"A":1}',
        hadCredentials: true,
        recorded: { status: 200, body: '{"TicketID":1}' },
      },
      'The archive has no text of the body of entry 3.',
      'The archive has no text of the body of entry 4.',
    ]);
  });

  const rest = (
    routes: Readonly<Record<string, { readonly Route: string; readonly RequestMethod: readonly string[] }>>,
  ) =>
    ({
      transport: {
        kind: 'rest',
        rest: {
          routes: Object.entries(routes).map(([operation, { Route: route, RequestMethod: methods }]) => ({
            operation,
            route,
            methods,
          })),
        },
      },
    }) as unknown as Parameters<typeof readExchange>[1];
  const soap = {
    transport: { kind: 'soap', soap: { requestName: { scheme: 'Request', freeText: '' } } },
  } as unknown as Parameters<typeof readExchange>[1];
  const routes = rest({
    Get: { Route: '/Ticket/:TicketID', RequestMethod: ['GET'] },
    Create: { Route: '/Ticket', RequestMethod: ['POST', 'GET'] },
  });
  const exchange = (...points: readonly (readonly [string, string])[]) => ({
    contents: points.map(([subject, content]) => ({ subject, content })),
  });

  it('are read from the debug log of a host, which writes data as Perl does', () => {
    const environment = `$VAR1 = {
  'QUERY_STRING' => 'UserLogin=a&Password=it\\'s&AllArticles=1',
  'REQUEST_METHOD' => 'GET',
  'PATH_INFO' => '/Webservice/Desk/Ticket/7'
};
`;
    expect(readExchange(exchange(['Communication sequence started', environment]), routes)).toEqual({
      method: 'GET',
      path: '/Ticket/7?AllArticles=1',
      body: '',
      hadCredentials: false,
      recorded: undefined,
    });
    const nothing = 'Its body was not recorded, nor an operation that took it.';
    expect(readExchange(exchange(), routes)).toBe(nothing);
    const large = environment.replace('{', "{\n  'CONTENT_LENGTH' => '5',").replace('GET', 'POST');
    expect(readExchange(exchange(['Communication sequence started', large]), routes)).toBe(nothing);
  });

  it('are made again from the operation and its data, where a host has not recorded more', () => {
    const again = (operation: string, data: string, service = routes) => {
      const points = [
        ['Communication sequence started', "$VAR1 = {\n  'GATEWAY_INTERFACE' => 'CGI/1.1'\n};\n"],
      ] as const;
      const read = readExchange(
        exchange(
          ...points,
          [`Detected operation '${operation}'`, 'No data provided'],
          ['Incoming data before mapping', data],
        ),
        service,
      );
      return typeof read === 'string' ? read : `${read.method} ${read.path} ${read.body}`.trim();
    };
    const login = "'Password' => 'x=>\\'undef\\'', 'UserLogin' => 'a'";
    expect(
      again(
        'Get',
        `$VAR1 = { ${login}, 'RequestMethod' => 'GET', 'TicketID' => '1,2', 'Title' => "\\x{263a} &", 'X' => ['1', '2'] };`,
      ),
    ).toBe('GET /Ticket/1%2C2?Title=%E2%98%BA%20%26&X=1&X=2');
    const ticket = `'Ticket' => { 'Title' => 'it\\'s', 'Lock' => undef, 'OwnerID' => 3 }`;
    expect(again('Create', `$VAR1 = { ${login}, ${ticket} };\n`)).toBe(
      'POST /Ticket {"Ticket":{"Title":"it\'s","Lock":null,"OwnerID":3}}',
    );
    expect(again('Create', `$VAR1 = { ${login} };`)).toBe('POST /Ticket {}');
    expect(again('Create', `$VAR1 = { 'RequestMethod' => 'GET', ${ticket} };`)).toBe(
      'Its data have no form in a query.',
    );
    expect(again('Get', "$VAR1 = { 'RequestMethod' => 'GET' };")).toBe(
      'Its route needs "TicketID", which its data do not have.',
    );
    expect(again('Search', '$VAR1 = {};')).toBe('Its operation "Search" has no route here.');
    expect(again('Get', "$VAR1 = { 'Cut' => 'in ha")).toBe(
      'Its data were not recorded as members that can be sent again.',
    );
    expect(again('Get', `$VAR1 = { ${login}, 'TicketID' => [ '1', '2' ] };`, soap)).toMatch(
      /^POST .*<soap:Body><GetRequest><TicketID>1<\/TicketID><TicketID>2<\/TicketID><\/GetRequest><\/soap:Body>/,
    );
  });

  it('are made again where what Ticketgate has recorded ends at a secret', () => {
    const began = [
      'Communication sequence started',
      '{"Method":"POST","URL":"/Webservice/Desk/Ticket","Headers":{}}',
    ] as const;
    const operation = ["Detected operation 'Create'", ''] as const;
    const data = ['Incoming data before mapping', '{"UserLogin":"a","Password":"*******","A":1}'] as const;
    const xml = [
      'Received data by provider',
      '<s:Envelope><s:Body><Create><UserLogin>a</UserLogin><Password*******',
    ] as const;
    expect(readExchange(exchange(began, xml, operation, data), soap)).toMatchObject({
      body: expect.stringContaining('<CreateRequest><A>1</A></CreateRequest>') as string,
      hadCredentials: true,
    });
    const json = ['Received data by provider', '{"A":1,"Password*******'] as const;
    expect(readExchange(exchange(began, json, operation, data), routes)).toMatchObject({
      body: '{"A":1}',
      hadCredentials: true,
    });
    expect(readExchange(exchange(began, json), routes)).toBe(
      'Its body was not recorded, nor an operation that took it.',
    );
  });

  it('get credentials where they had them, also in an envelope', () => {
    const credentials = { UserLogin: 'a&b', Password: 'p' };
    const written = (method: string, body: string, path = '/X') => {
      const read = readWritten({ method, url: `/Webservice/Desk${path}`, body });
      if (typeof read === 'string') throw new Error(read);
      const sent = withCredentials(read, credentials);
      return `${sent.path} ${sent.body}`.trim();
    };
    expect(written('POST', '{"UserLogin":"x","Password":"y"}')).toBe('/X {"UserLogin":"a&b","Password":"p"}');
    expect(written('POST', '{"A":1}')).toBe('/X {"A":1,"UserLogin":"a&b","Password":"p"}');
    expect(written('POST', '{}')).toBe('/X?UserLogin=a%26b&Password=p {}');
    expect(written('GET', '', '/X?SessionID=1&A=2')).toBe('/X?A=2&UserLogin=a%26b&Password=p');
    const open = '<s:Envelope><s:Body> <!-- x --><o:Get xmlns:o="urn:x">';
    expect(
      written(
        'POST',
        `${open}<p:UserLogin a="1">x</p:UserLogin><Password><![CDATA[<]]></Password><SessionID/><T>1</T></o:Get>`,
      ),
    ).toBe(`/X ${open}<UserLogin>a&#38;b</UserLogin><Password>p</Password><T>1</T></o:Get>`);
    expect(written('POST', '<Envelope><Body><Get/></Body></Envelope>')).toBe(
      '/X <Envelope><Body><Get><UserLogin>a&#38;b</UserLogin><Password>p</Password></Get></Body></Envelope>',
    );
  });
});

describe('two answers', () => {
  const limits = defaultConfiguration('.');
  const judge = (theirs: unknown, ours: unknown, body = '') => {
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    const judged = compareBodies({
      request: { path: '', body },
      theirs: { status: 200, body: text(theirs), ...(body === '' ? { headers: {} } : {}) },
      ours: { status: 200, body: text(ours), headers: {} },
      headers: [],
      ignored: new Set(['Age']),
      limits,
    });
    return typeof judged === 'string'
      ? judged
      : judged.map(({ kind, place, host, ours: here }) => `${kind} ${place}: ${host} → ${here}`);
  };
  const fields = (...names: readonly string[]) => ({ DynamicField: names.map((Name) => ({ Name, Value: Name })) });

  it('are matched by the keys of their lists', () => {
    expect(judge(fields('A', 'B', 'C', 'D'), fields('A', 'C', 'D'))).toEqual([
      'missing DynamicField[1]: {"Name":"B","Value":"B"} → nothing',
    ]);
    expect(judge(fields('A', 'C'), fields('A', 'B', 'C'))).toEqual([
      'additional DynamicField[+1]: nothing → {"Name":"B","Value":"B"}',
    ]);
    const ticket = (TicketID: unknown, Title: string) => ({ TicketID, Title, Age: Math.random() });
    expect(
      judge({ Ticket: [ticket('1', 'a'), ticket('2', 'b')] }, { Ticket: [ticket(2, 'x'), ticket('1', 'a')] }),
    ).toEqual([
      'type Ticket[1].TicketID: "2" → 2',
      'value Ticket[1].Title: "b" → "x"',
      'order Ticket: ["1","2"] → [2,"1"]',
    ]);
  });

  it('may have another order among entries of one time, and among no others', () => {
    const entry = (Name: string, second: number) => ({ Type: Name, CreateTime: `2026-01-01 00:00:0${second}` });
    const [a, b, c] = [entry('a', 1), entry('b', 1), entry('c', 2)];
    expect(judge({ History: [a, b, c, c] }, { History: [b, a, c, c] })).toEqual([]);
    expect(judge({ History: [a, b, c] }, { History: [b, c] })).toEqual([expect.stringContaining('missing History[0]')]);
    expect(judge({ History: [a, c] }, { History: [c, a] })).toEqual([expect.stringContaining('order History')]);
    expect(judge({ TicketID: ['1', '2', '3'] }, { TicketID: ['3', '1', '2'] })).toEqual([
      'order TicketID: ["1","2","3"] → ["3","1","2"]',
    ]);
  });

  it('are compared in SOAP, where a list of one is its item', () => {
    const envelope = (content: string) =>
      `<?xml version="1.0"?><s:Envelope xmlns:s="x"><s:Body><R>${content}</R></s:Body></s:Envelope>`;
    expect(judge(envelope('<T>1</T>'), envelope('<T>1</T><T>2</T>'))).toEqual(['additional R.T[1]: nothing → "2"']);
    expect(judge(envelope('<T>1</T>'), envelope('<T> 1</T>'))).toEqual(['value R.T: "1" → " 1"']);
  });

  it('to a request that writes are compared in what the request decides', () => {
    const body = '{"Ticket":{"Title":"a","Lock":"lock"},"DynamicField":[{"Name":"X","Value":["1","2"]}]}';
    const before = {
      TicketID: '1',
      Ticket: { Title: 'a', Created: '1', State: 'new', DynamicField: [{ Name: 'X', Value: '1' }] },
    };
    const after = {
      TicketID: '1',
      Ticket: { Title: 'a', Created: '2', State: 'open', DynamicField: [{ Name: 'X', Value: '1' }] },
    };
    expect(judge(before, after, body)).toEqual([]);
    after.Ticket.Title = 'A';
    after.Ticket.DynamicField = [{ Name: 'X', Value: '3' }];
    expect(judge(before, { ...after, ArticleID: '9' }, body)).toEqual([
      'value Ticket.Title: "a" → "A"',
      'value Ticket.DynamicField[0].Value: "1" → "3"',
      'additional ArticleID: nothing → "9"',
    ]);
    const error = (code: string, message = 'm') => ({ Error: { ErrorCode: code, ErrorMessage: message } });
    expect(judge(before, error('TicketUpdate.InvalidParameter'), body)).toEqual([
      'value the error code: success → TicketUpdate.InvalidParameter',
    ]);
    const reason =
      'Who asks and what has changed since decide its answer: success when it was recorded, X.AccessDenied now.';
    expect(judge(before, error('X.AccessDenied'), body)).toBe(reason);
    expect(judge(error('X.MissingParameter', 'UserLogin or SessionID is required!'), after, body)).toMatch(/^Who asks/);
    expect(judge(error('X.Y', 'a'), error('X.Y', 'b'), body)).toEqual(['value Error.ErrorMessage: "a" → "b"']);
  });
});
