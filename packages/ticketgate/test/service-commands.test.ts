import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventQueue, eventRow, RequestCounts } from '@ticketgate/database';
import { startTestServer, type TestServer } from '../../../test/support/index.js';

import { runCommand, type Ran } from './run-command.js';

const DEFINITION = `# A comment that has to survive.
Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { KeepAlive: 1, MaxLength: 1000, RouteOperationMapping: { Login: { Route: /Session, RequestMethod: [POST] } } }
  Operation: { Login: { Type: 'Session::SessionCreate' } }
`;

let folder = '';
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-service-commands-'));
  writeFileSync(join(folder, 'gateway.yml'), 'webServices: { folder: null }\ncatalogue: { file: null }\n');
  server = await startTestServer();
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(words: string): Promise<Ran> {
  return runWords(words.split(' '));
}

function runWords(words: readonly string[]): Promise<Ran> {
  const { url } = server.system.location;
  return runCommand(words, { environment: { TICKETGATE_CONFIG: join(folder, 'gateway.yml'), DATABASE_URL: url } });
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('the life of a definition', () => {
  it('keeps secrets that an edited file has masked, and refuses them where none is stored', async () => {
    const requester = (password: string) =>
      `Requester: { Transport: { Type: HTTP::REST, Config: { Authentication: { BasicAuthPassword: ${password} } } } }\n`;
    const file = write('Secretive.yml', DEFINITION + requester('open-sesame'));
    const masked = write('Masked.yml', DEFINITION.replace('1000', '3000') + requester(`'*******'`));
    await run(`service import ${file}`);
    expect((await run(`service diff Secretive ${masked} --only meaning`)).output).toBe('MaxLength 1000 → 3000\n');
    expect((await run(`service import ${masked} --name Secretive`)).output).toBe('web service "Secretive" saved\n');
    expect((await run('service export Secretive')).output).toBe(
      DEFINITION.replace('1000', '3000') + requester('"open-sesame"'),
    );
    const refused = await run(`service import ${masked}`);
    expect([refused.code, refused.log]).toEqual([2, expect.stringContaining('masked-secret')]);
    expect(refused.log).not.toContain('open-sesame');
    expect(await run(`check ${masked}`)).toMatchObject({ code: 1 });
  });

  it('is a history of versions with author and comment, that can be compared and gone back to', async () => {
    const file = write('Life.yml', DEFINITION);
    await run(`service import ${file} --comment first`);
    expect(await run('service diff Life')).toMatchObject({
      code: 2,
      log: 'ticketgate: The web service "Life" has only one version. Name what it is compared with.\n',
    });
    expect((await run(`service diff ${file}`)).log).toContain(
      `Name the web service first that ${file} is compared with: service diff <service> ${file}`,
    );
    const next = write('Next.yml', DEFINITION.replace('1000', '2000').replace('[POST]', '[POST, PUT]'));
    const dry = await run(`service import ${next} --name Life --dry-run`);
    expect(dry).toMatchObject({ output: 'The web service "Life" would change in 2 ways.\n' });
    expect(dry.log).toBe('  route PUT /Session added\n  MaxLength 1000 → 2000\n');
    const described = write('Described.yml', `${DEFINITION}Description: Lives\n`);
    expect((await run(`service import ${described} --name Life --dry-run`)).output).toContain('would change in 1 way.');
    const applied = await run(`service import ${next} --name Life --as root@localhost --comment larger`);
    expect(applied.output).toBe('web service "Life" saved\n');
    const history = JSON.parse((await run('service history Life --format json')).output) as { id: number }[];
    expect(history).toEqual([
      expect.objectContaining({ author: 'root@localhost', comment: 'larger', action: `imported from ${next}` }),
      expect.objectContaining({ origin: 'import', comment: 'first' }),
    ]);
    const [, oldest = 0] = history.map(({ id }) => id);
    expect((await run('service diff Life --only meaning')).output).toBe(
      'route PUT /Session added\nMaxLength 1000 → 2000\n',
    );
    expect((await run(`service diff Life@${oldest} ${file}`)).output).toBe('They are equal.\n');
    const broken = write('Broken.yml', 'Provider: [');
    expect(await run(`service diff Life ${broken}`)).toMatchObject({
      code: 2,
      log: expect.stringContaining(`${broken}:1:`) as string,
    });
    const [json, both] = [
      'service diff Life --only text --format json',
      'service test Life --with x --version-id 1 --file x',
    ];
    for (const words of [json, both, 'debug-log replay 1 --version-id 1 --file x'])
      expect(await run(words)).toMatchObject({
        code: 2,
        log: expect.stringContaining('cannot be used with') as string,
      });
    expect((await run(`service show Life ${oldest}`)).output).toBe(DEFINITION);
    const stale = await run(`service import ${file} --name Life --base ${oldest}`);
    expect([stale.code, stale.log]).toEqual([
      2,
      expect.stringContaining('starts from another version than the current one'),
    ]);
    expect(stale.log).toMatch(/Changed since version \d+, last by root@localhost at .*:\n {2}route PUT .* added\n/);
    expect(stale.log).toContain('Your changes:\n  no change in what it does\n');
    expect(await run(`service import ${file} --name Life --base ${oldest} --dry-run`)).toEqual(stale);
    expect(await run(`service import ${file} --report --force`)).toMatchObject({
      log: expect.stringContaining('cannot be used with') as string,
    });
    expect((await run(`service rollback Life ${oldest}`)).output).toBe(
      `web service "Life" rolled back to version ${oldest}\n`,
    );
    expect((await run('service export Life')).output).toBe(DEFINITION);
    const document = await run('openapi Life --url https://tickets.example.org/');
    expect(JSON.parse(document.output)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://tickets.example.org/Webservice/Life' }],
    });
    expect((await run('service show Lif')).log).toBe(
      'ticketgate: There is no web service "Lif". Did you mean "Life"?\n',
    );
    expect((await run('openapi Nowhere')).log).toContain('There is no web service "Nowhere".');
    expect((await run('service rename Life Nice/Life')).code).toBe(2);
    await run('service delete Life --yes');
  });

  it('deletes nothing without a person who agrees or --yes', async () => {
    await run(`service import ${write('Precious.yml', DEFINITION)}`);
    const { code, log } = await run('service delete Precious');
    expect([code, log]).toEqual([2, expect.stringContaining('add --yes')]);
    expect((await run('service show Precious')).code).toBe(0);
    expect((await run('service delete Precious --yes')).code).toBe(0);
  });

  it('asks a person before a change takes something away, and does nothing without a yes', async () => {
    await run(`service import ${write('Asking.yml', DEFINITION)}`);
    const file = write('Question.yml', DEFINITION.replace('/Session', '/Sitzung'));
    const environment = { TICKETGATE_CONFIG: join(folder, 'gateway.yml'), DATABASE_URL: server.system.location.url };
    const answer = (input: string) =>
      runCommand(['service', 'import', file, '--name', 'Asking'], { environment, input, isTyped: true });
    for (const input of ['\n', 'no\n']) {
      const { code, output, log } = await answer(input);
      expect([code, output]).toEqual([0, '']);
      expect(log).toContain('Change the web service "Asking" like this? [y/N] ');
      expect(log).toMatch(/Nothing was changed\.\n$/);
    }
    expect(await answer('\u0003')).toMatchObject({ code: 130, output: '' });
    expect((await answer('y\n')).output).toBe('web service "Asking" saved\n');
    await run('service delete Asking --yes');
  });

  it('names its author with every change, who has to exist', async () => {
    const person = { firstName: 'Anna', lastName: 'Admin', email: 'anna@example.org', password: 'a-long-Passw0rd' };
    const { agents } = server.system.accounts;
    const userID = await agents.add({ ...person, login: 'anna' });
    const file = write('Authored.yml', DEFINITION);
    const next = write('Authored2.yml', DEFINITION.replace('1000', '2000'));
    const lines = [
      `service import ${file}`,
      `service import ${next} --name Authored`,
      'service disable Authored',
      'service enable Authored',
      'service clone Authored Second',
      'service rename Second Third',
      'service rollback Authored VERSION',
      'service delete Third --yes',
      'service delete Authored --yes',
    ];
    for (const line of lines) {
      const service = await server.system.services.find('Authored');
      const [first] =
        service === undefined ? [] : (await server.system.services.versions.list(service.id, { limit: 9 })).slice(-1);
      const known = line.replace('VERSION', String(first?.id));
      expect(await run(`${known} --as nobody`)).toMatchObject({
        code: 2,
        log: expect.stringContaining('There is no agent "nobody".') as string,
      });
      expect(await run(`${known} --as anna`)).toMatchObject({ code: 0 });
    }
    const entries = await server.database.query<{ author: string }>(
      'select author from ticketgate.audit order by id desc limit $1',
      [lines.length],
    );
    expect(entries.map(({ author }) => author)).toEqual(lines.map(() => 'anna'));
    expect(userID).toBeGreaterThan(1);
  });

  it('is listed with its state, origin, author, routes, warnings and calls, and what can be done', async () => {
    const { services, database } = server.system;
    await run(`service import ${write('Listed.yml', DEFINITION)}`);
    const service = await services.find('Listed');
    const route = { operation: 'Login', method: 'POST', route: '/Session' };
    const sums = { errors: {}, durations: {}, milliseconds: 0, bytesReceived: 0, bytesSent: 0 };
    const count = { serviceID: service?.id ?? 0, minute: new Date(), requests: 12, ...route, ...sums };
    await new RequestCounts(database).add([count]);
    const row = /^\d+ +Listed +served +import +\S+ \S+ +root@localhost +1 +0 +12$/m;
    expect((await run('service list')).output).toMatch(row);
    const good = (await services.versions.list(count.serviceID, { limit: 1 }))[0]?.id;
    await services.save({ name: 'Listed', config: 'Provider: x', userID: 1, time: '2026-01-01 00:00:00' });
    const [listed] = JSON.parse((await run('service list --format json')).output) as object[];
    expect(listed).toMatchObject({
      state: 'not servable',
      details: { lastGoodVersion: { id: good, number: 1 }, calls: 12 },
    });
    expect((await run('service list')).output).toContain(`Version ${good} can be served.`);
    expect((await run('service enable Listed')).log).toMatch(/^The web service "Listed" is not served: Line 1: /m);
    await run('service delete Listed --yes');
  });

  it('says that it is disabled where a change does not make it served', async () => {
    const file = write('Resting.yml', DEFINITION);
    await run(`service import ${file}`);
    const disabled = (name: string) =>
      `The web service "${name}" is disabled. "ticketgate service enable ${name}" serves it.\n`;
    expect(await run('service disable Resting')).toMatchObject({ code: 0, log: '' });
    expect((await run(`service import ${file}`)).log).toBe(disabled('Resting'));
    expect((await run('service clone Resting Second')).log).toBe(disabled('Second'));
    expect(await run('service enable Resting')).toMatchObject({ code: 0, log: '' });
    for (const name of ['Resting', 'Second']) await run(`service delete ${name} --yes`);
  });

  it('is listed with the reason why events do not call its invokers', async () => {
    const requester = `Requester: { Transport: { Type: HTTP::REST, Config: { Host: http://x } }, Invoker: { Tell: { Type: Generic::PassThrough } } }`;
    await run(`service import ${write('Teller.yml', `${DEFINITION}${requester}\n`)}`);
    expect((await run('service list')).output).not.toContain('invokers');
    const off = write('off.yml', 'requester: { enabled: off }');
    const config = `--config ${join(folder, 'gateway.yml')} --config ${off}`;
    expect((await run(`service list ${config}`)).output).toMatch(
      /^\d+ +Teller .* Events do not call its invokers: requester\.enabled is off\. Set it to on/m,
    );
    const all = JSON.parse((await run(`service list --format json ${config}`)).output) as {
      name: string;
      details: object;
    }[];
    expect(all.find(({ name }) => name === 'Teller')?.details).toMatchObject({ invokers: 1 });
    await run('service delete Teller --yes');
  });

  it('begins with a definition that "new" writes', async () => {
    const file = join(folder, 'Fresh.yml');
    const operation = 'Session::SessionGet GET /session/:SessionID';
    const { log } = await runWords(['service', 'new', '--operation', operation, '--output', file]);
    expect(log).toContain(`ticketgate service import ${file}`);
    expect((await run(`service import ${file} --dry-run`)).output).toBe('The web service "Fresh" would be added.\n');
    expect(await runWords(['service', 'new', '--operation', operation, '--output', file])).toMatchObject({
      code: 2,
      log: `ticketgate: The file ${file} exists already. Name another one, or delete it.\n`,
    });
    expect((await run('service new')).log).toContain('Name the operations with --operation. There are: ');
    expect((await run('service new --operation Session::SessionGot')).log).toContain('Did you mean');
  });
});

