import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  untilTrue,
  type ServerProcess,
  type TestDatabase,
} from '../support/index.js';
import pg from 'pg';

const ROOT = join(import.meta.dirname, '..', '..');
/** One of each release, by `scripts/upgrade-fixture.mjs`. */
const FIXTURES = join(ROOT, 'test', 'fixtures', 'upgrade');
const DUMPED = readdirSync(FIXTURES).map((name) => name.replace('.sql.gz', ''));
/** Installed from its tarballs, in an empty folder; it writes its own tickets. */
const PACKED = '72cae852';
const COMMITS = [...DUMPED, PACKED];
const LOGIN = { UserLogin: 'root@localhost', Password: 'upgrade-Passw0rd-1' };
const CLIENTS = 8;
/** Requests of each step. */
const ENOUGH = 100;
/** Members that say how long ago something was. */
const AGES = /^(?:Age|UntilTime|RealTillTimeNotUsed|.*Time(?:Escalation|Notification|Destination.*|WorkingTime)?)$/;

type Answer = Readonly<Record<string, unknown>>;

const run = promisify(execFile);
const missing = COMMITS.find((commit) => spawnSync('git', ['cat-file', '-e', commit], { cwd: ROOT }).status !== 0);
const describeIfThere = missing === undefined ? describe : describe.skip;
const because = missing === undefined ? '' : ` (skipped: this clone lacks the history of ${missing})`;

describeIfThere.each(COMMITS)(`an upgrade from %s${because}`, (commit) => {
  const folders = [makeServerFolder(), makeServerFolder()] as const;
  const titles = new Set<string>();
  const failures: string[] = [];
  const backup = join(folders[0].path, 'before.sql.gz');
  let before: readonly Answer[] = [];
  let test: TestDatabase;
  let old: ServerProcess;
  let fresh: ServerProcess;
  let root = '';

  beforeAll(async () => {
    const words = [join(ROOT, 'scripts', 'earlier-version.mjs'), commit, ...(commit === PACKED ? ['--packed'] : [])];
    const { stdout } = await run(process.execPath, words);
    root = stdout.trim().split('\n').at(-1) ?? '';
    test = await startTestDatabase({ migrations: [] });
    if (commit === PACKED) await fill();
    else await load(test.url, join(FIXTURES, `${commit}.sql.gz`));
  }, 600_000);

  afterAll(async () => {
    await fresh.stop();
    await test.stop();
    for (const folder of folders) folder.remove();
  });

  /** Twenty tickets by the earlier version itself. */
  async function fill(): Promise<void> {
    const server = await startServerProcess(folders[0].path, {
      root,
      environment: {
        DATABASE_URL: test.url,
        TICKETGATE_ROOT_PASSWORD: LOGIN.Password,
        TICKETGATE_API_PASSWORD: LOGIN.Password,
      },
    });
    for (let made = 0; made < 20; made += 1) await createAndRead(server.url);
    await server.stop();
  }

  /** A command of the earlier version, on a database. */
  const ofEarlier = async (url: string, ...words: readonly string[]) =>
    run(process.execPath, [join(root, 'node_modules/.bin/ticketgate'), ...words], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url, TICKETGATE_DATA: join(folders[0].path, 'data') },
    });

  /** Several machines serve what the database has. */
  const startServer = (folder: (typeof folders)[number], ofRoot: string) =>
    startServerProcess(folder.path, {
      root: ofRoot,
      environment: { DATABASE_URL: test.url },
      configuration: 'webServices: { folder: null }\nSettings: { CheckMXRecord: 0 }\n',
    });

  /** Clients who create and read tickets on all servers in turn, until there were enough requests. */
  async function work(...servers: readonly ServerProcess[]): Promise<void> {
    let done = 0;
    const client = async () => {
      while (done < ENOUGH) {
        const { url } = servers[done % servers.length] ?? fresh;
        done += 1;
        await createAndRead(url).catch((cause: unknown) => failures.push(String(cause)));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  async function createAndRead(url: string): Promise<void> {
    const title = `Made while upgrading ${titles.size}`;
    titles.add(title);
    const Ticket = { Title: title, Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
    const Article = { Subject: 'Help', Body: 'It burns.', MimeType: 'text/plain' };
    const { TicketID } = await send(url, 'POST TicketCreate', { Ticket, Article });
    await send(url, 'PUT TicketUpdate', { TicketID, Ticket: { State: 'open' } });
    await readTicket(url, Number(TicketID));
  }

  it('goes on while both versions serve, and keeps all tickets as they were', async () => {
    old = await startServer(folders[0], root);
    const ids = await ticketsOf(test);
    before = await Promise.all(ids.map((id) => readTicket(old.url, id)));
    if (commit === PACKED) await ofEarlier(test.url, 'backup', backup);
    const start = { isOver: false };
    const meanwhile = (async () => {
      while (!start.isOver) await work(old);
    })();
    fresh = await startServer(folders[1], ROOT);
    start.isOver = true;
    await meanwhile;
    await work(old, fresh);
    const after = await Promise.all(ids.map((id) => readTicket(fresh.url, id)));
    expect(await old.stop()).toBe(0);
    await work(fresh);
    expect(failures).toEqual([]);
    expect(before.length).toBeGreaterThanOrEqual(20);
    expect(after).toMatchObject(before);
    const rows = await test.database.query<{ title: string }>(
      `select title from ticket where title like 'Made while%'`,
    );
    expect(rows.map(({ title }) => title).sort()).toEqual([...titles].sort());
  }, 300_000);

  it('has no way back for servers: the earlier version refuses the database', async () => {
    await untilTrue(async () => old.child.exitCode !== null);
    await expect(startServer(folders[0], root)).rejects.toThrow(/newer version/);
  });

  // The first versions had no backups.
  const itWithBackups = commit === PACKED ? it : it.skip;

  itWithBackups(
    'goes back with the backup from before, in an empty database, which the earlier version serves',
    async () => {
      const empty = await startTestDatabase({ migrations: [] });
      try {
        await ofEarlier(empty.url, 'restore', backup);
        const environment = { DATABASE_URL: empty.url };
        const back = await startServerProcess(folders[0].path, { root, environment });
        const ids = await ticketsOf(empty);
        expect(await Promise.all(ids.map((id) => readTicket(back.url, id)))).toMatchObject(before);
        expect(await back.stop()).toBe(0);
      } finally {
        await empty.stop();
      }
    },
    120_000,
  );
});

async function load(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(file)).toString());
  await client.end();
}

async function ticketsOf({ database }: TestDatabase): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>('select id::integer as id from ticket order by id');
  return rows.map(({ id }) => id);
}

/** Without what depends on when it is asked. */
async function readTicket(url: string, TicketID: number): Promise<Answer> {
  const { Ticket } = await send(url, `GET TicketGet?TicketID=${TicketID}&AllArticles=1&Attachments=1`);
  const [ticket] = [Ticket].flat() as Answer[];
  return Object.fromEntries(Object.entries(ticket ?? {}).filter(([name]) => !AGES.test(name)));
}

/** @param what the method and the path */
async function send(url: string, what: string, fields: object = {}): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ');
  const isRead = method === 'GET';
  const credentials = isRead ? `&${new URLSearchParams(LOGIN).toString()}` : '';
  const response = await fetch(`${url}/Webservice/TicketService/${path}${credentials}`, {
    method,
    ...(isRead
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...LOGIN, ...fields }) }),
  });
  const answer = (await response.json()) as { Success: number; Data: Answer };
  if (answer.Success !== 1) throw new Error(`${what}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.Data;
}
