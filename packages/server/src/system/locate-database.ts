import { findRunningServer, startEmbeddedServer, type EmbeddedServer } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';

/** Where the database is, and what has to be stopped in the end because we started it. */
export interface LocatedDatabase {
  readonly url: string;
  /** Undefined for a database that we only connect to. */
  readonly embedded: EmbeddedServer | undefined;
}

export interface LocateOptions {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** True: the embedded server of a running gateway will do as well. */
  readonly mayShare: boolean;
  readonly onProgress: (sentence: string) => void;
}

/**
 * The database that the configuration names; without one the embedded server on the data folder, started if need be.
 *
 * @throws ConfigurationError for another kind of URL
 * @throws OperationError `Database.FolderInUse` and others of the database package
 */
export async function locateDatabase(options: LocateOptions): Promise<LocatedDatabase> {
  const { configuration, logger, mayShare, onProgress } = options;
  const { url } = configuration.database;
  if (url !== null) return { url: checked(url), embedded: undefined };
  const running = mayShare ? findRunningServer(configuration.data, logger) : undefined;
  if (running !== undefined) return { url: running, embedded: undefined };
  const embedded = await startEmbeddedServer({ folder: configuration.data, logger, onProgress });
  return { url: embedded.url, embedded };
}

/** It is not shown, since it may hold a password. */
function checked(url: string): string {
  if (/^postgres(?:ql)?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new ConfigurationError(
    'DATABASE_URL, or database.url of the configuration, is no URL of a PostgreSQL. Write one like that in config/gateway.yml, which begins with postgres://, with signs such as @ and / in the password as %40 and %2F.',
  );
}
