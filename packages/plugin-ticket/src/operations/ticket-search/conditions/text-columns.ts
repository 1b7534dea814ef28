import { readIDs, readTexts } from '../read-values.js';
import type { SearchSources } from '../search-sources.js';
import type { SearchStatement } from '../search-statement.js';
import { textCondition } from './text-condition.js';

const COLUMNS: Readonly<Record<string, string>> = {
  TicketNumber: 't.tn',
  Title: 't.title',
  CustomerID: 't.customer_id',
  CustomerUserLogin: 't.customer_user_id',
};

/** TicketNumber, Title, CustomerID, CustomerUserLogin: one of the values has to fit. CustomerIDRaw and TicketID are exact. */
export function addTextColumns({ input }: SearchSources, statement: SearchStatement): void {
  const raw = readTexts(input, 'CustomerIDRaw');
  for (const [name, column] of Object.entries(COLUMNS)) {
    if (name === 'CustomerID' && raw.length > 0) continue;
    const conditions = readTexts(input, name).map((value) => textCondition(value, column, statement));
    if (conditions.length > 0 && !conditions.includes(undefined)) statement.where(`(${conditions.join(' or ')})`);
  }
  if (raw.length > 0) statement.where(`t.customer_id = any(${statement.bind(raw)}::text[])`);
  const ids = readIDs(input, 'TicketID');
  if (ids.length > 0) statement.where(`t.id = any(${statement.bind(ids)}::bigint[])`);
}
