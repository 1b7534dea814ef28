import { silentLogger } from '../support/index.js';
import { type Configuration, defaultConfiguration } from '@ticketgate/runtime';
import { type RunningServer, startServer } from 'ticketgate';

/** A server on a port of its own, attached to the database at `url`, with default options but for `changes`. */
export function startAttached(
  { folder, url }: { readonly folder: string; readonly url: string },
  changes: Partial<Configuration>,
): Promise<RunningServer> {
  const defaults = defaultConfiguration(folder);
  const configuration = {
    ...defaults,
    http: { ...defaults.http, port: 0 },
    database: { ...defaults.database, url },
    Settings: { CheckMXRecord: 0 },
    ...changes,
  };
  return startServer({
    loaded: { configuration, sources: new Map(), files: [], root: folder },
    logger: silentLogger,
    rootPassword: 'is-not-used-here',
  });
}

/** What the API of the administration lists of the accounts of a host. */
export const ACCOUNT_LISTS = ['Agents', 'Groups', 'Roles', 'CustomerUsers'].map((kind) => `/catalogue/${kind}`);
