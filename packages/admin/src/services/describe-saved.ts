import type { SavedService } from '@ticketgate/database';

import type { ActionSystem } from '../actions/action.js';
import { consequencesOf } from './consequences-of.js';

/** With sentences about what is wrong with the definition, though it can be served. */
type Saved = SavedService & { readonly warnings?: readonly string[] };

/** The result of a change, with everything else that an administrator should know about it. */
export async function describeSaved(
  system: ActionSystem,
  name: string,
  { isChanged, versionID, warnings = [] }: Saved,
) {
  const consequences = await consequencesOf(system, name);
  return { name, isChanged, version: versionID ?? null, warnings: [...warnings, ...consequences] };
}
