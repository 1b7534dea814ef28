import { Replicas, type SavedService } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import type { ActionSystem } from '../tasks/action.js';
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

/** Milliseconds in which all processes usually serve a change. */
const PATIENCE = 5_000;

/** Waits until all processes serve what is stored. Otherwise returns a sentence about those that do not. */
export async function untilServed({ database }: Pick<System, 'database'>): Promise<string | undefined> {
  const late = await new Replicas(database).untilServed(PATIENCE);
  const names = [...new Set(late.map(({ name, address }) => `${name} (${address})`))].join(', ');
  if (late.length === 0) return undefined;
  return `The change is saved, but not served everywhere yet. Look at the log of ${names}, unless it has just ended.`;
}

/** Effects of a change that its author may not expect. They are known once the change is served. */
export async function findSideEffects(system: System, name: string): Promise<readonly string[]> {
  const late = await untilServed(system);
  const drift = await findDrift(system, name);
  return [
    ...(late === undefined ? [] : [late]),
    ...(system.isAttached
      ? ['The host keeps definitions in its cache: it may show and serve the earlier one until that expires.']
      : []),
    ...(drift === undefined ? [] : [drift]),
  ];
}
