import type { Database } from '@ticketgate/sdk';

/** The tables of preferences, with the type of their owners: ids of agents, logins of customer users. */
const OWNERS = { user_preferences: 'integer', customer_preferences: 'varchar' } as const;

/** By owner. */
type ChangedPreferences = ReadonlyMap<number | string, Readonly<Record<string, unknown>>>;

/** Sets preferences. They have no unique key, so existing ones are deleted first. */
export async function setPreferences(
  database: Database,
  table: keyof typeof OWNERS,
  changed: ChangedPreferences,
): Promise<void> {
  const rows = [...changed].flatMap(([owner, values]) =>
    Object.entries(values).map(([key, value]) => ({ owner, key, value })),
  );
  const [owners, keys] = [rows.map(({ owner }) => owner), rows.map(({ key }) => key)];
  const given = `unnest($1::${OWNERS[table]}[], $2::text[]) as changed (owner, key)`;
  await database.query(
    `delete from ${table} using ${given} where user_id = changed.owner and preferences_key = changed.key`,
    [owners, keys],
  );
  await database.query(
    `insert into ${table} (user_id, preferences_key, preferences_value)
     select * from unnest($1::${OWNERS[table]}[], $2::text[], $3::text[])`,
    [owners, keys, rows.map(({ value }) => value)],
  );
}
