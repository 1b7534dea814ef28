import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfiguration, openSystem } from '@ticketgate/runtime';

import { ROOT } from './root.js';
import { makeServerFolder, startServerProcess } from './server-process.js';
import { silentLogger } from './silent-logger.js';
import { startTestDatabase } from './test-database.js';
import { ROOT_PASSWORD, type TestServer, type TestServerOptions } from './test-server.js';

type OwnServerOptions = Pick<TestServerOptions, 'webServices' | 'configuration'> & {
  /** Starts a PostgreSQL of its own in an empty folder, instead of using an empty database of the test run. */
  readonly isEmbedded?: boolean;
};

/**
 * Like `startTestServer`, in a process of its own that runs the command of `npm start`, with web services from files. It has just made its
 * database. `system` is another one on this database, as commands have it.
 */
export async function startOwnServer(options: OwnServerOptions = {}): Promise<TestServer> {
  const folder = makeServerFolder();
  const { path } = folder;
  const test = options.isEmbedded === true ? undefined : await startTestDatabase({ migrations: [] });
  const environment = {
    DATABASE_URL: test?.url ?? '',
    TICKETGATE_DATA: join(path, 'data'),
    TICKETGATE_ROOT_PASSWORD: ROOT_PASSWORD,
  };
  const configuration = writeFiles(path, options);
  const server = await startServerProcess(path, { configuration, environment });
  const loaded = loadConfiguration({
    files: [join(ROOT, 'config', 'gateway.yml'), join(path, 'config.yml')],
    ...{ flags: {}, environment, workingDirectory: path },
  });
  const system = await openSystem({
    ...{ loaded, logger: silentLogger, purpose: 'command' },
    onProgress: () => undefined,
  });
  return {
    url: server.url,
    database: test?.database ?? system.database,
    system,
    rootPassword: ROOT_PASSWORD,
    async stop() {
      await system.closing.close();
      const code = await server.stop();
      await test?.stop();
      folder.remove();
      if (code !== 0) throw new Error(`The server ended with ${String(code)}:\n${server.log()}`);
    },
  };
}

/** The web services in a folder, and the configuration that names it. */
function writeFiles(path: string, { webServices = {}, configuration = {} }: OwnServerOptions): string {
  const folder = join(path, 'webservices');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(webServices)) writeFileSync(join(folder, `${name}.yml`), text);
  return JSON.stringify({
    catalogue: { file: null },
    ...configuration,
    webServices: { folder, watch: false },
    Settings: { 'AuthModule::DB::bcryptCost': 9, ...configuration.Settings },
  });
}
