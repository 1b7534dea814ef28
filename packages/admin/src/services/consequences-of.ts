import type { System } from '@ticketgate/runtime';

import { findDrift } from '../definition-files/find-drift.js';

/** Effects of a change that its author may not expect. */
export async function consequencesOf(system: System, name: string): Promise<readonly string[]> {
  const drift = await findDrift(system, name);
  return [
    ...(system.isAttached
      ? ['The host keeps definitions in its cache: it may show and serve the earlier one until that expires.']
      : []),
    ...(drift === undefined ? [] : [drift]),
  ];
}
