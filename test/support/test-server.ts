import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isData, type Logger, type Plugin } from '@ticketgate/sdk';
import {
  type Configuration,
  defaultConfiguration,
  listMigrations,
  type LoadedConfiguration,
  loadPlugins,
  type System,
} from '@ticketgate/runtime';
import { type RunningServer, startServer } from 'ticketgate';
import { ServiceStore } from '@ticketgate/database';
import type { OpenDatabase } from '@ticketgate/database/postgres';

import { AnswerCheck } from './answer-check.js';
import { silentLogger } from './silent-logger.js';
import { startTestDatabase } from './test-database.js';

export interface TestServerOptions {
  /** YAML texts by the name of the web service, saved before the start. */
  readonly webServices?: Readonly<Record<string, string>>;
  /** Options over the defaults, section by section. */
  readonly configuration?: { readonly [Section in keyof Configuration]?: Partial<Configuration[Section]> };
  /** Besides those that the configuration names. */
  readonly plugins?: readonly Plugin[];
  readonly logger?: Logger;
  readonly now?: () => Date;
}

export interface TestServer {
  /** For example `http://127.0.0.1:43211`. */
  readonly url: string;
  readonly database: OpenDatabase;
  readonly system: System;
  /** Of root@localhost. */
  readonly rootPassword: string;
  /** Stops the server and drops its database. */
  stop(): Promise<void>;
}

export const ROOT_PASSWORD = 'test-Passw0rd-1';

/** The configuration with the options of a test. */
function sourcesOf(configuration: object): LoadedConfiguration['sources'] {
  const names = Object.entries(configuration).flatMap(([section, values]: [string, unknown]) =>
    isData(values) ? Object.keys(values).map((name) => `${section}.${name}`) : [section],
  );
  return new Map(names.map((name) => [name, { kind: 'file', name: 'test.yml' } as const]));
}

/**
 * A server of its own on a free port, with all plugins and a database of its own that has the tables and nothing more; no files are applied
 * or watched. `startOwnServer` makes the tables itself. What operations answer is compared with what they declare: `stop` fails when they differ.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'ticketgate-server-'));
  const configuration = testConfiguration(folder, options.configuration ?? {});
  const answers = new AnswerCheck();
  const loaded = await loadPlugins(configuration.plugins, folder);
  const plugins = { ...loaded, plugins: answers.watch([...loaded.plugins, ...(options.plugins ?? [])]) };
  const testDatabase = await startTestDatabase({ migrations: listMigrations(plugins.plugins) });
  const { database, url } = testDatabase;
  let server: RunningServer;
  try {
    server = await startServer({
      loaded: {
        configuration: { ...configuration, database: { ...configuration.database, url } },
        sources: sourcesOf(options.configuration ?? {}),
        files: [],
        root: folder,
      },
      plugins,
      logger: options.logger ?? silentLogger,
      rootPassword: ROOT_PASSWORD,
      onOpen: () => saveServices(database, options.webServices ?? {}),
      ...(options.now === undefined ? {} : { now: options.now }),
    });
  } catch (cause) {
    await testDatabase.stop();
    throw cause;
  }
  return {
    url: server.url,
    database,
    system: server.report.system,
    rootPassword: ROOT_PASSWORD,
    async stop() {
      await server.stop();
      await testDatabase.stop();
      await rm(folder, { recursive: true, force: true });
      if (answers.mistakes.length > 0) throw new Error(`Not as declared:\n${answers.mistakes.join('\n')}`);
    },
  };
}

function testConfiguration(folder: string, options: NonNullable<TestServerOptions['configuration']>): Configuration {
  const defaults = defaultConfiguration(folder);
  return {
    ...defaults,
    ...options,
    http: { ...defaults.http, port: 0, ...options.http },
    limits: { ...defaults.limits, ...options.limits },
    tls: { ...defaults.tls, ...options.tls },
    database: { ...defaults.database, ...options.database },
    log: { ...defaults.log, ...options.log },
    metrics: { ...defaults.metrics, ...options.metrics },
    admin: { ...defaults.admin, ...options.admin },
    oidc: { ...defaults.oidc, ...options.oidc },
    debugLog: { ...defaults.debugLog, ...options.debugLog },
    requester: { ...defaults.requester, ...options.requester },
    cache: { ...defaults.cache, ...options.cache },
    login: { ...defaults.login, ...options.login },
    webServices: { ...defaults.webServices, folder: null, ...options.webServices },
    catalogue: { file: null, ...options.catalogue },
    audit: { ...defaults.audit, ...options.audit },
    events: { ...defaults.events, ...options.events },
    Settings: { 'AuthModule::DB::bcryptCost': 9, ...options.Settings },
  } as Configuration; // lists are given whole, sections were just completed
}

async function saveServices(database: OpenDatabase, services: Readonly<Record<string, string>>): Promise<void> {
  const store = new ServiceStore(database);
  for (const [name, config] of Object.entries(services)) {
    await store.save({ name, config, userID: 1, time: '2026-01-01 00:00:00' });
  }
}
