import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { defaultConfiguration, loadPlugins, setUpPlugins, type ReadyOperations } from '@ticketgate/runtime';
import { startServer, type RunningServer } from 'ticketgate';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../support/index.js';
import pg from 'pg';

import { ORACLE } from './recorded.js';

const SETTINGS = {
  CheckMXRecord: 0,
  CheckEmailInvalidAddress: '@(anywhere|demo|foo)\\.(..|...)$',
  OTOBOTimeZone: 'UTC',
};

/** A server that is attached to a copy of the recorded database, and calls invokers. */
export interface RecordedSystem {
  readonly server: RunningServer;
  readonly ready: ReadyOperations;
  readonly database: TestDatabase['database'];
  stop(): Promise<void>;
}

export async function startRecordedSystem(
  allowedHosts: readonly string[],
  now = () => new Date(),
): Promise<RecordedSystem> {
  const test = await startTestDatabase({ migrations: [] });
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-recorded-'));
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(ORACLE, 'seed.sql.gz'))).toString('utf8'));
  await client.end();
  const defaults = defaultConfiguration(folder);
  const configuration = {
    ...defaults,
    http: { ...defaults.http, port: 0 },
    database: { ...defaults.database, url: test.url },
    requester: { ...defaults.requester, enabled: 'on' as const, allowedHosts },
    Settings: SETTINGS,
  };
  const server = await startServer({
    plugins: await loadPlugins(defaults.plugins, folder),
    loaded: { configuration, sources: new Map(), files: [], root: folder },
    logger: silentLogger,
    now,
  });
  return {
    server,
    ready: await setUpPlugins(server.report.system),
    database: test.database,
    async stop() {
      await server.stop();
      await test.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
