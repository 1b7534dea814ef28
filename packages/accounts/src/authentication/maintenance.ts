import type { Database } from '@ticketgate/sdk';

/** Whether a host system is closed for maintenance right now; hosts without the table never are. */
export async function isMaintenance(database: Database, now: Date): Promise<boolean> {
  const [table] = await database.query<{ exists: boolean }>(
    `select to_regclass('system_maintenance') is not null as exists`,
  );
  if (table?.exists !== true) return false;
  const seconds = Math.floor(now.getTime() / 1000);
  const rows = await database.query(
    'select 1 from system_maintenance where valid_id = 1 and start_date <= $1 and stop_date >= $1 limit 1',
    [seconds],
  );
  return rows.length > 0;
}

/** During maintenance only administrators may log in. */
export async function mayPassMaintenance(database: Database, agentID: number): Promise<boolean> {
  const rows = await database.query(
    `select 1 from group_user
     join groups_table on groups_table.id = group_user.group_id and groups_table.name = 'admin' and groups_table.valid_id = 1
     where group_user.user_id = $1 and group_user.permission_key in ('move_into', 'rw') limit 1`,
    [agentID],
  );
  return rows.length > 0;
}
