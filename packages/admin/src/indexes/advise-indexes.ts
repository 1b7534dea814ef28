import type { System } from '@ticketgate/runtime';

import { lookUpIndexes, missingIndexes } from './expected-indexes.js';

/** Warns at a start that requests read whole tables, and says what to do about it. */
export async function adviseIndexes(system: System): Promise<void> {
  const missing = missingIndexes(await lookUpIndexes(system));
  if (missing.length === 0) return;
  system.logger.warn(
    `${missing.length} indexes are missing, so some searches, or deleting old requests of the debug log, read whole tables. Run "npx ticketgate indexes" to see the benefit of each (docs/attached.md).`,
    { missing: missing.map(({ expected }) => expected.name) },
  );
}
