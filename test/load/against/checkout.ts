import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { silentLogger, startServerProcess, type ServerProcess } from '../../support/index.js';
import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';

import type { LoadedTickets } from '../data/load-tickets.js';
import { logIn } from '../measures/bench.js';
import { benchServices } from '../system/bench-services.js';
import { BENCH_CATALOGUE, type Credentials } from '../system/start-system.js';
import type { Ground } from './ground.js';

/** A clone of this repository, at whatever commit. */
export interface Checkout {
  readonly root: string;
  /** Folder and commit. */
  readonly name: string;
}

/** A checkout that serves, on a database of its own. */
export interface RunningCheckout {
  readonly checkout: Checkout;
  readonly server: ServerProcess;
  readonly database: OpenDatabase;
  readonly tickets: LoadedTickets;
  readonly credentials: Credentials & { readonly SessionID: string };
  stop(): Promise<void>;
}

/** @throws Error when there is none at `path` */
export function findCheckout(path: string): Checkout {
  const root = resolve(path);
  if (!existsSync(join(root, 'scripts/prepare.mjs'))) {
    throw new Error(
      `${root} is not a checkout of this repository. Make one, for example: git worktree add ../before main`,
    );
  }
  const git = spawnSync('git', ['-C', root, 'describe', '--always', '--dirty'], { encoding: 'utf8' });
  return { root, name: `${basename(root)} (${git.status === 0 ? git.stdout.trim() : 'no commit'})` };
}

/** Installs and builds what changed in it, by its own script. */
export function prepareCheckout({ root }: Checkout): void {
  // Its progress is not our result.
  const { status } = spawnSync(process.execPath, [join('scripts', 'prepare.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${root} could not be installed and built; the messages are above.`);
}

/** A checkout with a folder and a database of its own, which has the same tickets as every other. Each call starts its server. */
export function placeCheckout(
  checkout: Checkout,
  { folder, databaseURL, ground }: { folder: string; databaseURL: string; ground: Ground },
): () => Promise<RunningCheckout> {
  mkdirSync(join(folder, 'webservices'), { recursive: true });
  writeFileSync(join(folder, 'webservices', 'Bench.yml'), benchServices().Bench ?? '');
  writeFileSync(join(folder, 'catalogue.yml'), BENCH_CATALOGUE);
  let filled: LoadedTickets | undefined;
  return async () => {
    const server = await startServerProcess(folder, {
      root: checkout.root,
      environment: { DATABASE_URL: databaseURL },
      configuration: ground.configuration,
    });
    const database = await openDatabase({
      url: databaseURL,
      poolSize: 1,
      statementTimeout: 600_000,
      logger: silentLogger,
    });
    const stop = async () => {
      await database.close();
      await server.stop();
    };
    try {
      const tickets = (filled ??= await ground.fill(database));
      await database.query('vacuum analyze');
      const root = { UserLogin: 'root@localhost', Password: server.rootPassword, ApiKey: '' };
      return { checkout, server, database, tickets, credentials: await logIn(server.url, ground.agent ?? root), stop };
    } catch (error) {
      await stop();
      throw error;
    }
  };
}