describe('invoke', () => {
  const REQUESTER = `Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: https://gate:open-sesame@chat.example.org
      DefaultCommand: POST
      Timeout: '5'
      InvokerControllerMapping: { Post: { Controller: '/tickets/:TicketID' } }
  Invoker: { Post: { Type: 'Generic::PassThrough' } }
`;

  beforeAll(async () => {
    await run(`service import ${write('Chat.yml', DEFINITION + REQUESTER)}`);
  });

  it('shows the request of an invoker without sending it', async () => {
    const shown = await run('invoke Chat Post --ticket 7 --event TicketCreate --dry-run');
    expect([shown.code, shown.output.split('\n')]).toEqual([
      0,
      [
        'POST https://chat.example.org/tickets/7',
        'Content-Type: application/json',
        expect.stringMatching(/^User-Agent: Ticketgate\/\d/),
        'Authorization: *******',
        '',
        '{"Event":"TicketCreate"}',
        '',
        'Nothing was sent.',
        '',
      ],
    ]);
  });

  it('says that TestMode keeps it from sending', async () => {
    const quiet = DEFINITION.replace('DebugThreshold: error', 'DebugThreshold: error, TestMode: 1');
    await run(`service import ${write('Quiet.yml', quiet + REQUESTER)}`);
    const { code, output } = await run('invoke Quiet Post --ticket 7');
    expect([code, output.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      'Nothing was sent: the web service has TestMode on. Write "TestMode: 0" in its section Debugger first.',
    ]);
    expect(await run('invoke Quiet Post --ticket 7 --dry-run')).toMatchObject({ code: 0 });
    expect((await run('invoke Quiet Post --ticket 7 --format json')).output).toContain('"notSent"');
  });

  it('takes the data from a file, and says what is missing or wrong', async () => {
    const data = write('data.json', '{ "TicketID": 8, "Text": "halloo" }');
    const shown = await run(`invoke Chat Post --input ${data} --dry-run --format json`);
    expect(JSON.parse(shown.output)).toMatchObject({
      Success: 1,
      requests: [{ url: 'https://chat.example.org/tickets/8', body: '{"Text":"halloo"}' }],
    });
    expect(await run('invoke Chat Post')).toMatchObject({
      code: 2,
      log: expect.stringContaining('--ticket with the id of a ticket, or --input with a file') as string,
    });
    expect((await run(`invoke Chat Post --input ${write('no.json', '{')}`)).log).toContain(
      'no.json is not JSON: it is invalid at its end, where something is missing.',
    );
    const deep = write('deep.json', '['.repeat(20_000) + ']'.repeat(20_000));
    expect((await run(`invoke Chat Post --input ${deep}`)).log).toContain('is nested deeper than 512 levels');
    const names = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 1]));
    expect((await run(`invoke Chat Post --input ${write('wide.json', JSON.stringify(names))}`)).log).toContain(
      'wide.json has more than 20000 members, which limits.jsonKeys of the configuration allows at most',
    );
    expect((await run('invoke Chat Post --input nowhere.json')).log).toContain('nowhere.json cannot be read');
    expect(await run('invoke Chat Pots --ticket 7')).toMatchObject({
      code: 2,
      log: expect.stringContaining('has no invoker "Pots". Did you mean "Post"?') as string,
    });
  });
});

