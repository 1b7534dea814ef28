import type { Caller, Database } from '@ticketgate/sdk';

/** Ends all sessions of a person, by the session value that names the owner. Resolves to their number. */
export async function endSessions(
  database: Database,
  { type, key, value }: { readonly type: Caller['type']; readonly key: string; readonly value: string },
): Promise<number> {
  const rows = await database.query<{ id: string }>(
    `delete from sessions where session_id in (
       select session_id from sessions where data_key = $1 and data_value = $2
       intersect select session_id from sessions where data_key = 'UserType' and data_value = $3)
     returning session_id as id`,
    [key, value, type],
  );
  return new Set(rows.map(({ id }) => id)).size;
}
