import type { SavedService } from '@ticketgate/database';

import type { ApiSystem } from '../api-system.js';

/** What became of a change, and what else an administrator should know of it. */
export async function describeSaved(system: ApiSystem, name: string, { isChanged, versionID }: SavedService) {
  return { name, isChanged, version: versionID ?? null, warnings: await system.consequencesOf(name) };
}
