import type { ExpectedIndex, Database } from '@ticketgate/sdk';

import { readValue } from '../postgres/index.js';
import { findIndexes, indexName, makeIndex } from '../indexes/find-indexes.js';

/** The index for deleting requests. Without it, as on a host, all contents are read for each request that is deleted. */
export const debugLogIndexes: readonly ExpectedIndex[] = [
  {
    name: 'debug_log_content_entry',
    table: 'gi_debugger_entry_content',
    definition: 'btree (gi_debugger_entry_id)',
    serves: 'what was recorded of a request, and deleting old ones',
  },
];

/** Lets searches find texts of the debug log without reading all of them. */
const TEXT_INDEX: ExpectedIndex = {
  name: 'debug_log_text',
  table: 'gi_debugger_entry_content',
  definition: 'gin (lower(content) gin_trgm_ops)',
  extension: 'pg_trgm',
  serves: 'ticketgate debug-log list --text',
};

/** "tgdt" in ASCII: the lock of the process that creates or drops the index. */
const LOCK = 0x74_67_64_74;

export async function hasTextIndex(database: Database): Promise<boolean> {
  const [index] = await findIndexes(database, [TEXT_INDEX]);
  return index?.state === 'present';
}

/**
 * Creates or drops the index while others write. Does nothing if another process is doing that.
 *
 * @param database one connection without a time limit
 * @returns what was done
 */
export async function setTextIndex(database: Database, isWanted: boolean): Promise<'made' | 'dropped' | undefined> {
  if ((await readValue<boolean>(database, 'select pg_try_advisory_lock($1)', [LOCK])) !== true) return undefined;
  const name = `public.${indexName(TEXT_INDEX)}`;
  if (!isWanted) {
    if ((await readValue<boolean>(database, 'select to_regclass($1) is null', [name])) === true) return undefined;
    await database.query(`drop index concurrently if exists ${name}`);
    return 'dropped';
  }
  const [index] = await findIndexes(database, [TEXT_INDEX]);
  if (index === undefined || index.state === 'present') return undefined;
  await makeIndex(database, index);
  return 'made';
}
