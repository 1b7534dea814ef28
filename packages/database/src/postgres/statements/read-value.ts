import type { Database } from '@ticketgate/sdk';

/** The first value of the first row; undefined if there is no row. */
export async function readValue<Value>(
  database: Database,
  ...statement: Parameters<Database['query']>
): Promise<Value | undefined> {
  const [row] = await database.query<Record<string, Value>>(...statement);
  return row && Object.values(row)[0];
}

/** The same of a statement that always returns a row. */
export async function getValue<Value>(...statement: Parameters<typeof readValue>): Promise<Value> {
  const value = await readValue<Value>(...statement);
  if (value === undefined) throw new Error(`A statement returned no row: ${statement[1]}`);
  return value;
}

/** @param name including its schema, unless that is `public` */
export async function hasTable(database: Database, name: string): Promise<boolean> {
  return (await readValue<boolean>(database, 'select to_regclass($1) is not null', [name])) === true;
}
