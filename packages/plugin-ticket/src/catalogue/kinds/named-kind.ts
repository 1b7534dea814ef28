import { saveRow, tableKind } from '@ticketgate/postgres';
import type { CatalogueKind } from '@ticketgate/sdk';

/** A kind whose entries have a name and nothing else. */
export function namedKind({ table, ...names }: { key: string; label: string; table: string }): CatalogueKind {
  return tableKind({
    ...names,
    table,
    entries: `select name, valid_id = 1 as "isValid", json_build_object('Name', name) as "values" from ${table}`,
    save: ({ Name }, host) => saveRow({ table, name: Name }, host),
  });
}
