import { accountsMigrations, accountsSettings, createAccounts, type AccountsService } from '@ticketgate/accounts';
import {
  createSnapshots,
  databaseMigrations,
  isAttachedDatabase,
  migrate,
  openDatabase,
  ServiceStore,
  type OpenDatabase,
  type Snapshots,
} from '@ticketgate/database';
import type { Logger, Plugin, SettingDefinition } from '@ticketgate/sdk';

import type { Configuration, LoadedConfiguration } from '../configuration/configuration.js';
import { loadPlugins } from '../plugins/load-plugins.js';
import { followModifiedSettings } from '../settings/follow-modified-settings.js';
import { serverSettings } from '../settings/server-settings.js';
import { SettingsInForce } from '../settings/settings-in-force.js';
import { standAloneSettings } from '../settings/stand-alone-settings.js';
import { warnOfUnknownSettings } from '../settings/unknown-settings.js';
import { createFormatTime, type FormatTime } from '../time/system-time.js';
import { Closing } from './closing.js';
import { locateDatabase, type LocatedDatabase } from './locate-database.js';

/** Logins whose verified password is remembered at most; a number that no memory notices. */
const REMEMBERED_LOGINS = 10_000;

export interface SystemOptions {
  readonly loaded: LoadedConfiguration;
  readonly logger: Logger;
  /** True: share the embedded server of a running gateway; false: insist on our own. */
  readonly mayShare: boolean;
  /** Called with a sentence when something takes longer than usual. */
  readonly onProgress: (sentence: string) => void;
  readonly now?: () => Date;
}

/** Everything below HTTP: what `serve` and all other commands stand on. */
export interface System {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly database: OpenDatabase;
  readonly location: LocatedDatabase;
  /** True when the tables belong to a host system. */
  readonly isAttached: boolean;
  /** Names of the migrations that this start applied. */
  readonly migrated: readonly string[];
  readonly plugins: readonly Plugin[];
  readonly settings: SettingsInForce;
  readonly settingDefinitions: readonly SettingDefinition[];
  readonly snapshots: Snapshots;
  readonly accounts: AccountsService;
  readonly services: ServiceStore;
  readonly formatTime: FormatTime;
  now(): Date;
  /** Takes over something that has to be closed before the database is. */
  readonly closing: Closing;
}

/**
 * Opens the database, migrates it, and makes settings and accounts. Whatever was opened is closed again when a step fails.
 *
 * @throws ConfigurationError, OperationError `Database.…`
 */
export async function openSystem(options: SystemOptions): Promise<System> {
  const closing = new Closing(options.logger);
  try {
    return await open(options, closing);
  } catch (cause) {
    await closing.close();
    throw cause;
  }
}

async function open(options: SystemOptions, closing: Closing): Promise<System> {
  const { loaded, logger, onProgress } = options;
  const { configuration } = loaded;
  const now = options.now ?? (() => new Date());
  const plugins = await loadPlugins(configuration.plugins, loaded.root);
  const { database, location } = await connect(options, closing);
  const isAttached = await isAttachedDatabase(database);
  const migrations = [
    ...databaseMigrations,
    ...accountsMigrations,
    ...plugins.flatMap((each) => each.migrations ?? []),
  ];
  const migrated = await migrate(database, migrations, { isAttached, onProgress });
  const maxAge = isAttached ? configuration.cache.maxAgeAttached : configuration.cache.maxAge;
  const snapshots = await createSnapshots({ database, maxAge, now });
  closing.add('snapshots', () => {
    snapshots.close();
  });
  const settingDefinitions = [
    ...serverSettings,
    ...accountsSettings,
    ...plugins.flatMap((each) => each.settings ?? []),
  ];
  warnOfUnknownSettings(configuration.Settings, settingDefinitions, logger);
  const settings = new SettingsInForce(
    isAttached ? settingDefinitions : standAloneSettings(settingDefinitions),
    configuration.Settings,
  );
  const snapshot: Snapshots['snapshot'] = (name, load) => snapshots.snapshot(name, load);
  if (isAttached) {
    closing.add('settings', await followModifiedSettings(settings, { snapshot, logger, interval: maxAge }));
  }
  const { login } = configuration;
  const accounts = createAccounts({
    database,
    settings,
    logger,
    now,
    snapshot,
    isAttached,
    throttle: { failures: login.maxFailures, seconds: login.failureSeconds },
    loginCache: { seconds: login.cacheSeconds, size: REMEMBERED_LOGINS },
    ...(login.slidingSessions === null ? {} : { sessionsSlide: login.slidingSessions }),
  });
  return {
    configuration,
    logger,
    database,
    location,
    isAttached,
    migrated,
    plugins,
    settings,
    settingDefinitions,
    snapshots,
    accounts,
    services: new ServiceStore(database),
    formatTime: createFormatTime(settings.text('OTOBOTimeZone')),
    now,
    closing,
  };
}

async function connect(
  { loaded, logger, mayShare, onProgress }: SystemOptions,
  closing: Closing,
): Promise<{ database: OpenDatabase; location: LocatedDatabase }> {
  const { configuration } = loaded;
  const location = await locateDatabase({ configuration, logger, mayShare, onProgress });
  closing.add('the embedded PostgreSQL', () => location.embedded?.stop());
  const { poolSize, statementTimeout } = configuration.database;
  const database = await openDatabase({
    url: location.url,
    poolSize,
    statementTimeout: statementTimeout * 1000,
    logger,
  });
  closing.add('the database connections', () => database.close());
  return { database, location };
}
