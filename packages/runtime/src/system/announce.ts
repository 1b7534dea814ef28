import cluster from 'node:cluster';
import { announceServer } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import type { Closing } from './closing.js';

/** Lets commands in the same folder find the database of this server. A folder that is not writable does no harm. */
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
