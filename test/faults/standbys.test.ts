import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from '../../packages/ticketgate/test/run-command.js';
import { makeServerFolder, startServerProcess, untilTrue, type ServerProcess } from '../support/index.js';
import { AdminClient } from '../admin/admin-client.js';
import { METRICS_TOKEN as token, readMetric, sumMetric } from '../tools/read-metric.js';
import { startReplication, type Replication, type Server } from '../tools/replication.js';

const TICKET = { Title: 'Lamp', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'Dark', Body: 'No light.', ContentType: 'text/plain' };

describe('a gateway with two standbys', () => {
  const folder = makeServerFolder();
  let replication: Replication;
  let one: Server;
  let two: Server;
  let server: ServerProcess;
  let configuration = '';
  let ticket = {};
  let titles = 0;

  beforeAll(async () => {
    replication = await startReplication(folder.path);
    const { primary } = replication;
    one = await replication.addStandby('one', primary);
    two = await replication.addStandby('two', primary, [primary.host, one.host]);
    const hosts = [one, two].map(({ host }) => `'${host}'`).join();
    configuration = `Settings: { CheckMXRecord: 0 }\nmetrics: { token: ${token} }\ndatabase: { reads: { hosts: [${hosts}] } }`;
    const environment = { DATABASE_URL: replication.urlOf(primary.host, one.host) };
    server = await startServerProcess(folder.path, { environment, configuration });
    const { TicketID } = await call('ticket-create', { Ticket: TICKET, Article: ARTICLE });
    ticket = { TicketID };
  }, 120_000);

  afterAll(async () => {
    try {
      await server.stop();
    } finally {
      await replication.stop();
      folder.remove();
    }
  });

  async function call(path: string, data: object): Promise<Record<string, unknown>> {
    const login = { UserLogin: 'api_agent', Password: server.rootPassword };
    const response = await fetch(`${server.url}/connector/${path}`, {
      method: path === 'ticket-update' ? 'PUT' : 'POST',
      body: JSON.stringify({ ...login, ...data }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect([response.status, answer.Error]).toEqual([200, undefined]);
    return answer;
  }

  async function write(): Promise<string> {
    const Title = `Lamp ${(titles += 1)}`;
    await call('ticket-update', { ...ticket, Ticket: { Title } });
    return Title;
  }

  async function read(): Promise<string | undefined> {
    const { Ticket } = await call('ticket-get', ticket);
    return (Ticket as { Title: string }[])[0]?.Title;
  }

  /** Writes and reads what it has written. */
  async function writeAndRead(): Promise<void> {
    const title = await write();
    expect(await read()).toBe(title);
  }

  /** With another server that has more options of the database. */
  async function withOptions(options: object, work: () => Promise<void>): Promise<void> {
    const usual = server;
    const reads = { hosts: [one.host, two.host] };
    const database = 'reads' in options ? { reads: { ...reads, ...(options.reads as object) } } : { reads, ...options };
    const own = JSON.stringify({ Settings: { CheckMXRecord: 0 }, metrics: { token }, database });
    const environment = { DATABASE_URL: replication.urlOf(replication.primary.host) };
    server = await startServerProcess(folder.path, { environment, configuration: own });
    try {
      await work();
    } finally {
      await server.stop();
      server = usual;
    }
  }

  async function metric(name: string, label: string): Promise<number> {
    return (await readMetric(server.url, name)).get(label) ?? 0;
  }

  const serves = async ({ host }: Server) => (await metric('standby_serves', host)) === 1;
  const reads = () => sumMetric(server.url, 'standby_reads');

  it('reads from them at once what it has written', async () => {
    const before = await reads();
    for (let count = 0; count < 30; count += 1) await writeAndRead();
    expect((await reads()) - before).toBeGreaterThan(25);
  });

  it('lists there for administrators what they have changed', async () => {
    const admin = new AdminClient(server.url);
    await admin.logIn('root@localhost', server.rootPassword);
    const lists = ['/audit?limit=1', '/catalogue/groups?text=Lamps', '/catalogue-file', '/services', '/debug-log'];
    for (const name of ['Lamps', 'More Lamps']) {
      await admin.send('POST /catalogue/groups', { body: { name, members: {} } });
      const texts: string[] = [];
      for (const list of lists) {
        const before = await reads();
        texts.push((await admin.send(`GET ${list}`)).text);
        expect((await reads()) - before).toBeGreaterThan(0);
      }
      for (const text of texts.slice(0, 3)) expect(text).toContain(name);
    }
  });

  it('reads from the primary while replay is paused, and from a standby again after that', async () => {
    for (const each of [one, two]) await each.query('select pg_wal_replay_pause()');
    for (let count = 0; count < 10; count += 1) await writeAndRead();
    expect(await metric('standby_fallbacks', 'behind')).toBeGreaterThan(0);
    for (const each of [one, two]) await each.query('select pg_wal_replay_resume()');
    await untilTrue(async () => (await serves(one)) && (await serves(two)));
    await writeAndRead();
  });

  it('reads what may be old with `eventual`, but not longer than `maxLag`', async () => {
    await withOptions({ reads: { consistency: 'eventual', maxLag: 3 } }, async () => {
      const known = await write();
      await untilTrue(async () => (await read()) === known);
      for (const each of [one, two]) await each.query('select pg_wal_replay_pause()');
      const title = await write();
      expect(await read()).toBe(known);
      await untilTrue(async () => (await read()) === title);
      expect(await metric('standby_fallbacks', 'away')).toBeGreaterThan(0);
      for (const each of [one, two]) await each.query('select pg_wal_replay_resume()');
      await untilTrue(async () => (await serves(one)) && (await serves(two)));
    });
  });

  it('reads from them what it has written without connections of its own, as behind a pooler', async () => {
    const settings = { TimeZone: 'UTC', search_path: 'public', statement_timeout: 30_000 };
    for (const [name, value] of Object.entries({ ...settings, idle_in_transaction_session_timeout: 60_000 })) {
      await replication.primary.query(`alter role ticketgate in database ticketgate set ${name} = '${value}'`);
    }
    const following = async (each: Server) => (await each.query('select from pg_db_role_setting')).length > 0;
    await untilTrue(async () => (await following(one)) && (await following(two)));
    await withOptions({ pooling: 'transaction', directUrl: replication.primary.url }, async () => {
      for (let count = 0; count < 10; count += 1) await writeAndRead();
      expect(await reads()).toBeGreaterThan(8);
    });
  });

  it('is examined by the doctor', async () => {
    const file = join(folder.path, 'doctor.yml');
    writeFileSync(file, configuration);
    const found = async () => {
      const { output } = await runCommand(['doctor', '--json'], {
        environment: { TICKETGATE_CONFIG: file, DATABASE_URL: replication.primary.url },
      });
      const { findings } = JSON.parse(output) as { findings: { subject: string; message: string }[] };
      return findings.filter(({ subject }) => subject === 'standbys').map(({ message }) => message);
    };
    expect(await found()).toEqual(['All 2 follow the primary.']);
    await two.query('select pg_wal_replay_pause()');
    expect(await found()).toEqual([`${two.host} has paused its replay.`]);
    await two.query('select pg_wal_replay_resume()');
  });

  it('answers from the primary what replay cancels', async () => {
    const { primary } = replication;
    for (const each of [one, two]) {
      await each.query('alter system set max_standby_streaming_delay = 0');
      await each.query('select pg_reload_conf()');
    }
    const conflicts = async () => {
      const counts = [one, two].map((each) =>
        each.query<{ count: string }>('select sum(confl_lock) as count from pg_stat_database_conflicts'),
      );
      return (await Promise.all(counts)).reduce((sum, [row]) => sum + Number(row?.count), 0);
    };
    await untilTrue(async () => {
      const locks = Array.from({ length: 5 }, () =>
        primary.query('begin; lock table ticket, article in access exclusive mode; commit'),
      );
      await Promise.all([...locks, ...Array.from({ length: 40 }, () => call('ticket-get', ticket))]);
      return (await conflicts()) > 0;
    });
    await writeAndRead();
  });

  it('goes on without those that are killed, even without any, and is ready', async () => {
    for (const each of [one, two]) {
      const [, , ...answers] = await Promise.all([
        writeAndRead(),
        each.kill(),
        call('ticket-get', ticket),
        call('ticket-get', ticket),
      ]);
      expect(answers).toHaveLength(2);
      await writeAndRead();
    }
    await untilTrue(async () => !(await serves(one)) && !(await serves(two)));
    const before = await metric('standby_fallbacks', 'away');
    await writeAndRead();
    expect(await metric('standby_fallbacks', 'away')).toBeGreaterThan(before);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    for (const each of [one, two]) await each.start();
    await untilTrue(async () => (await serves(one)) && (await serves(two)));
    await writeAndRead();
  });

  it('follows a promotion, and reads from the standby that follows the new primary', async () => {
    await replication.primary.kill();
    await one.query('select pg_promote()');
    await untilTrue(async () => {
      const login = { UserLogin: 'api_agent', Password: server.rootPassword };
      const body = JSON.stringify({ ...login, ...ticket, Ticket: { Title: 'Promoted' } });
      return (await fetch(`${server.url}/connector/ticket-update`, { method: 'PUT', body })).status === 200;
    });
    await writeAndRead();
    await untilTrue(async () => (await serves(two)) && !(await serves(one)));
    const before = await metric('standby_reads', two.host);
    // It may have served the old primary a moment ago, and takes its time to find the new one.
    await untilTrue(async () => {
      await writeAndRead();
      return (await metric('standby_reads', two.host)) > before;
    });
  });
});
