import {
  announcedServers,
  findEmbeddedDatabase,
  startEmbeddedServer,
  type EmbeddedServer,
  type FoundEmbedded,
} from '@ticketgate/database';
import { DatabaseURL, DatabaseURLUnfit, openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';

/**
 * What the database is opened for. `serve` starts an embedded server itself; the others also use that of a running gateway. `command` does
 * not create a database or change tables.
 */
export type Purpose = 'serve' | 'migrate' | 'command';

/** The location of the database, and its server if this process has started it. */
export interface LocatedDatabase {
  readonly url: string;
  /** Undefined if this process only connects to it. */
  readonly embedded: EmbeddedServer | undefined;
  /** Why this database is used, for messages. */
  readonly origin: string;
}

interface LocateOptions {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly purpose: Purpose;
  readonly onProgress: (sentence: string) => void;
}

/**
 * Finds the database: that of the configuration, otherwise that of a running server, otherwise the embedded one in the data folder, which is
 * started if necessary.
 *
 * @throws ConfigurationError for an invalid URL, `Server.NoDatabase`, `Server.SeveralDatabases`
 * @throws StartError `Database.FolderInUse` and others of the database package
 */
export async function locateDatabase(options: LocateOptions): Promise<LocatedDatabase> {
  const { configuration, logger, purpose, onProgress } = options;
  const { url } = configuration.database;
  checkURLs(configuration);
  if (url !== null)
    return { url: parsed(url, OPTION), embedded: undefined, origin: 'named by DATABASE_URL or database.url' };
  if (purpose !== 'serve') {
    const found = findEmbeddedDatabase(configuration.data);
    const running = findRunning(configuration.data, found);
    if (running !== undefined) return { url: running, embedded: undefined, origin: 'that of the running server' };
    if (found === undefined && purpose === 'command') throw noDatabase(configuration.data);
  }
  const embedded = await startEmbeddedServer({ folder: configuration.data, logger, onProgress });
  return { url: embedded.url, embedded, origin: `embedded, in ${embedded.folder}` };
}

/** The URL of the database that the running servers in this folder use. */
function findRunning(data: string, found: FoundEmbedded | undefined): string | undefined {
  const announced = announcedServers(data).filter(({ isRunning }) => isRunning);
  const urls = [...new Set([...(found?.url === undefined ? [] : [found.url]), ...announced.map(({ url }) => url)])];
  if (urls.length > 1) {
    const list = urls.map(describeURL).sort().join(' and ');
    throw new ConfigurationError(
      `Servers with different databases run here: ${list}. Set DATABASE_URL to the one you mean.`,
      { code: 'Server.SeveralDatabases' },
    );
  }
  return urls[0];
}

function noDatabase(data: string): ConfigurationError {
  const last = announcedServers(data).at(-1);
  const hint = last === undefined ? '' : ` The last server here used ${describeURL(last.url)}.`;
  return new ConfigurationError(
    `There is no database: DATABASE_URL is not set, no server runs here, and ${data} has no embedded one.${hint} Set DATABASE_URL, start the server, or run "ticketgate migrate"; the last two create an embedded one.`,
    { code: 'Server.NoDatabase' },
  );
}

const OPTION = 'DATABASE_URL, or database.url in the configuration,';

function checkURLs({ database: { pooling, directUrl, reads } }: Configuration): void {
  if (directUrl !== null) parsed(directUrl, 'database.directUrl in the configuration');
  const usual = new DatabaseURL('postgres://localhost');
  for (const host of reads?.hosts ?? [])
    parsed(host, 'database.reads.hosts in the configuration', (text) => usual.at(text));
  if (pooling === 'session' || directUrl !== null) return;
  throw new ConfigurationError(
    'database.pooling is transaction, and database.directUrl is null. Set it to the URL of the server itself: notifications do not get through a pooler that gives connections to transactions.',
  );
}

/** Checks a URL. Messages do not quote it, because it may contain a password. */
function parsed(url: string, option: string, read = (text: string) => new DatabaseURL(text)): string {
  try {
    read(url);
    return url;
  } catch (cause) {
    if (!(cause instanceof DatabaseURLUnfit)) throw cause;
    throw new ConfigurationError(`${option} ${cause.message}.`);
  }
}

interface Place {
  readonly location: LocatedDatabase;
  readonly configuration: Configuration;
}

/** The URL of the database server itself, without a pooler. */
export function directURL({ location, configuration }: Place): string {
  return configuration.database.directUrl ?? location.url;
}

/** Opens a connection without time limit, for migrations and for indexes of large tables. */
export async function withUnlimited<Result>(
  { logger, ...place }: Place & { readonly logger: Logger },
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url: directURL(place), poolSize: 1, statementTimeout: 0, logger });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A database's URL without its password, and without parameters, which may hold one too. */
export function describeURL(text: string): string {
  return new DatabaseURL(text).describe();
}
