import type { SavedService } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import type { ActionSystem } from '../actions/action.js';
import { findDrift } from '../definition-files/find-drift.js';

/** With sentences about what is wrong with the definition, though it can be served. */
type Saved = SavedService & { readonly warnings?: readonly string[] };

/** The result of a change, with everything else that an administrator should know about it. */
export async function describeSaved(
  system: ActionSystem,
  name: string,
  { isChanged, versionID, warnings = [] }: Saved,
) {
  const consequences = await findSideEffects(system, name);
  return { name, isChanged, version: versionID ?? null, warnings: [...warnings, ...consequences] };
}

/** Effects of a change that its author may not expect. */
export async function findSideEffects(system: System, name: string): Promise<readonly string[]> {
  const drift = await findDrift(system, name);
  return [
    ...(system.isAttached
      ? ['The host keeps definitions in its cache: it may show and serve the earlier one until that expires.']
      : []),
    ...(drift === undefined ? [] : [drift]),
  ];
}
