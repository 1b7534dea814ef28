import type { ExpectedIndex } from '@ticketgate/sdk';

/** The index that deleting requests needs. A host has none, so it reads all contents for each request that it deletes. */
export const debugLogIndexes: readonly ExpectedIndex[] = [
  {
    name: 'debug_log_content_entry',
    table: 'gi_debugger_entry_content',
    definition: 'btree (gi_debugger_entry_id)',
    serves: 'what was recorded of a request, and deleting old ones',
    example: 'select content from gi_debugger_entry_content where gi_debugger_entry_id = 1',
  },
];
