import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Destinations } from '@ticketgate/definition';
import {
  makeServerFolder,
  startTestServer,
  TicketgateProcess,
  untilTrue,
  type TestServer,
} from '../../../test/support/index.js';

import { askHost, readExchange } from '../src/comparing/compared-request.js';
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
        response.writeHead(answer.status, { 'Content-Type': 'application/json' });
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

  it('keeps the rate, and says how far it is', async () => {
    const started = performance.now();
    expect((await run(`compare Compared --with ${repeated(4)}`, 10)).log).toBe('');
    expect(performance.now() - started).toBeGreaterThanOrEqual(290);
    const { output, log } = await run(`compare Compared --with ${repeated(60, '-X TRACE')} --limit 55`);
    expect(log).toBe('50 of 55 requests\n');
    expect(output).toMatch(/\n0 the same, 0 different, 55 skipped\n$/);
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

  const ask = (url: string, allowed: readonly string[]) =>
    askHost({ url, login: 'anna', password: 'x', within: new Destinations(allowed) }, 'Desk', {
      method: 'GET',
      path: '/Ticket/1',
      body: '',
    });

  it('is not connected to when its name has an address that is not allowed', async () => {
    const url = urlOf(host).replace('127.0.0.1', hostname());
    expect(await ask(url, [])).toMatch(/^The host has not answered: .* is this machine itself\. List the host/);
    expect(await ask('http://169.254.169.254/x.pl', ['169.254.169.254'])).toContain('may never connect to');
  });

  it('may answer 10 MB', async () => {
    const allowed = [new URL(urlOf(host)).host];
    answer = 'a'.repeat(10_000_000);
    expect(await ask(urlOf(host), allowed)).toEqual({ status: 200, body: answer });
    answer += 'a';
    expect(await ask(urlOf(host), allowed)).toBe('The host has not answered: the answer has more than 10000000 bytes.');
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
      { method: 'GET', path: '/Ticket/7?AllArticles=1', body: '', recorded: undefined },
      { method: 'PATCH', path: '/Ticket/7', body: '{"Ticket":{"Title":"It\'s"}}', recorded: undefined },
    ]);
    expect(() => read('echo nothing')).toThrow('has no request to the web service "Desk"');
  });

  const paths = (text: string) =>
    read(text).map((each) => (typeof each === 'string' ? each : `${each.method} ${each.path} ${each.body}`.trim()));

  it('are read from curl commands as bash reads them', () => {
    const lines = [
      String.raw`curl '${base}/Search' -H 'Content-Type: application/json' --data-raw $'{"Title":"h\'osted \u00e4\xc3\xa4\n"}'`,
      `curl -sS -XPOST ${base}/Ticket -d a=1 -d b > answer.json 2>&1 | jq . && echo ok`,
      `curl -G ${base}/Search --data-urlencode 'Title=hos ted' -d Limit=1 # all`,
      `/usr/bin/curl -I "${base}/Ticket/7?Title=5\$"`,
      `curl --json '{"A":1}' ${base}/Ticket --data-raw=@x`,
      `curl ${base.replace('Webservice/Desk', 'WebserviceID/3')}/Ticket/8#top`,
    ];
    const texts = readRequestFile(lines.join('\n'), { file: 'requests', service: 'Desk', id: 3 }).map((each) =>
      typeof each === 'string' ? each : `${each.method} ${each.path} ${each.body}`.trim(),
    );
    expect(texts).toEqual([
      'POST /Search {"Title":"h\'osted ää\n"}',
      'POST /Ticket a=1&b',
      'GET /Search?Title=hos%20ted&Limit=1',
      'HEAD /Ticket/7?Title=5$',
      'POST /Ticket {"A":1}@x',
      'GET /Ticket/8',
    ]);
  });

  it('are read from commands for the command prompt of Windows', () => {
    const lines = [
      `curl ^"${base}/Search^" ^`,
      '  -H ^"Content-Type: application/json^" ^',
      String.raw`  --data-raw ^"^{^\^"Title^\^":^\^"50^%^ off ^& it's^\^"^}^" &`,
      `curl.exe "${base}/Ticket/7?a=1^&b=2" ^`,
      `  -X PATCH -d "{\\"A\\":\\"\\\\\\"""\\"}"`,
    ];
    expect(paths(lines.join('\r\n'))).toEqual([
      `POST /Search {"Title":"50% off & it's"}`,
      String.raw`PATCH /Ticket/7?a=1^&b=2 {"A":"\"""}`,
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
      `Line 12 was not understood: only a shell knows what this is, '${base.slice(0, 19)}.`,
    ]);
  });

  it('are read from HAR archives, with their answers', () => {
    const request = { method: 'post', url: `${base}/Ticket`, postData: { text: '{"UserLogin":"a","A":1}' } };
    const response = { status: 200, content: { text: '{"TicketID":1}' } };
    const form = { ...request, postData: { params: [{ name: 'A', value: '1' }] } };
    const har = { log: { entries: [{ request, response }, {}, { request: form }] } };
    expect(read(JSON.stringify(har))).toEqual([
      { method: 'POST', path: '/Ticket', body: '{"A":1}', recorded: { status: 200, body: '{"TicketID":1}' } },
      'The archive has no text of the body of entry 3.',
    ]);
  });

  it('are read from the debug log of a host, which writes data as Perl does', () => {
    const content = `$VAR1 = {
  'QUERY_STRING' => 'UserLogin=a&Password=it\\'s&AllArticles=1',
  'REQUEST_METHOD' => 'GET',
  'PATH_INFO' => '/Webservice/Desk/Ticket/7'
};
`;
    const contents = [{ subject: 'Communication sequence started', content }];
    expect(readExchange({ contents })).toEqual({
      method: 'GET',
      path: '/Ticket/7?AllArticles=1',
      body: '',
      recorded: undefined,
    });
    expect(readExchange({ contents: [] })).toBe(
      'Its method and address were not recorded. DebugThreshold: debug records them.',
    );
  });
});
