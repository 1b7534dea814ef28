import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { untilTrue } from '../../support/index.js';
import pg from 'pg';

import { makeSelfSigned } from '../../support/self-signed.js';
import { DatabaseMachine } from './database-machine.js';
import { addressOf, DeployedFiles } from './deployed-files.js';
import { Etcd } from './etcd.js';
import { deployService, Gateway } from './gateway.js';
import { Program } from './program.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CHAT = join(ROOT, 'examples', 'notify-chat');
const PROXY = addressOf(31);
const PASSWORD = randomUUID();
/** Milliseconds that PostgreSQL and its standby take to be made. */
const PATIENCE = 120_000;

/** How the gateways reach the database. */
export type Road = 'HAProxy' | 'two hosts' | 'PgBouncer';

const HOSTS = `postgres://ticketgate:${PASSWORD}@${addressOf(11)}:5432,${addressOf(12)}:5432/ticketgate?target_session_attrs=read-write`;
const ROADS: Readonly<Record<Road, string>> = {
  HAProxy: `postgres://ticketgate:${PASSWORD}@${PROXY}:5432/ticketgate`,
  'two hosts': HOSTS,
  PgBouncer: `postgres://ticketgate:${PASSWORD}@${PROXY}:6432/ticketgate`,
};

/** What the gateway asks for when it refuses a pooler in transaction mode. */
const ROLE_SETTINGS = {
  TimeZone: 'UTC',
  search_path: 'public',
  statement_timeout: '5000',
  idle_in_transaction_session_timeout: '60000',
};

/** Two gateways behind HAProxy, PostgreSQL with a synchronous standby under Patroni, and etcd, all by the files of `deploy`. */
export class Cluster {
  readonly files = new DeployedFiles();
  readonly url = `https://${PROXY}`;
  readonly etcd = new Etcd(this.files);
  readonly databases: readonly DatabaseMachine[];
  readonly gateways: readonly Gateway[];
  readonly #proxies: readonly Program[];
  readonly #road: Road;

  /** @param chat where the events of new tickets are posted */
  constructor(road: Road, chat: string) {
    this.#road = road;
    this.databases = [
      new DatabaseMachine(this.files, { name: 'a', machine: 11 }),
      new DatabaseMachine(this.files, { name: 'b', machine: 12 }),
    ];
    const configuration = [this.#gatewayFile(), this.files.write('own.yml', ownOptions(road, chat))];
    this.gateways = [21, 22].map(
      (machine) => new Gateway({ machine, folder: this.files.folder, configuration, database: ROADS[road] }),
    );
    this.#proxies = [this.#haproxy(), ...(road === 'PgBouncer' ? [this.#pgbouncer()] : [])];
  }

  async start(): Promise<void> {
    const { cert, key } = await makeSelfSigned({ names: [PROXY], days: 1, now: new Date() });
    this.files.write('ticketgate.pem', `${cert}\n${key}`);
    this.etcd.start();
    for (const machine of this.databases) machine.start();
    await untilTrue(() => this.hasStandby(), PATIENCE);
    await this.#makeDatabase();
    for (const proxy of this.#proxies) proxy.start();
    for (const gateway of this.gateways) await gateway.start();
    await deployService(this.gateways);
  }

  async stop(): Promise<void> {
    for (const gateway of this.gateways) await gateway.end('SIGKILL');
    for (const program of this.#proxies) await program.end();
    for (const machine of this.databases) await machine.kill();
    await this.etcd.stop();
  }

  async primary(): Promise<DatabaseMachine> {
    for (;;) {
      for (const machine of this.databases) if (await machine.isPrimary()) return machine;
      await wait(50);
    }
  }

  async hasStandby(): Promise<boolean> {
    const states = await Promise.all(this.databases.map((machine) => machine.isSynchronousStandby()));
    return states.includes(true);
  }

  /** Statements at the primary, without any of the proxies. */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return withClient('ticketgate', PASSWORD, async (client) => (await client.query<Row>(text, [...values])).rows);
  }

  async #makeDatabase(): Promise<void> {
    const { PATRONI_SUPERUSER_PASSWORD = '' } = this.files.environment('patroni/environment.example');
    await withClient('postgres', PATRONI_SUPERUSER_PASSWORD, async (client) => {
      await client.query(`create role ticketgate login password '${PASSWORD}'`);
      await client.query('create database ticketgate owner ticketgate');
      if (this.#road !== 'PgBouncer') return;
      for (const [name, value] of Object.entries(ROLE_SETTINGS))
        await client.query(`alter role ticketgate in database ticketgate set ${name} = '${value}'`);
    });
  }

  #gatewayFile(): string {
    // All that comes from this machine has the same address, whichever it is sent to.
    return this.files.place('systemd/gateway.yml', { '[10.0.0.31]': '[127.0.0.1]' });
  }

  #haproxy(): Program {
    const files = [
      this.files.place('haproxy/haproxy.cfg', {
        'bind :443': `bind ${PROXY}:443`,
        '/etc/haproxy/ticketgate.pem': this.files.path('ticketgate.pem'),
      }),
      this.files.place('haproxy/gateways.cfg'),
      this.files.place('haproxy/postgresql.cfg', { 'bind :5432': `bind ${PROXY}:5432` }),
    ];
    const words = ['-db', ...files.flatMap((file) => ['-f', file])];
    return new Program({ command: '/usr/sbin/haproxy', words, log: this.files.path('haproxy.log') });
  }

  #pgbouncer(): Program {
    const users = this.files.write('userlist.txt', `"ticketgate" "${PASSWORD}"\n`);
    const configuration = this.files.place('pgbouncer/pgbouncer.ini', { '/etc/pgbouncer/userlist.txt': users });
    const log = this.files.path('pgbouncer.log');
    return new Program({ command: '/usr/sbin/pgbouncer', words: [configuration], user: 'postgres', log });
  }
}

/** What a gateway of the tests has beside the file of `deploy`. */
function ownOptions(road: Road, chat: string): string {
  const pooler = { pooling: 'transaction', directUrl: HOSTS };
  return JSON.stringify({
    ...(road === 'PgBouncer' ? { database: pooler } : {}),
    plugins: ['@ticketgate/plugin-session', '@ticketgate/plugin-ticket', CHAT],
    catalogue: { file: join(ROOT, 'config', 'catalogue.yml') },
    Settings: { CheckMXRecord: 0, 'Chat::URL': chat, 'Chat::Hosts': [new URL(chat).host] },
  });
}

async function withClient<Result>(
  user: string,
  password: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  for (const machine of [11, 12]) {
    const database = user === 'postgres' ? 'postgres' : 'ticketgate';
    const client = new pg.Client({ host: addressOf(machine), port: 5432, user, password, database });
    await client.connect();
    try {
      const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
      if (rows[0]?.recovering === false) return await work(client);
    } finally {
      await client.end();
    }
  }
  throw new Error('There is no primary.');
}
