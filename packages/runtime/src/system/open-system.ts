import cluster from 'node:cluster';
import { accountsMigrations, createAccounts, type AccountsService } from '@ticketgate/accounts';
import {
  createSnapshots,
  databaseMigrations,
  type HostDatabase,
  migrate,
  readHostTables,
  recogniseHost,
  requireMigrated,
  ServiceStore,
  type Snapshots,
  announceServer,
  createDebuggerSink,
} from '@ticketgate/database';
import {
  type OpenDatabase,
  type DatabaseOptions,
  DatabaseURL,
  describeHost,
  openDatabase,
  PoolerUnfit,
} from '@ticketgate/database/postgres';
import type { DebuggerSink } from '@ticketgate/gateway';
import {
  explainError,
  formatSystemTime,
  type Logger,
  type Migration,
  type Plugin,
  suggest,
  withSuggestion,
  OperationError,
} from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import type { LoadedConfiguration } from '../configuration/load-configuration.js';
import { loadPlugins, type LoadedPlugins, withListeners } from '../plugins/load-plugins.js';
import { reportProblems, requireUsable } from '../plugins/plugin-problem.js';
import { createAnnouncer } from '../events/event-announcer.js';
import { awaitCalls } from '../events/awaited-calls.js';
import { Subscriptions } from '../events/subscriptions.js';
import { EffectiveSettings, settingDefinitions } from '../settings/effective-settings.js';
import { followHostSettings } from '../settings/follow-host-settings.js';
import { createMetrics } from '../metrics/metrics-registry.js';
import { Closing } from './closing.js';
import { openReads } from './open-reads.js';
import { locateDatabase, type LocatedDatabase, type Purpose, directURL, withUnlimited } from './locate-database.js';

/** Most logins in the cache of verified passwords. */
const REMEMBERED_LOGINS = 10_000;

interface SystemOptions {
  readonly loaded: LoadedConfiguration;
  readonly logger: Logger;
  readonly purpose: Purpose;
  /** Default: that of the configuration. */
  readonly location?: LocatedDatabase | undefined;
  /** Called with the location of the database before it is opened. */
  readonly onLocated?: (location: LocatedDatabase) => void;
  /** Called with a sentence if a step takes longer than usual. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  readonly now?: () => Date;
  /** Default: those of the configuration. */
  readonly plugins?: LoadedPlugins | undefined;
}

const ignore = () => undefined;

/** The parts below HTTP that `serve` and all other commands share. */
export type System = Readonly<Awaited<ReturnType<typeof open>>>;

/**
 * Opens the database, migrates it, and creates settings and accounts. If a step fails, everything opened so far is closed.
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

async function open(options: SystemOptions, closing: Closing) {
  const { loaded, logger } = options;
  const { configuration } = loaded;
  const now = options.now ?? (() => new Date());
  const loadedPlugins = options.plugins ?? (await loadPlugins(configuration.plugins, loaded.root));
  const { plugins, problems } = loadedPlugins;
  requireUsable(problems);
  reportProblems(problems, logger);
  const { database, location, startReads } = await connect(options, closing);
  const hostDatabase = await recognise(database, logger);
  const { isAttached } = hostDatabase;
  const migrated = await migrateOrRequireMigrated(options, loadedPlugins, { ...hostDatabase, database, location });
  const tables = await readHostTables(database, hostDatabase);
  const maxAge = isAttached ? configuration.cache.maxAgeAttached : configuration.cache.maxAge;
  const snapshots = await createSnapshots({ database, maxAge, now });
  closing.add('snapshots', () => snapshots.close());
  const snapshot: Snapshots['snapshot'] = (name, load) => snapshots.snapshot(name, load);
  const announcer = createAnnouncer(database);
  closing.add('announcements of events', () => announcer.flush());
  const base = { ...hostDatabase, configuration, database, logger, now, snapshot };
  const settings = await makeSettings(base, plugins, closing);
  const listening = withListeners(loadedPlugins, { settings, isAttached });
  return {
    ...base,
    tables,
    ...(await startReads()),
    sources: loaded.sources,
    location,
    migrated,
    plugins: listening.plugins,
    loadedPlugins: listening,
    settings,
    snapshots,
    accounts: makeAccounts({ ...base, settings }),
    services: new ServiceStore(database),
    /** The invokers that events call, set when web services are published. */
    subscriptions: new Subscriptions(),
    awaitedCalls: awaitCalls(database, configuration.requester.syncLimit),
    announcer,
    /** Undefined if they are not enabled. */
    metrics: options.purpose === 'serve' ? await createMetrics(configuration) : undefined,
    /** Formats a time in the system's time zone. */
    formatTime: (moment: Date) => formatSystemTime(moment, settings),
    /** Registers parts that must be closed before the database. */
    closing,
  };
}

/** Recognises the host and lets statements use its names of tables. */
async function recognise(database: OpenDatabase, logger: Logger): Promise<HostDatabase> {
  const found = await recogniseHost(database);
  const { host, isAttached, differences } = found;
  if (!isAttached) return found;
  database.tableNames.use(host.tables.names);
  logger.info('attached to the database of a host system; its tables are never altered', { host: host.name });
  for (const { sentence } of differences)
    logger.warn(`not as in ${host.name}, the nearest known host: ${sentence}`, { host: host.name });
  return found;
}

