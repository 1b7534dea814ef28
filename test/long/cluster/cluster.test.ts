import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { untilTrue } from '../../support/index.js';

import { Cluster, type Road } from '../../tools/cluster/cluster.js';
import { PASSWORD } from '../../tools/cluster/gateway.js';
import { BUSY, CLOSED, FINE, Load, SUBJECTS, TITLES, type Attempt } from '../../tools/load.js';
import { debianPackagesMissing } from '../../tools/debian-packages.js';

/** Requests a second. */
const RATE = 50;
/** Milliseconds that the load lasts at least, and before and after a fault. */
const DURATION = 300_000;
const SETTLING = 5_000;
/** Milliseconds from a fault to the last request that failed. */
const LONGEST = 30_000;
/** Milliseconds from a promotion to the last request that the database did not serve. */
const LONGEST_AFTER_PROMOTION = 5_000;
/** What requests get while those that waited meanwhile are worked off; that depends on the machine. */
const BACKLOG: readonly unknown[] = ['Gateway.Overloaded', 'Database.TransactionsBusy', 'Database.SearchesBusy'];
/** Milliseconds after which systemd starts again what was killed. */
const RESTART = 2_000;
const ROADS: readonly Road[] = ['HAProxy', 'two hosts', 'PgBouncer'];

const missing = debianPackagesMissing('patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql-15');
const describeIfThere = missing === undefined ? describe : describe.skip;
const because = missing === undefined ? '' : ` (skipped: ${missing})`;

interface Span {
  readonly at: number;
  readonly until: number;
}

interface Fault extends Span {
  readonly name: string;
  /** When another PostgreSQL had become the primary. */
  readonly promoted?: number;
}

