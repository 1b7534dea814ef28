import type { CatalogueHost } from '@ticketgate/sdk';

/** From this number of rows on, "many" is reported. */
const MOST_COUNTED = 1_000;

const REFERENCES = `
select constraint_row.conrelid::regclass::text as "table", quote_ident(attribute.attname) as "column"
from pg_constraint constraint_row
join pg_attribute attribute on attribute.attrelid = constraint_row.conrelid and attribute.attnum = constraint_row.conkey[1]
where constraint_row.contype = 'f' and constraint_row.confrelid = to_regclass($1)
  and cardinality(constraint_row.conkey) = 1 and attribute.attname not in ('create_by', 'change_by')
order by 1, 2`;

/** Finds the tables whose foreign keys refer to the row of this name: `5 in queue`, `many in group_user`. */
export async function findUses(
  { table, nameColumn }: { readonly table: string; readonly nameColumn: string },
  name: string,
  { database }: CatalogueHost,
): Promise<readonly string[]> {
  const uses: string[] = [];
  // PostgreSQL has quoted these names.
  for (const reference of await database.query<{ table: string; column: string }>(REFERENCES, [table])) {
    const [row] = await database.query<{ count: number }>(
      `select count(*) as count from (select from ${reference.table}
       where ${reference.column} = (select id from ${table} where ${nameColumn} = $1) limit ${MOST_COUNTED}) as used`,
      [name],
    );
    const count = row?.count ?? 0;
    if (count > 0) uses.push(`${count < MOST_COUNTED ? count : 'many'} in ${reference.table}`);
  }
  return uses;
}
