import { setTimeout as wait } from 'node:timers/promises';

import {
  DatabaseRoad,
  makeServerFolder,
  startServerProcess,
  untilTrue,
  type ServerProcess,
} from '../../support/index.js';
import { Callers } from '../../tools/callers.js';
import { METRICS_TOKEN, sumMetric } from '../../tools/read-metric.js';
import { startReplication, type Replication, type Server } from '../../tools/replication.js';

/** How long the load lasts. */
const SECONDS = Number(process.env.TICKETGATE_CLUSTER_SECONDS ?? 600);
/** Requests a second, of so many callers. */
const RATE = 50;
const CALLERS = 10;
/** Milliseconds of a slow link. */
const DELAY = 50;
/** Milliseconds from the end of the primary to the last request that failed. */
const LONGEST = 30_000;

/** A gateway with roads of its own to all servers. */
interface Gateway {
  readonly server: ServerProcess;
  readonly roads: Readonly<Record<'primary' | 'one' | 'two', DatabaseRoad>>;
  readonly remove: () => void;
}

interface Phase {
  readonly name: string;
  readonly reads: number;
  readonly atStandbys: number;
  readonly failures: readonly string[];
}

describe('two gateways that read from two standbys', () => {
  const folder = makeServerFolder();
  const gateways: Gateway[] = [];
  const phases: Phase[] = [];
  let replication: Replication;
  let one: Server;
  let two: Server;
  /** From the primary to the second standby. */
  let link: DatabaseRoad;
  let callers: Callers;

  beforeAll(
    async () => {
      replication = await startReplication(folder.path);
      const { primary } = replication;
      link = await openRoad(primary);
      one = await replication.addStandby('one', primary);
      two = await replication.addStandby('two', primary, [`127.0.0.1:${link.port}`, one.host]);
      // What was acknowledged is at the standby that is promoted.
      await primary.query(`alter system set synchronous_standby_names = 'one'`);
      await primary.query('select pg_reload_conf()');
      for (let count = 0; count < 2; count += 1) gateways.push(await startGateway());
      const urls = gateways.map(({ server }) => server.url);
      const [first] = gateways;
      const login = { UserLogin: 'api_agent', Password: first?.server.rootPassword ?? '' };
      callers = new Callers(CALLERS, urls, login);
      await callers.start(RATE);
      try {
        await play();
      } finally {
        await callers.stop();
        process.stderr.write(report());
      }
    },
    SECONDS * 1000 + 300_000,
  );

  afterAll(async () => {
    await Promise.all(gateways.map(({ server }) => server.stop()));
    for (const { roads } of gateways) for (const road of Object.values(roads)) await road.close();
    await replication.stop();
    for (const { remove } of gateways) remove();
    folder.remove();
  });

  async function openRoad(server: Server): Promise<DatabaseRoad> {
    const road = new DatabaseRoad(server.url);
    await road.open();
    return road;
  }

  async function startGateway(): Promise<Gateway> {
    const own = makeServerFolder();
    const [primary, first, second] = [
      await openRoad(replication.primary),
      await openRoad(one),
      await openRoad(two),
    ] as const;
    const [a, b, c] = [primary, first, second].map(({ port }) => `127.0.0.1:${port}`);
    const configuration = JSON.stringify({
      Settings: { CheckMXRecord: 0 },
      // A machine that is busy with other work refuses nothing.
      limits: { waitingRequests: 1000 },
      metrics: { token: METRICS_TOKEN },
      database: { reads: { hosts: [a, b, c] } },
    });
    const environment = { DATABASE_URL: replication.urlOf(`${a}`, `${b}`) };
    const server = await startServerProcess(own.path, { environment, configuration });
    return { server, roads: { primary, one: first, two: second }, remove: () => own.remove() };
  }

  /** All that happens, each for as long as the others. */
  async function play(): Promise<void> {
    const [near, far] = gateways.map(({ roads }) => roads);
    const faults: readonly [string, () => Promise<unknown>, (() => Promise<unknown>)?][] = [
      ['calm', async () => undefined],
      [
        'replay paused',
        () => Promise.all([one, two].map((each) => each.query('select pg_wal_replay_pause()'))),
        () => Promise.all([one, two].map(resume)),
      ],
      ['50 ms to a standby', slow(near?.one, DELAY), slow(near?.one, 0)],
      ['50 ms of replication', slow(link, DELAY), slow(link, 0)],
      ['50 ms to the primary', slow(near?.primary, DELAY), slow(near?.primary, 0)],
      ['a silent standby', async () => far?.two.silence({ forNewOnes: true }), async () => far?.two.mend()],
      ['a standby killed', () => two.kill(), () => two.start()],
      [
        'the primary killed, another promoted',
        async () => {
          await replication.primary.kill();
          // PostgreSQL asks the next host only if the first one refuses the connection.
          await link.close();
          await one.query('select pg_promote()');
        },
      ],
      ['the old primary is a standby', () => replication.rejoin(replication.primary, 'old', one)],
    ];
    const share = (SECONDS * 1000) / faults.length;
    for (const [name, begin, end] of faults) {
      const end_ = Date.now() + share;
      const before = { reads: callers.reads, failures: callers.failures.length, atStandbys: await atStandbys() };
      await begin();
      // The second half is without the fault.
      await wait(share / (end === undefined ? 1 : 2));
      await end?.();
      await wait(Math.max(0, end_ - Date.now()));
      phases.push({
        name,
        reads: callers.reads - before.reads,
        atStandbys: (await atStandbys()) - before.atStandbys,
        failures: callers.failures.slice(before.failures).map(({ text }) => text),
      });
    }
  }

  /** Replay cancels the statement that resumes it if it has waited for long. */
  const resume = (server: Server) =>
    untilTrue(async () => (await server.query('select pg_wal_replay_resume()')).length === 1);

  const slow = (road: DatabaseRoad | undefined, milliseconds: number) => async () => {
    if (road !== undefined) road.delay = milliseconds;
  };

  async function atStandbys(): Promise<number> {
    const counts = gateways.map(({ server }) => sumMetric(server.url, 'standby_reads'));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  function report(): string {
    const rows = phases.map(({ name, reads, atStandbys: there, failures }) => {
      const kinds = new Map<string, number>();
      for (const text of failures) kinds.set(text, (kinds.get(text) ?? 0) + 1);
      const failed = [...kinds].map(([text, count]) => `, ${count} × ${text}`).join('');
      return `  ${name}: ${reads} reads, ${there} statements at standbys, ${failures.length} failures${failed}\n`;
    });
    const { reads, writes, stale } = callers;
    return `standbys: ${reads} reads, ${stale.length} stale, ${writes} writes in ${SECONDS} s\n${rows.join('')}`;
  }

  it('show each caller what was acknowledged to him, whole, and never less than he has seen', () => {
    expect(callers.stale).toEqual([]);
    expect(callers.reads).toBeGreaterThan(SECONDS * RATE * 0.6);
  });

  it('lose nothing, and make nothing twice', async () => {
    for (const { id, title } of callers.tickets) {
      const titles = await one.query<{ title: string }>(`select title from ticket where id = ${id}`);
      expect(titles).toEqual([{ title }]);
      const subjects = await one.query<{ count: string }>(
        `select count(*), count(distinct a_subject) as subjects from article a
         join article_data_mime m on m.article_id = a.id where a.ticket_id = ${id}`,
      );
      expect(subjects).toEqual([{ count: title, subjects: title }]);
    }
  });

  it('fail only while there is no primary', () => {
    const failed = phases.filter(({ failures }) => failures.length > 0).map(({ name }) => name);
    expect(failed.filter((name) => name !== 'the primary killed, another promoted')).toEqual([]);
    const times = callers.failures.map(({ at }) => at);
    expect(Math.max(0, ...times) - Math.min(...times, Infinity)).toBeLessThan(LONGEST);
    const others = callers.failures.filter(({ text }) => !text.startsWith('503 '));
    expect(others).toEqual([]);
  });

  it('read from standbys in every phase, and from the old primary once it follows', () => {
    expect(phases.filter(({ atStandbys: there }) => there === 0)).toEqual([]);
    for (const phase of ['calm', 'the old primary is a standby']) {
      const found = phases.find(({ name }) => name === phase);
      expect(found?.atStandbys).toBeGreaterThan(found?.reads ?? 0);
    }
  });
});
