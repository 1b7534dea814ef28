import type { StoredService } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';

import type { AdminSystem } from '../admin-system.js';

/** Versions that are looked through; who changed more since then looks into the history. */
const MOST_VERSIONS = 50;

/** The newest version before the current one that can be served; undefined when none of the last ones can. */
export async function findLastGoodVersion(
  { services: { versions } }: Pick<AdminSystem, 'services'>,
  service: StoredService,
): Promise<number | undefined> {
  for (const { id } of await versions.list(service.id, { limit: MOST_VERSIONS })) {
    const version = await versions.find(service.id, id);
    if (version === undefined || version.config === service.config) continue;
    if ((await offMainThread('load', version.config)).webService !== undefined) return id;
  }
  return undefined;
}
