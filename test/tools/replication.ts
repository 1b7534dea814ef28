import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startEmbeddedServer } from '@ticketgate/database';
import { silentLogger, untilTrue } from '../support/index.js';
import pg from 'pg';

/** A PostgreSQL of its own, which is a primary or replays the log of one. */
export interface Server {
  readonly url: string;
  readonly host: string;
  /** Its folder. */
  readonly data: string;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** As a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Replication {
  /** The URL with other hosts. */
  urlOf(...hosts: readonly string[]): string;
  primary: Server;
  /** Copies a running server and follows it. */
  addStandby(name: string, of: Server, hosts?: readonly string[]): Promise<Server>;
  /** Makes one that was killed a standby of another, with nothing left of what only it had, as `pg_rewind` does. */
  rejoin(server: Server, name: string, of: Server): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a primary whose standbys are copies of its folder. Commits wait for the disk, as in real systems. */
export async function startReplication(folder: string): Promise<Replication> {
  const embedded = await startEmbeddedServer({ folder: join(folder, 'primary'), logger: silentLogger });
  const cluster = join(embedded.folder, 'postgresql');
  const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  const binary = readlinkSync(`/proc/${pid}/exe`);
  const { username, password } = new URL(embedded.url);
  await embedded.stop();
  const servers: Server[] = [];
  const urlOf = (...hosts: readonly string[]) => `postgres://${username}:${password}@${hosts.join(',')}/ticketgate`;
  const add = async (data: string): Promise<Server> => {
    const server = await startServer({ binary, data, urlOf });
    servers.push(server);
    return server;
  };
  /** The setting with which a standby follows whichever of the hosts is the primary. */
  const followed = (name: string, hosts: readonly string[]) => {
    const ports = hosts.map((host) => host.split(':')[1]).join();
    const info = `host=${hosts.map(() => '127.0.0.1').join()} port=${ports} user=${username} password=${password} application_name=${name} target_session_attrs=read-write`;
    return `primary_conninfo = '${info}'\nprimary_slot_name = ''\n`;
  };
  return {
    urlOf,
    primary: await add(cluster),
    async addStandby(name, of, hosts = [of.host]) {
      const data = join(folder, name);
      await copyServer({ data, of, follow: followed(name, hosts) });
      return add(data);
    },
    async rejoin(server, name, of) {
      rmSync(server.data, { recursive: true });
      await copyServer({ data: server.data, of, follow: followed(name, [of.host]) });
      await server.start();
    },
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
    },
  };
}

interface Copy {
  readonly data: string;
  readonly of: Server;
  /** Its settings as a standby. */
  readonly follow: string;
}

/** Copies the folder of a running server, which its log makes whole. */
async function copyServer({ data, of, follow }: Copy): Promise<void> {
  await of.query(`select pg_switch_wal()`);
  const client = new pg.Client(of.url);
  await client.connect();
  await client.query(`select pg_backup_start('copy', true)`);
  await promisify(execFile)('cp', ['-a', of.data, data]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(data, 'standby.signal'), '');
  appendFileSync(join(data, 'postgresql.auto.conf'), follow);
  for (const file of ['backup_label', 'standby.signal']) own(join(data, file), of.data);
  for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, file), { force: true });
}

interface Place {
  readonly binary: string;
  readonly data: string;
  readonly urlOf: (...hosts: readonly string[]) => string;
}

async function startServer({ binary, data, urlOf }: Place): Promise<Server> {
  const host = `127.0.0.1:${await freePort()}`;
  const url = urlOf(host);
  let child: ChildProcess | undefined;
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const server: Server = {
    url,
    host,
    data,
    query,
    async kill() {
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // Its processes first, so that none of them answers meanwhile.
      spawnSync('pkill', ['-KILL', '-P', String(child.pid)]);
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      const { uid, gid } = statSync(data);
      const log = openSync(`${data}.log`, 'a');
      const settings = [
        'listen_addresses=127.0.0.1',
        `port=${host.split(':')[1]}`,
        'unix_socket_directories=',
        'timezone=UTC',
      ];
      const more = [
        'max_connections=200',
        'wal_keep_size=512MB',
        'max_wal_senders=10',
        'wal_receiver_timeout=3s',
        'wal_retrieve_retry_interval=200ms',
      ];
      spawnSync('rm', ['-f', join(data, 'postmaster.pid')]);
      child = spawn(binary, ['-D', data, ...[...settings, ...more].flatMap((each) => ['-c', each])], {
        cwd: data,
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
        ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      });
      await untilTrue(() =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
  };
  await server.start();
  return server;
}

function own(file: string, like: string): void {
  const { uid, gid } = statSync(like);
  chownSync(file, uid, gid);
}
