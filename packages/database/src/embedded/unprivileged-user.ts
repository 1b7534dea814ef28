import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The system user for PostgreSQL if this process runs as root, which PostgreSQL refuses. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'ticketgate';

/**
 * Undefined unless this process runs as root. PostgreSQL only runs as the owner of its data: if `cluster` exists, it runs as its owner.
 * Otherwise the system user `ticketgate` is created if possible; if not, `nobody` is used.
 */
export function unprivilegedUser(cluster: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findOwner(cluster) ?? findUser(NAME) ?? addUser() ?? findUser('nobody');
}

function findOwner(cluster: string): SystemUser | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false });
  if (stat === undefined || stat.uid === 0) return undefined;
  return { name: `uid ${stat.uid}`, uid: stat.uid, gid: stat.gid };
}

export function mayEnter(folder: string, user: SystemUser): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', folder], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
  });
  return asked.status === 0;
}

function addUser(): SystemUser | undefined {
  try {
    const words = '--system --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin --user-group'.split(' ');
    execFileSync('useradd', [...words, NAME], { stdio: 'ignore' });
  } catch {
    // Another process was faster, or there is no useradd.
  }
  return findUser(NAME);
}

function findUser(name: string): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}
