import { findBloatedTables } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import { lookUpIndexes, missingIndexes } from '../../indexes/expected-indexes.js';
import { orFine, warning, type Finding } from './finding.js';

export async function examineTables(system: System): Promise<readonly Finding[]> {
  const names = missingIndexes(await lookUpIndexes(system)).map(({ expected }) => expected.name);
  const missing = names.length === 0 ? [] : [describeMissing(names)];
  const bloated = (await findBloatedTables(system.database)).map(({ name, rows, deadRows }) =>
    warning(
      'tables',
      `${name} has ${deadRows} dead rows beside ${rows} others, because autovacuum does not keep up.`,
      `Run "vacuum (analyze) ${name}", and look for long transactions and abandoned replication slots.`,
    ),
  );
  return [
    ...orFine(missing, 'indexes', 'None is missing.'),
    ...orFine(bloated, 'tables', 'None has more dead rows than autovacuum leaves.'),
  ];
}

function describeMissing(names: readonly string[]): Finding {
  const message = `${names.length} that make requests faster ${names.length === 1 ? 'is' : 'are'} missing: ${names.join(', ')}.`;
  return warning('indexes', message, 'Look at "ticketgate indexes"; "ticketgate indexes --apply" creates them.');
}
