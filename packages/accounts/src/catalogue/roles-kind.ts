import { type CatalogueHost, columnText, isData } from '@ticketgate/sdk';
import { auditTime, getValue, saveRow, tableKind } from '@ticketgate/database/postgres';

import { AgentUnknown } from '../administration/account-errors.js';
import { PERMISSIONS_SCHEMA, selectPermissions, savePermissions } from '../administration/permissions.js';

const LIST = `
select name, valid_id = 1 as "isValid", json_build_object(
  'Name', name, 'Comment', comments, 'Permissions', ${selectPermissions('role', { id: 'roles.id' })},
  'Agents', (select json_agg(distinct login order by login) from role_user join users on users.id = user_id
    where role_id = roles.id)) as "values"
from roles`;

/** Roles: permissions in groups that agents have while they are in the role. */
export const rolesKind = tableKind({
  key: 'Roles',
  label: 'role',
  table: 'roles',
  entries: LIST,
  members: {
    Comment: columnText(250),
    Permissions: PERMISSIONS_SCHEMA,
    Agents: {
      type: 'array',
      description: 'a list of logins of agents',
      items: { ...columnText(191, { minLength: 1 }), 'x-kind': 'Agents' },
    },
  },
  async save({ Name, Comment, Permissions, Agents = [] }, host, { isExact }) {
    const change = await saveRow({ table: 'roles', name: Name, columns: { comments: Comment ?? null } }, host);
    const ownerID = await getValue<number>(host.database, 'select id from roles where name = $1', [Name]);
    const wanted = isData(Permissions) ? Permissions : {};
    const isGranted = await savePermissions('role', { ownerID, wanted, isExact }, host);
    const agentIDs = await findAgentIDs([Agents].flat().map(String), host);
    const isJoined = await changeMembers({ roleID: ownerID, agentIDs, isExact }, host);
    return change ?? (isGranted || isJoined ? 'changed' : undefined);
  },
});

/** @throws OperationError `Accounts.AgentUnknown` */
async function findAgentIDs(logins: readonly string[], { database }: CatalogueHost): Promise<readonly number[]> {
  const text = 'select id, login from users where login = any($1)';
  const known = await database.query<{ id: number; login: string }>(text, [logins]);
  const missing = logins.find((login) => known.every((agent) => agent.login !== login));
  if (missing !== undefined) throw new AgentUnknown({ login: missing });
  return known.map(({ id }) => id);
}

interface WantedMembers {
  readonly roleID: number;
  readonly agentIDs: readonly number[];
  readonly isExact: boolean;
}

/** Adds agents to a role, and with `isExact` removes all others. Returns true if that changed something. */
export async function changeMembers(
  { roleID, agentIDs, isExact }: WantedMembers,
  host: CatalogueHost,
): Promise<boolean> {
  const changed = await host.database.query(
    `with removed as (
       delete from role_user where $4 and role_id = $1 and user_id <> all($2::integer[]) returning 1
     ), added as (
       insert into role_user (user_id, role_id, create_time, create_by, change_time, change_by)
       select agent_id, $1::integer, $3::timestamp, 1, $3::timestamp, 1
       from (select distinct unnest($2::integer[]) as agent_id) as wanted
       where not exists (select from role_user where role_id = $1 and user_id = agent_id)
       returning 1
     )
     select from removed union all select from added`,
    [roleID, agentIDs, auditTime(host), isExact],
  );
  return changed.length > 0;
}
