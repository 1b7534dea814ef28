import {
  announcedServers,
  findEmbeddedDatabase,
  startEmbeddedServer,
  type EmbeddedServer,
  type FoundEmbedded,
} from '@ticketgate/database';
import { DatabaseURL, DatabaseURLUnfit } from '@ticketgate/postgres';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { describeURL } from './describe-url.js';

/**
 * What the database is opened for. `serve` insists on an embedded server of its own; the others share that of a running gateway.
 * `command` neither creates a database nor changes tables.
 */
export type Purpose = 'serve' | 'migrate' | 'command';

/** Where the database is, and what has to be stopped in the end because we started it. */
export interface LocatedDatabase {
  readonly url: string;
  /** Undefined for a database that we only connect to. */
  readonly embedded: EmbeddedServer | undefined;
  /** For people: why it is this one. */
  readonly origin: string;
}

export interface LocateOptions {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly purpose: Purpose;
  readonly onProgress: (sentence: string) => void;
}

/**
 * The database that the configuration names; without one that of a running server, or the embedded one on the data folder, started
 * if need be.
 *
 * @throws ConfigurationError for another kind of URL, `Server.NoDatabase`, `Server.SeveralDatabases`
 * @throws StartError `Database.FolderInUse` and others of the database package
 */
export async function locateDatabase(options: LocateOptions): Promise<LocatedDatabase> {
  const { configuration, logger, purpose, onProgress } = options;
  const { url } = configuration.database;
  checkPooling(configuration);
  if (url !== null)
    return { url: checked(url, OPTION), embedded: undefined, origin: 'named by DATABASE_URL or database.url' };
  if (purpose !== 'serve') {
    const found = findEmbeddedDatabase(configuration.data);
    const running = urlOfRunning(configuration.data, found);
    if (running !== undefined) return { url: running, embedded: undefined, origin: 'that of the running server' };
    if (found === undefined && purpose === 'command') throw noDatabase(configuration.data);
  }
  const embedded = await startEmbeddedServer({ folder: configuration.data, logger, onProgress });
  return { url: embedded.url, embedded, origin: `embedded, in ${embedded.folder}` };
}

/** The URL of the database, if all servers that run here share one. */
function urlOfRunning(data: string, found: FoundEmbedded | undefined): string | undefined {
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

function checkPooling({ database: { pooling, directUrl } }: Configuration): void {
  if (directUrl !== null) checked(directUrl, 'database.directUrl in the configuration');
  if (pooling === 'session' || directUrl !== null) return;
  throw new ConfigurationError(
    'database.pooling is transaction, and database.directUrl is null. Set it to the URL of the server itself: notifications do not get through a pooler that gives connections to transactions.',
  );
}

/** It is not shown, because it may contain a password. */
function checked(url: string, option: string): string {
  try {
    new DatabaseURL(url);
    return url;
  } catch (cause) {
    if (!(cause instanceof DatabaseURLUnfit)) throw cause;
    throw new ConfigurationError(`${option} ${cause.message}.`);
  }
}
