import cluster from 'node:cluster';
import { announceServer } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import type { Closing } from './closing.js';

/** Lets commands in the same folder find the database that this server was given. If the folder is not writable, the server serves all the same. */
export function announceDatabase(
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