describe('ticketgate events show', () => {
  it('shows an event with its data, and names the command that lists them for an id that there is not', async () => {
    const { database } = server.system;
    const data = { Invoker: 'Tell', Sent: { url: 'http://chat.example.org/x', answer: 'no' } };
    // Of a web service that is not there, so that the server does not take the event before it is shown.
    const event = { consumer: 'service:Away', name: 'TicketCreate', key: '7/Tell', data };
    await EventQueue.add(database, [eventRow(event, new Date())]);
    const [row] = await database.query<{ id: number }>('select id::integer as id from ticketgate.event');
    const shown = await run(`events show ${row?.id}`);
    expect(JSON.parse(shown.output)).toMatchObject({ id: row?.id, name: 'TicketCreate', data });
    expect(await run('events show 99999')).toMatchObject({
      code: 2,
      log: expect.stringContaining('There is no event 99999. "ticketgate events list" lists them.') as string,
    });
    await database.query('delete from ticketgate.event');
  });
});

describe('ticketgate events', () => {
  it('retries and drops all that are named or nothing', async () => {
    const { database } = server.system;
    const event = (key: string) =>
      eventRow({ consumer: 'service:Away', name: 'TicketCreate', key, data: {} }, new Date());
    await EventQueue.add(database, [event('1'), event('2')]);
    const [first] = await database.query<{ id: number }>('select min(id)::integer as id from ticketgate.event');
    const id = first?.id ?? 0;
    for (const words of [`${id} 99999`, `${id} --consumer other`, `${id} ${id} 99999 --text away`]) {
      const missing = words.includes('99999') ? 99_999 : id;
      expect(await run(`events drop ${words}`)).toMatchObject({
        code: 2,
        log: expect.stringContaining(`There is no such event: ${missing}. `) as string,
      });
    }
    expect((await run('events drop --all --text nowhere')).output).toBe('No dead event matches.\n');
    expect((await run('events list --waiting --limit 1')).log).toBe(`Go on with --after ${id}\n`);
    expect((await run(`events list --waiting --after ${id} --format json`)).output).not.toContain(`"id": ${id},`);
    expect((await run(`events drop ${id} ${id + 1}`)).output).toBe('2 events were deleted\n');
  });
});

describe('ticketgate session list', () => {
  it('says where to go on', async () => {
    const { sessions } = server.system.accounts;
    const origin = { remoteAddress: '203.0.113.7', userAgent: 'none' };
    for (const _each of [1, 2]) await sessions.create({ type: 'User', userID: 1, login: 'root@localhost' }, origin);
    const { log } = await run('session list --limit 1');
    const [, place = ''] = /^Go on with --after "(.+)"\n$/.exec(log) ?? [];
    expect(JSON.parse((await run(`session list --after ${place} --format json`)).output)).toHaveLength(1);
  });
});