/** A chat that notes when it gets a message about which ticket. */
class Chat {
  readonly messages = new Map<string, number[]>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const title = /New in Raw: (\S+)/.exec(body)?.[1] ?? body;
        this.messages.set(title, [...(this.messages.get(title) ?? []), Date.now()]);
        response.writeHead(204).end();
      });
    });
  }

  /** When messages came that had come before. */
  twice(): readonly number[] {
    return [...this.messages.values()].flatMap((times) => times.slice(1));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describeIfThere.each(ROADS)(`two gateways on PostgreSQL by Patroni, reached by %s${because}`, (road) => {
  const chat = new Chat();
  const faults: Fault[] = [];
  let cluster: Cluster;
  let load: Load;

  beforeAll(async () => {
    cluster = new Cluster(road, await chat.open());
    await cluster.start();
    load = new Load(cluster.url, { UserLogin: 'api_agent', Password: PASSWORD });
    await load.prepare();
    const began = Date.now();
    load.start(RATE);
    await wait(SETTLING);
    for (const [name, work] of Object.entries(FAULTS)) {
      const at = Date.now();
      const promoted = await work(cluster);
      await untilTrue(() => cluster.hasStandby(), 90_000);
      await wait(Math.max(SETTLING, at + LONGEST - Date.now()));
      faults.push({ name, at, until: Date.now(), ...(promoted === undefined ? {} : { promoted }) });
    }
    await wait(Math.max(0, began + DURATION - Date.now()));
    await load.stop();
    await untilTrue(async () => [...load.titles].every((title) => chat.messages.has(title)), 60_000);
    process.stderr.write(`${report(road, { faults, load })}  events that came twice: ${chat.twice().length}\n`);
  }, 900_000);

  afterAll(async () => {
    await cluster.stop();
    chat.close();
    cluster.files.remove();
  });

  const textsOf = async (statement: string) =>
    (await cluster.query<{ text: string }>(statement)).map((row) => row.text).sort();

  it('have each acknowledged write once', async () => {
    expect(await textsOf(TITLES)).toEqual([...load.titles].sort());
    expect(await textsOf(SUBJECTS)).toEqual([...load.subjects].sort());
  });

  it('answer 503 with Retry-After or close the connection, and nothing else', () => {
    const others = load.attempts.filter(({ outcome }) => ![FINE, BUSY, CLOSED].includes(outcome));
    expect(others).toEqual([]);
  });

  it('serve again soon after each fault', () => {
    const late = faults.filter((fault) => lastOf(failuresOf(load, fault)) > fault.at + LONGEST);
    expect(late).toEqual([]);
    const promotions = faults.flatMap(({ promoted, until }) =>
      promoted === undefined ? [] : [{ at: promoted, until }],
    );
    expect(promotions).toHaveLength(2);
    const slow = promotions.filter((span) => {
      const unserved = failuresOf(load, span).filter(({ reason }) => !BACKLOG.includes(reason));
      return lastOf(unserved) > span.at + LONGEST_AFTER_PROMOTION;
    });
    expect(slow).toEqual([]);
  });

  it('tell plugins about each new ticket, and twice only after a fault', () => {
    expect([...load.titles].filter((title) => !chat.messages.has(title))).toEqual([]);
    const isAfterFault = (time: number) => faults.some(({ at }) => time > at && time < at + LONGEST);
    expect(chat.twice().filter((time) => !isAfterFault(time))).toEqual([]);
  });
});

/** What goes away, and when another PostgreSQL was the primary where that is the remedy. */
const FAULTS: Readonly<Record<string, (cluster: Cluster) => Promise<number | undefined>>> = {
  async 'gateway killed'({ gateways: [gateway] }) {
    await gateway?.end('SIGKILL');
    await wait(RESTART);
    await gateway?.start();
    return undefined;
  },
  async "etcd's leader killed"({ etcd }) {
    const startAgain = await etcd.killLeader();
    await wait(RESTART);
    startAgain();
    return undefined;
  },
  async 'primary silent for 10 s'(cluster) {
    const thaw = (await cluster.primary()).freeze();
    await wait(10_000);
    thaw();
    return undefined;
  },
  async switchover(cluster) {
    const old = await cluster.primary();
    const [fresh = old] = cluster.databases.filter((machine) => machine !== old);
    const promotion = untilTrue(() => fresh.isPrimary(), LONGEST).then(() => Date.now());
    await old.switchOver(fresh);
    return promotion;
  },
  async 'primary and its Patroni killed'(cluster) {
    const old = await cluster.primary();
    const [fresh = old] = cluster.databases.filter((machine) => machine !== old);
    await old.kill();
    await untilTrue(() => fresh.isPrimary(), LONGEST);
    const promoted = Date.now();
    old.start();
    return promoted;
  },
  async 'rolling restart'({ gateways }) {
    for (const gateway of gateways) {
      await gateway.end('SIGTERM');
      await gateway.start();
      await wait(RESTART);
    }
    return undefined;
  },
};

function failuresOf({ attempts }: Load, { at, until }: Span): readonly Attempt[] {
  return attempts.filter(({ ended, outcome }) => ended >= at && ended < until && outcome !== FINE);
}

function lastOf(attempts: readonly Attempt[]): number {
  return Math.max(0, ...attempts.map(({ ended }) => ended));
}

function report(road: Road, { faults, load }: { readonly faults: readonly Fault[]; readonly load: Load }): string {
  const rows = faults.map((fault) => {
    const during = load.attempts.filter(({ ended }) => ended >= fault.at && ended < fault.until);
    const longest = Math.max(...during.map(({ began, ended }) => ended - began));
    const promoted = fault.promoted === undefined ? '' : `, promoted after ${seconds(fault.promoted - fault.at)}`;
    return `  ${fault.name}${promoted}: of ${during.length} requests ${describeFailures(failuresOf(load, fault), fault.at)}; the longest took ${seconds(longest)}\n`;
  });
  return `${road}: ${load.titles.size} tickets, ${load.subjects.size} updates, ${load.attempts.length} requests\n${rows.join('')}`;
}

/** How many failed how, and when the last one of each kind did. */
function describeFailures(failures: readonly Attempt[], at: number): string {
  const kinds = new Map<string, Attempt[]>();
  for (const failure of failures) {
    const kind = failure.reason === undefined ? failure.outcome : `503 ${failure.reason}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure]);
  }
  const parts = [...kinds].map(([kind, all]) => {
    return `${all.length} ${kind} (until ${seconds(lastOf(all) - at)})`;
  });
  return parts.length === 0 ? 'none failed' : parts.join(', ');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
