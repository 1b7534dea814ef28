import { auditTime, changeOf, tableKind, type CatalogueKind } from '@ticketgate/sdk';

/** A kind whose entries have a name and nothing else. */
export function namedKind({ table, ...names }: { key: string; label: string; table: string }): CatalogueKind {
  return tableKind({
    ...names,
    table,
    entries: `select name, valid_id = 1 as "isValid", json_build_object('Name', name) as "values" from ${table}`,
    save: async ({ Name }, host) =>
      changeOf(
        await host.database.query<{ isNew: boolean }>(
          `insert into ${table} (name, valid_id, create_time, create_by, change_time, change_by)
           values ($1, 1, $2, 1, $2, 1) on conflict (name) do nothing returning xmax = 0 as "isNew"`,
          [Name, auditTime(host)],
        ),
      ),
  });
}
