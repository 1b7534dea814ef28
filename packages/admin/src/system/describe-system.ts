import { hostname } from 'node:os';
import type { Data } from '@ticketgate/sdk';
import { describeURL, type System, version } from '@ticketgate/runtime';

import { mayApply } from './may-apply.js';

/** Describes this installation, without secrets. */
export async function describeSystem(system: System): Promise<Data> {
  const { configuration, database, isAttached, location, settings } = system;
  const [server] = await database.query<{ version: string }>(`select current_setting('server_version') as version`);
  return {
    version,
    node: process.version,
    isAttached,
    mayPublish: mayApply(system, 'webServices'),
    database: describeURL(location.url),
    databaseVersion: server?.version ?? '',
    time: system.now(),
    timeZone: settings.text('OTOBOTimeZone'),
    uptime: Math.floor(process.uptime()),
    host: hostname(),
    catalogue: configuration.catalogue.file,
    webServices: configuration.webServices.folder,
  };
}
