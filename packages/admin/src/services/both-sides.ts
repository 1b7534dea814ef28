import { offMainThread, type DefinitionChange } from '@ticketgate/definition';

import type { AdminSystem } from '../admin-system.js';
import { getService, getVersion } from './find-service.js';

/** The changes of two authors to one version. */
export interface BothSides {
  /** Changes by others since that version. */
  readonly theirs: readonly DefinitionChange[];
  readonly yours: readonly DefinitionChange[];
}

/** Explains why a change was refused with `Database.ServiceChanged`. */
export async function findBothSides(
  system: AdminSystem,
  { name, base, text }: { readonly name: string; readonly base: number; readonly text: string },
): Promise<BothSides> {
  const before = await getVersion(system, name, base);
  const { config } = await getService(system, name);
  return {
    theirs: await offMainThread('compare', before.config, config),
    yours: await offMainThread('compare', before.config, text),
  };
}
