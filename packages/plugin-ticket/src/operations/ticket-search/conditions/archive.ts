import { readText } from '../read-values.js';
import type { SearchSources } from '../search-sources.js';
import type { SearchStatement } from '../search-statement.js';

/** Where there is an archive, what is in it is only found when it is asked for. */
export function addArchive({ input, settings }: SearchSources, statement: SearchStatement): void {
  if (!settings.flag('Ticket::ArchiveSystem')) return;
  const where = readText(input, 'SearchInArchive');
  if (where === 'AllTickets') return;
  statement.where(`t.archive_flag = ${where === 'ArchivedTickets' ? 1 : 0}`);
}
