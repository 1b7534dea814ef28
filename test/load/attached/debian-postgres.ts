import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '@ticketgate/database';

/** What hosts run on most: that of Debian 12. */
const VERSION = '15';
const BINARIES = `/usr/lib/postgresql/${VERSION}/bin`;
const POLL_MILLISECONDS = 20;

export interface DebianPostgres {
  /** Of the database `postgres`, as its superuser. */
  readonly url: string;
  /** The process whose children serve connections. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a new PostgreSQL of Debian in `folder`, with the settings that it comes with: only where it listens is ours.
 *
 * @throws Error that says what to install
 */
export async function startDebianPostgres(folder: string): Promise<DebianPostgres> {
  if (!existsSync(join(BINARIES, 'postgres'))) {
    throw new Error(
      `There is no ${BINARIES}/postgres. Install it, on Debian 12: apt-get install postgresql-${VERSION}`,
    );
  }
  const cluster = join(folder, 'debian-postgresql');
  const user = process.getuid?.() === 0 ? ownerOfPostgres() : {};
  const password = initialize(cluster, user);
  const port = await freePort();
  const log = openSync(join(folder, 'debian-postgresql.log'), 'a');
  const places = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const words = ['-D', cluster, ...places.flatMap((each) => ['-c', each])];
  const child = spawn(join(BINARIES, 'postgres'), words, { cwd: cluster, stdio: ['ignore', log, log], ...user });
  closeSync(log);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  while (!isReady(cluster)) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: see ${folder}/debian-postgresql.log`);
    await wait(POLL_MILLISECONDS);
  }
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, pid: child.pid ?? 0, stop };
}

interface SystemUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses root; the package makes this user, and gives it this folder. */
function ownerOfPostgres(): SystemUser {
  const { uid, gid } = statSync('/var/lib/postgresql');
  return { uid, gid };
}

/** Returns the password of its superuser. */
function initialize(cluster: string, user: SystemUser): string {
  const password = randomBytes(24).toString('base64url');
  const passwordFile = `${cluster}.password`;
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(cluster, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const words = ['-D', cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'scram-sha-256'];
  const { status, stderr } = spawnSync(join(BINARIES, 'initdb'), [...words, `--pwfile=${passwordFile}`], {
    cwd: '/',
    encoding: 'utf8',
    ...user,
  });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  return password;
}

function isReady(cluster: string): boolean {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready';
}
