import type { Caller, Database } from '@ticketgate/sdk';

/** Ends all sessions of a person, by the session value that names the owner. */
export async function endSessions(
  database: Database,
  { type, key, value }: { readonly type: Caller['type']; readonly key: string; readonly value: string },
): Promise<void> {
  await database.query(
    `delete from sessions where session_id in (
       select session_id from sessions where data_key = $1 and data_value = $2
       intersect select session_id from sessions where data_key = 'UserType' and data_value = $3)`,
    [key, value, type],
  );
}
