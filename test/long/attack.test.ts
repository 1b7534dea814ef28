import { AttackedServer, type Attack, type Cost } from './attacks/attacked-server.js';

/** Milliseconds that an attack may keep the main thread from everybody else. */
const LONGEST_STALL = 500;
const MEGABYTE = 1_000_000;
const MINUTES = 300_000;
const CONNECTOR = '/Webservice/GenericTicketConnectorREST';

/** Any of them or none: 512 searches of different shape. */
const SEARCH_MEMBERS = [
  ...['Title', 'CustomerID', 'TicketNumber', 'Fulltext', 'MIMEBase_From', 'MIMEBase_To', 'MIMEBase_Cc'],
  ...['MIMEBase_Subject', 'MIMEBase_Body'],
];

const list = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const times = (count: number, attack: Attack): Attack[] => list(count, () => attack);

interface Bounds {
  /** Milliseconds of processor time. */
  readonly processor: number;
  /** Megabytes. */
  readonly memory: number;
  /** What answers may have; any if absent. */
  readonly statuses?: readonly number[];
}

// Linux tells what processes cost.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a server under attack', () => {
  let server: AttackedServer;
  const rows: string[] = [];

  beforeAll(async () => {
    server = await AttackedServer.start();
  });

  afterAll(async () => {
    // The figures of docs/security.md.
    process.stderr.write(`\n${rows.join('\n')}\n`);
    await server.stop();
  });

  /** Nothing may cost more than its bounds, and nobody else may wait. */
  function expectCheap(name: string, cost: Cost, { processor, memory, statuses: allowed }: Bounds): void {
    const statuses = Object.entries(cost.statuses).map(([status, count]) => `${count} × ${status}`);
    rows.push(`| ${name} | ${statuses.join(', ')} | ${cost.processor} ms | ${cost.stall} ms | ${cost.memory} MB |`);
    const answered = Object.keys(cost.statuses).map(Number);
    expect(allowed ?? answered).toEqual(expect.arrayContaining(answered));
    expect({
      processor: cost.processor < processor ? 'fine' : cost.processor,
      stall: cost.stall < LONGEST_STALL ? 'fine' : cost.stall,
      memory: cost.memory < memory ? 'fine' : cost.memory,
    }).toEqual({ processor: 'fine', stall: 'fine', memory: 'fine' });
  }

  describe('of strangers', () => {
    const large = (text: string) => Buffer.from(text);

    it.each<[string, () => Attack[], Bounds]>([
      [
        'six bodies of 95 MB of empty objects at once',
        () => times(6, { path: `${CONNECTOR}/Session`, body: large(`{"a":[${'{},'.repeat(31_600_000)}{}]}`) }),
        { processor: 4_000, memory: 300, statuses: [0, 413, 503] },
      ],
      [
        '40 MB of different names',
        () => [
          {
            path: `${CONNECTOR}/Session`,
            body: large(`{${list(2_500_000, (index) => `"k${index}":12345`).join(',')}}`),
          },
        ],
        { processor: 2_000, memory: 150, statuses: [0, 413] },
      ],
      [
        '5 MB of names with dots',
        () => [
          {
            path: '/connector/ticket-get',
            body: large(`{${list(350_000, (index) => `"a.b.c${index}":1`).join(',')}}`),
          },
        ],
        { processor: 1_000, memory: 100, statuses: [0, 413] },
      ],
      [
        '200 wrong passwords of unknown logins at once',
        () =>
          list(200, (index) => ({
            path: `${CONNECTOR}/Session`,
            body: JSON.stringify({ UserLogin: `nobody${index}`, Password: 'wrong' }),
          })),
        { processor: 60_000, memory: 150, statuses: [200, 500, 503] },
      ],
    ])(
      '%s',
      async (name, make, bounds) => {
        const cost = await server.attack(make(), name.includes('at once') ? 200 : 8);
        expectCheap(name, cost, bounds);
        expect(server.hasEnded).toBe(false);
      },
      MINUTES,
    );

    it(
      '4,000 malformed bodies of 1 MB while the debug log cannot be written',
      async () => {
        const body = large(`{"a":"${'x'.repeat(MEGABYTE)}`);
        const attacks = times(4_000, { path: `${CONNECTOR}/Session`, body });
        const cost = await server.withoutDebugLog(() => server.attack(attacks));
        expectCheap('4,000 malformed bodies of 1 MB while the debug log cannot be written', cost, {
          processor: 120_000,
          memory: 300,
        });
        expect(server.hasEnded).toBe(false);
      },
      MINUTES,
    );

    it(
      '3,000 unknown routes with addresses of 60 KB',
      async () => {
        const before = await server.databaseSize();
        const path = `${CONNECTOR}/nowhere?${'x'.repeat(60_000)}`;
        const cost = await server.attack(times(3_000, { method: 'GET', path }));
        const growth = (await server.databaseSize()) - before;
        expectCheap(`3,000 unknown routes with addresses of 60 KB (database: + ${growth} MB)`, cost, {
          processor: 60_000,
          memory: 200,
        });
        expect(growth).toBeLessThan(20);
      },
      MINUTES,
    );
  });

  describe('of somebody who may write', () => {
    const article = (members: object) => ({
      Article: { Subject: 'x', Body: 'x', ContentType: 'text/plain; charset=utf-8', ...members },
    });
    const file = { Filename: 'a.txt', ContentType: 'text/plain', Content: 'eA==' };
    const create = (members: Readonly<Record<string, unknown>>) => server.create(members);
    const get = (members: Readonly<Record<string, unknown>>) => server.call('ticket-get', members);
    const search = (members: Readonly<Record<string, unknown>>) => server.call('ticket-search', members);

    it.each<[string, () => Attack[], Bounds]>([
      [
        '10,000 attachments of one name',
        () => [create({ Attachment: list(10_000, () => file) })],
        { processor: 2_000, memory: 150 },
      ],
      [
        '1,000 attachments of one name',
        () => [create({ Attachment: list(1_000, () => file) })],
        { processor: 5_000, memory: 150 },
      ],
      [
        'From with 50,000 addresses',
        () => [create(article({ From: 'a@b.org,'.repeat(50_000) }))],
        { processor: 2_000, memory: 100 },
      ],
      [
        'From with 800,000 addresses',
        () => [create(article({ From: 'a@b.org,'.repeat(800_000) }))],
        { processor: 2_000, memory: 150 },
      ],
      [
        'From with 2,000 × "a:"',
        () => [create(article({ From: 'a:'.repeat(2_000) }))],
        { processor: 2_000, memory: 100 },
      ],
      [
        'HTML of 300,000 <div>',
        () => [create(article({ Body: '<div>'.repeat(300_000), ContentType: 'text/html; charset=utf-8' }))],
        { processor: 12_000, memory: 500 },
      ],
      [
        'a body of 1.8 million characters of punctuation',
        () => [create(article({ Body: `a${'.'.repeat(290)}a `.repeat(6_000) }))],
        { processor: 5_000, memory: 200 },
      ],
      [
        'a text of 60 MB as body',
        () => [create(article({ Body: 'text '.repeat(12_000_000) }))],
        { processor: 20_000, memory: 900 },
      ],
      ['a Title condition of 80 KB', () => [search({ Title: '('.repeat(80_000) })], { processor: 2_000, memory: 100 }],
      [
        'one id a million times',
        () => [get({ TicketID: list(1_000_000, () => 1) })],
        { processor: 2_000, memory: 150 },
      ],
      [
        'one id a million times, as text',
        () => [get({ TicketID: '1,'.repeat(1_000_000) })],
        { processor: 2_000, memory: 150 },
      ],
      [
        'a DynamicField condition of 500 entries',
        () => [search({ DynamicField_Reference: { Like: list(500, (index) => `*${index}*`) } })],
        { processor: 2_000, memory: 100 },
      ],
      [
        'a DynamicField condition of 40,000 entries',
        () => [search({ DynamicField_Reference: { Equals: list(40_000, String) } })],
        { processor: 2_000, memory: 150 },
      ],
    ])('%s', async (name, make, bounds) => {
      const cost = await server.attack(make());
      expectCheap(name, cost, { ...bounds, statuses: [200, 201, 400, 413, 503] });
      expect(server.hasEnded).toBe(false);
    });

    it(
      '240 refused updates with a CustomerUser of 1 MB',
      async () => {
        const { ticketID: TicketID } = server;
        function* updates() {
          for (let index = 0; index < 240; index += 1) {
            const CustomerUser = `${index}${'x'.repeat(MEGABYTE)}`;
            yield server.call('ticket-update', { TicketID, Ticket: { CustomerUser } }, 'PUT');
          }
        }
        const cost = await server.attack(updates());
        expectCheap('240 updates with a CustomerUser of 1 MB', cost, {
          processor: 30_000,
          memory: 300,
          statuses: [400],
        });
        expect(server.hasEnded).toBe(false);
      },
      MINUTES,
    );

    it(
      '300 searches of different shape',
      async () => {
        const before = await server.largestBackend();
        const shape = (index: number) => {
          const members = SEARCH_MEMBERS.filter((_, bit) => ((index + 1) >> bit) & 1);
          return search(Object.fromEntries(members.map((name) => [name, 'x'])));
        };
        const cost = await server.attack(list(300, shape));
        const growth = (await server.largestBackend()) - before;
        expectCheap(`300 searches of different shape (one backend of PostgreSQL: + ${growth} MB)`, cost, {
          processor: 30_000,
          memory: 200,
          statuses: [200],
        });
        expect(growth).toBeLessThan(100);
      },
      MINUTES,
    );
  });
});
