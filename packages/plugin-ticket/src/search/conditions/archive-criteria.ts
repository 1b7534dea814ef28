import { readText } from '../parameters/read-parameter.js';
import type { Criteria } from '../search-sources.js';

/** `SearchInArchive`, where there is an archive: `AllTickets`, `ArchivedTickets`, else only what is not archived. */
export const archiveCriteria: Criteria = {
  parameters: 'always',
  conditions({ input, settings }) {
    if (!settings.flag('Ticket::ArchiveSystem')) return [];
    const wanted = readText(input, 'SearchInArchive');
    if (wanted === 'AllTickets') return [];
    return [() => (wanted === 'ArchivedTickets' ? 't.archive_flag = 1' : 't.archive_flag = 0')];
  },
};
