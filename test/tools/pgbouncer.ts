import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ticketgate/database';
import { untilTrue } from '../support/index.js';

const PROGRAM = '/usr/sbin/pgbouncer';

export interface Pgbouncer {
  /** The database through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PgBouncer in front of a database, with nothing in its configuration that Debian's has not. */
export async function startPgbouncer(database: string, mode: 'session' | 'transaction'): Promise<Pgbouncer> {
  const { hostname, port, username, password, pathname } = new URL(database);
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-pgbouncer-'));
  const own = await freePort();
  const users = join(folder, 'userlist.txt');
  const configuration = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    configuration,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\n` +
      `auth_type = md5\nauth_file = ${users}\npool_mode = ${mode}\ndefault_pool_size = 20\nmax_client_conn = 200\n`,
  );
  const user = process.getuid?.() === 0 ? Number(spawnSync('id', ['-u', 'postgres']).stdout.toString()) : undefined;
  if (user !== undefined) for (const path of [folder, users, configuration]) chownSync(path, user, user);
  const child = spawn(PROGRAM, [configuration], { stdio: 'ignore', ...(user === undefined ? {} : { uid: user }) });
  await untilTrue(() => isOpen(own));
  const url = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`;
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await untilTrue(async () => child.signalCode !== null || child.exitCode !== null);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