/** The names of the migrations that were applied. Commands only require that all were. */
async function migrateOrRequireMigrated(
  { loaded: { configuration }, logger, purpose, onProgress = ignore }: SystemOptions,
  loadedPlugins: LoadedPlugins,
  {
    database,
    location,
    ...host
  }: HostDatabase & { readonly database: OpenDatabase; readonly location: LocatedDatabase },
): Promise<readonly string[]> {
  const migrations = listMigrations(loadedPlugins.plugins);
  if (purpose === 'command') {
    await requireMigrated(database, migrations, host);
    return [];
  }
  return await withUnlimited({ location, logger, configuration }, (unlimited) =>
    migrate(unlimited, migrations, { isAttached: host.isAttached, onProgress }),
  );
}

export function listMigrations(plugins: readonly Plugin[]): readonly Migration[] {
  return [...databaseMigrations, ...accountsMigrations, ...plugins.flatMap(({ migrations }) => migrations ?? [])];
}

interface Base extends HostDatabase {
  readonly configuration: Configuration;
  readonly database: OpenDatabase;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly snapshot: Snapshots['snapshot'];
}

/** In attached mode, the settings follow those of the host system. */
async function makeSettings(base: Base, plugins: readonly Plugin[], closing: Closing): Promise<EffectiveSettings> {
  const { configuration, isAttached, host, logger, snapshot } = base;
  const definitions = settingDefinitions(plugins, base);
  const hostNames = isAttached ? host.settings.names : {};
  const known = [...definitions.map(({ name }) => name), ...Object.values(hostNames)];
  warnOfUnknownSettings(configuration.Settings, known, logger);
  const settings = new EffectiveSettings(definitions, configuration.Settings, hostNames);
  if (isAttached) {
    const interval = configuration.cache.maxAgeAttached;
    await followHostSettings(settings, { definitions, host, snapshot, logger, interval, closing });
  }
  return settings;
}

function makeAccounts({ configuration: { login }, ...ports }: Base & { settings: EffectiveSettings }): AccountsService {
  return createAccounts({
    ...ports,
    throttle: {
      failures: login.maxFailures,
      failuresPerAddress: login.maxFailuresPerAddress,
      failuresPerNetwork: login.maxFailuresPerNetwork,
      seconds: login.failureSeconds,
    },
    verifications: { atATime: login.verifications, waiting: login.waitingVerifications },
    loginCache: { seconds: login.cacheSeconds, size: REMEMBERED_LOGINS },
    ...(login.slidingSessions === null ? {} : { sessionsSlide: login.slidingSessions }),
  });
}

async function connect(
  { loaded, logger, purpose, onProgress = ignore, onLocated, location: given }: SystemOptions,
  closing: Closing,
) {
  const { configuration } = loaded;
  const location = given ?? (await locateDatabase({ configuration, logger, purpose, onProgress }));
  closing.add('the embedded PostgreSQL', () => location.embedded?.stop());
  onLocated?.(location);
  const { poolSize, searchConnections, statementTimeout, searchTimeout, ...pooler } = configuration.database;
  const databaseOptions: DatabaseOptions = {
    url: location.url,
    poolSize,
    searchConnections,
    statementTimeout: statementTimeout * 1000,
    searchTimeout: searchTimeout * 1000,
    pooling: pooler.pooling,
    ...(pooler.namedStatements === null ? {} : { namedStatements: pooler.namedStatements }),
    directUrl: directURL({ location, configuration }),
    logger,
  };
  const database = await connectDatabase(databaseOptions);
  closing.add('the database connections', () => database.close());
  if (purpose === 'serve' && location.embedded === undefined)
    announceDatabase(location.url, { configuration, logger, closing });
  const startReads = () => openReads({ database, options: databaseOptions, configuration, purpose, closing });
  return { database, location, startReads };
}

/** Unknown settings are probably misspelt, but may belong to a plugin that is not loaded. */
function warnOfUnknownSettings(
  configured: Readonly<Record<string, unknown>>,
  known: readonly string[],
  logger: Logger,
): void {
  for (const name of Object.keys(configured).filter((each) => !known.includes(each))) {
    const sentence = `Settings has "${name}", which nothing reads.`;
    logger.warn(withSuggestion(sentence, suggest(name, known)), { setting: name });
  }
}

/** Lets commands in the same folder find the database of this server. A folder that is not writable does no harm. */
function announceDatabase(
  url: string,
  { configuration, logger, closing }: { configuration: Configuration; logger: Logger; closing: Closing },
): void {
  if (cluster.isWorker) return;
  try {
    closing.add('the note of this server', announceServer(configuration.data, url));
  } catch (error) {
    logger.info('commands will not find the database of this server; set DATABASE_URL for them too', { error });
  }
}

/**
 * Opens the database for a command or a starting server. The error says why it is unavailable, for the administrator.
 *
 * @throws OperationError `Database.Unavailable`
 */
async function connectDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  try {
    return await openDatabase(options);
  } catch (cause) {
    if (cause instanceof PoolerUnfit) throw cause;
    const { name, hosts } = new DatabaseURL(options.url);
    const place = `"${name}" at ${hosts.map(describeHost).join(', ')}`;
    const message = `The database ${place} cannot be used: ${explainInnermost(cause)}. Check DATABASE_URL or database.url, and that PostgreSQL runs there.`;
    throw new OperationError('Database.Unavailable', message, { reason: 'Unavailable', cause });
  }
}

/** The innermost cause has the message of the driver. */
function explainInnermost(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? explainInnermost(error.cause) : explainError(error);
}

/** The viewer of the host system shows contents as stored, so they are indented. */
const HOST_INDENT = 2;

/** Creates the sink for the debug log of a system. */
export function openDebuggerSink({ database, formatTime, isAttached }: System): DebuggerSink {
  return createDebuggerSink(database, formatTime, isAttached ? HOST_INDENT : 0);
}
