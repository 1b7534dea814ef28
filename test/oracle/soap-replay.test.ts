import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AnswerCheck, silentLogger, startTestDatabase } from '../support/index.js';
import pg from 'pg';
import { defaultConfiguration, loadPlugins } from '@ticketgate/runtime';
import { startServer } from 'ticketgate';

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
  readonly differences: readonly { readonly id?: string; readonly name?: string; readonly found?: unknown }[];
}

/** Exchanges that `docs/compatibility.md` explains: an article with elements as its text, and searches that would find it. */
const SOAP_EXPLAINED = [
  'create.html-as-elements',
  'search.title',
  'search.list',
  'search.count',
  'search.order',
  'search.states',
];

const whereThere = isThere ? it : it.skip;

describe('the recorded exchanges of an OTOBO 11', () => {
  whereThere(
    'are answered alike over SOAP, but for those that are explained',
    async () => {
      const { outcome } = await replayAll({
        player: join('soap', 'replay.mjs'),
        definitions: join('soap', 'definitions'),
      });
      const differing = outcome.differences.filter(({ name = '' }) => !SOAP_EXPLAINED.includes(name));
      expect(outcome.compared).toBeGreaterThan(200);
      expect(differing).toEqual([]);
    },
    180_000,
  );
});

interface Replay {
  readonly player: string;
  readonly options?: readonly string[];
  /** A folder of definitions that the recorded system had as well. */
  readonly definitions?: string;
}

async function replayAll({ player, options = [], definitions }: Replay) {
  const test = await startTestDatabase({ migrations: [] });
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-replay-'));
  await restore(test.url, definitions);
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
    const outcome = await replay(join(ORACLE, player), server.url, { file: join(folder, 'outcome.json'), options });
    return { outcome, mistakes: answers.mistakes };
  } finally {
    await server.stop();
    await test.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The dump is plain SQL of many statements. */
async function restore(url: string, definitions: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(ORACLE, 'seed.sql.gz'))).toString('utf8'));
  const files = definitions === undefined ? [] : readdirSync(join(ORACLE, definitions)).sort();
  for (const file of files) {
    const values = [file.replace('.yml', ''), readFileSync(join(ORACLE, definitions ?? '', file), 'utf8')];
    await client.query(
      `insert into public.gi_webservice_config (name, config, valid_id, create_time, create_by, change_time, change_by)
       values ($1, $2, 1, current_timestamp, 1, current_timestamp, 1)`,
      values,
    );
  }
  await client.end();
}

async function replay(
  player: string,
  url: string,
  { file, options }: { readonly file: string; readonly options: readonly string[] },
): Promise<Outcome> {
  await new Promise<void>((resolve) => {
    // Its exit code only says that something differs.
    execFile(process.execPath, [player, '--url', url, '--json', file, ...options], () => {
      resolve();
    });
  });
  return JSON.parse(readFileSync(file, 'utf8')) as Outcome;
}
