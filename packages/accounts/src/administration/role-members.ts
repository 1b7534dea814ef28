import { auditTime } from '@ticketgate/postgres';
import type { CatalogueHost } from '@ticketgate/sdk';

/** Puts agents into a role. True when one of them was not in it. */
export async function addToRole(
  { roleID, agentIDs }: { readonly roleID: number; readonly agentIDs: readonly number[] },
  host: CatalogueHost,
): Promise<boolean> {
  const added = await host.database.query(
    `insert into role_user (user_id, role_id, create_time, create_by, change_time, change_by)
     select agent_id, $1::integer, $3::timestamp, 1, $3::timestamp, 1
     from (select distinct unnest($2::integer[]) as agent_id) as wanted
     where not exists (select from role_user where role_id = $1 and user_id = agent_id)
     returning 1`,
    [roleID, agentIDs, auditTime(host)],
  );
  return added.length > 0;
}
