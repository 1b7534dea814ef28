import type { SavedService } from '@ticketgate/database';

import type { ActionSystem } from '../actions/action.js';
import { consequencesOf } from './consequences-of.js';

/** With sentences about what is wrong with the definition, though it can be served. */
type Saved = SavedService & { readonly warnings?: readonly string[] };

/** What became of a change, and what else an administrator should know of it. */
export async function describeSaved(
  system: ActionSystem,
  name: string,
  { isChanged, versionID, warnings = [] }: Saved,
) {
  const consequences = await consequencesOf(system, name);
  return { name, isChanged, version: versionID ?? null, warnings: [...warnings, ...consequences] };
}
