import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { SystemUser } from './unprivileged-user.js';

interface ClusterOptions {
  readonly binaries: string;
  /** PostgreSQL's own folder, below `folder`. */
  readonly cluster: string;
  readonly folder: string;
  readonly user: SystemUser | undefined;
  readonly onProgress: ((sentence: string) => void) | undefined;
}

const run = promisify(execFile);

/** Creates the cluster with the database `ticketgate` if it does not exist. Returns the password of its only user. */
export async function initializeCluster(options: ClusterOptions): Promise<string> {
  const passwordFile = join(options.folder, 'postgresql.password');
  if (existsSync(options.cluster)) return readFileSync(passwordFile, 'utf8');
  options.onProgress?.('Preparing a new PostgreSQL database …');
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  // It has another name until it is complete: after an interruption, the next start begins again.
  const unfinished = `${options.cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await initialize(unfinished, password, options);
  renameSync(unfinished, options.cluster);
  return password;
}

async function initialize(cluster: string, password: string, options: ClusterOptions): Promise<void> {
  const { user } = options;
  mkdirSync(cluster, { mode: 0o700 });
  const passwordCopy = `${cluster}.password`;
  writeFileSync(passwordCopy, password, { mode: 0o600 });
  if (user !== undefined) {
    chownSync(cluster, user.uid, user.gid);
    chownSync(passwordCopy, user.uid, user.gid);
  }
  chmodSync(cluster, 0o700);
  const words = ['-D', cluster, '-U', 'ticketgate', `--pwfile=${passwordCopy}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
  // The builtin provider sorts by code point and folds the case of all letters, equally on every platform.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
  try {
    await runAsUser('initdb', [...words, ...locale], options);
    // Single-user mode needs no running server.
    const work = runAsUser('postgres', ['--single', '-D', cluster, 'postgres'], options);
    work.child.stdin?.end('create database ticketgate\n');
    await work;
  } finally {
    rmSync(passwordCopy, { force: true });
  }
}

/** Runs a program of PostgreSQL as the owner of its data. */
function runAsUser(program: string, words: readonly string[], { binaries, user }: ClusterOptions) {
  return run(join(binaries, 'bin', program), words, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(user && { uid: user.uid, gid: user.gid }),
  });
}
