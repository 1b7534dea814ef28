import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AnswerCheck, silentLogger, startTestDatabase } from '@ticketgate/test-support';
import pg from 'pg';
import { defaultConfiguration, loadPlugins } from '@ticketgate/runtime';
import { startServer } from '@ticketgate/server';

const ORACLE = join(import.meta.dirname, '..', '..', '..', 'shared', 'oracle');
const isThere = existsSync(join(ORACLE, 'replay.mjs'));
if (!isThere) process.stderr.write('skipped: the recorded exchanges (../shared/oracle) are not here\n');

/** What the recorded system had in its configuration file. */
const SETTINGS = {
  CheckMXRecord: 0,
  CheckEmailInvalidAddress: '@(anywhere|demo|foo|some|somewhere)\\.(..|...)$',
  SystemID: '10',
  OTOBOTimeZone: 'UTC',
};

interface Outcome {
  readonly compared: number;
  readonly agreed: number;
  readonly differences: readonly { readonly id: string }[];
}

/** Exchanges that `docs/compatibility.md` explains. */
const EXPLAINED = [
  'create.array-title',
  'create.object-title',
  'search.sort.Title-up',
  'search.sort.Responsible-up',
  'search.t.TicketCreateTime-newerminutes',
  'search.t.ArticleCreateTime-newerminutes',
];

describe('the recorded exchanges of an OTOBO 11', () => {
  (isThere ? it : it.skip)(
    'are answered alike by a server that is attached to its database, but for those that are explained, and as operations declare',
    async () => {
      const test = await startTestDatabase({ migrations: [] });
      const folder = mkdtempSync(join(tmpdir(), 'ticketgate-replay-'));
      await restore(test.url);
      const defaults = defaultConfiguration(folder);
      const answers = new AnswerCheck();
      const loadedPlugins = await loadPlugins(defaults.plugins, folder);
      const server = await startServer({
        plugins: { ...loadedPlugins, plugins: answers.watch(loadedPlugins.plugins) },
        loaded: {
          configuration: {
            ...defaults,
            http: { ...defaults.http, port: 0 },
            database: { ...defaults.database, url: test.url },
            Settings: SETTINGS,
          },
          sources: new Map(),
          files: [],
          root: folder,
        },
        logger: silentLogger,
      });
      try {
        const outcome = await replay(server.url, join(folder, 'outcome.json'));
        expect(outcome.compared).toBeGreaterThan(500);
        expect(outcome.differences.map(({ id }) => id).filter((id) => !EXPLAINED.includes(id))).toEqual([]);
        expect(answers.mistakes).toEqual([]);
      } finally {
        await server.stop();
        await test.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    180_000,
  );
});

/** The dump is plain SQL of many statements. */
async function restore(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(ORACLE, 'seed.sql.gz'))).toString('utf8'));
  await client.end();
}

async function replay(url: string, file: string): Promise<Outcome> {
  await new Promise<void>((resolve) => {
    // Its exit code only says that something differs.
    execFile(process.execPath, [join(ORACLE, 'replay.mjs'), '--url', url, '--json', file, '--types'], () => {
      resolve();
    });
  });
  return JSON.parse(readFileSync(file, 'utf8')) as Outcome;
}
