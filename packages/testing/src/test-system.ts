import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAMILY_TABLES, OUR_HOST } from '@ticketgate/database/postgres';
import { formatSystemTime, type Data, type Plugin, type Snapshot, type Tables } from '@ticketgate/sdk';
import {
  Closing,
  defaultConfiguration,
  openSystem,
  settingDefinitions,
  EffectiveSettings,
  type LoadedConfiguration,
  type LoadedPlugins,
  type System,
} from '@ticketgate/runtime';

import { inTime } from './test-runner.js';
import { collectingLogger, type CollectingLogger } from './parts.js';
import {
  completeAgent,
  completeCustomer,
  deriveEmail,
  MemoryAccounts,
  TEST_PASSWORD,
  type TestAccounts,
} from './test-accounts.js';
import { provideDatabase } from './test-database.js';

/** Milliseconds to wait for connections in use. */
const CLOSING = 2_000;

interface TestSystemOptions {
  readonly plugins: readonly Plugin[];
  readonly clock: TestClock;
  readonly settings?: Data;
  readonly accounts?: TestAccounts;
  readonly database?: boolean;
}

export interface TestSystem extends System {
  readonly logger: CollectingLogger;
  readonly hasDatabase: boolean;
}

/** Opens a system: a real one with a database, otherwise one in memory. */
export async function openTestSystem(options: TestSystemOptions): Promise<TestSystem> {
  return options.database === true ? openReal(options) : openInMemory(options);
}

function makeConfiguration({ settings = {} }: TestSystemOptions, folder: string): LoadedConfiguration {
  const defaults = defaultConfiguration(folder);
  const database = { ...defaults.database, poolSize: 4, searchConnections: 2 };
  // The lowest cost that the family allows, since tests verify many passwords.
  const Settings = { 'AuthModule::DB::bcryptCost': 9, ...settings };
  return {
    configuration: { ...defaults, database, plugins: [], Settings },
    sources: new Map(),
    files: [],
    root: folder,
  };
}

function loadedPlugins(plugins: readonly Plugin[]): LoadedPlugins {
  const listings = plugins.map(({ name }, index) => [name, { index, name, isRequired: true }] as const);
  return { plugins, listings: new Map(listings), problems: [] };
}

async function openReal(options: TestSystemOptions): Promise<TestSystem> {
  const { plugins, clock, accounts = {} } = options;
  const logger = collectingLogger();
  const folder = await mkdtemp(join(tmpdir(), 'ticketgate-test-'));
  const database = await provideDatabase(folder);
  const release = async () => {
    await database.release();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { configuration, ...rest } = makeConfiguration(options, folder);
    const loaded = {
      ...rest,
      configuration: { ...configuration, database: { ...configuration.database, url: database.url } },
    };
    const system = await openSystem({
      loaded,
      logger,
      purpose: 'migrate',
      now: () => clock.now(),
      plugins: loadedPlugins(plugins),
    });
    await addAccounts(system, accounts);
    // Closed in reverse order.
    const closing = new Closing(logger);
    closing.add('the database', release);
    // An operation that does not end does not release its connection.
    closing.add('the system', async () => {
      await inTime(system.closing.close(), CLOSING);
    });
    return { ...system, closing, logger, hasDatabase: true };
  } catch (cause) {
    await release();
    throw cause;
  }
}

async function addAccounts({ accounts }: System, { agents = [], customers = [] }: TestAccounts): Promise<void> {
  const password = TEST_PASSWORD;
  await accounts.agents.ensureFirstPassword('root@localhost', password);
  for (const agent of agents) {
    await accounts.agents.add({ ...completeAgent(agent), email: deriveEmail(agent.login), password });
  }
  for (const customer of customers) {
    const complete = { ...completeCustomer(customer), email: deriveEmail(customer.login), password };
    await accounts.customerAdministration.add(complete);
  }
}

function openInMemory(options: TestSystemOptions): TestSystem {
  const { plugins, clock } = options;
  const logger = collectingLogger();
  const { configuration } = makeConfiguration(options, tmpdir());
  const settings = new EffectiveSettings(settingDefinitions(plugins), configuration.Settings);
  const parts = {
    configuration,
    logger,
    database: NO_DATABASE,
    reader: () => NO_DATABASE,
    isAttached: false,
    host: OUR_HOST,
    tables: TABLES,
    plugins,
    loadedPlugins: loadedPlugins(plugins),
    settings,
    snapshots: { snapshot: snapshotInMemory },
    accounts: new MemoryAccounts(options.accounts ?? {}),
    formatTime: (moment: Date) => formatSystemTime(moment, settings),
    now: () => clock.now(),
    closing: new Closing(logger),
    hasDatabase: false,
  };
  // Operations and services only use these parts.
  return parts as unknown as TestSystem;
}

/** As a stand-alone system has them, without limits of length. */
const TABLES: Tables = {
  has: (name) => {
    const [table = '', column] = name.split('.');
    const columns = FAMILY_TABLES[table]?.split(' ');
    return columns !== undefined && (column === undefined || columns.includes(column));
  },
  lengthOf: () => Infinity,
};

/** Throws an error with advice on each use. */
const NO_DATABASE = new Proxy(
  {},
  {
    get(_target, name) {
      // `await` reads `then`.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      throw new Error(
        `This test has no database, but its operation uses it (${name}). Write createTestContext({ database: true }).`,
      );
    },
  },
);

function snapshotInMemory<Value>(_name: string, load: (database: never) => Promise<Value>): Snapshot<Value> {
  let value: Promise<Value> | undefined;
  return {
    current: () => (value ??= load(NO_DATABASE as never)), // there is no database
    drop: () => {
      value = undefined;
      return Promise.resolve();
    },
  };
}

/** The clock of a test, which only moves when it is set. */
export class TestClock {
  #milliseconds: number;

  constructor(start: Date | string = '2026-01-02T03:04:05Z') {
    this.#milliseconds = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#milliseconds);
  }

  set(moment: Date | string): void {
    this.#milliseconds = new Date(moment).getTime();
  }

  advance(seconds: number): void {
    this.#milliseconds += seconds * 1000;
  }
}
