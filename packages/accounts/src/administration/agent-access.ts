import type { Database } from '@ticketgate/sdk';

import { PERMISSIONS } from './permissions.js';

/** The source of a permission. */
export interface PermissionOrigin {
  /** Null: the agent's own. */
  readonly role: string | null;
  /** The granted permission; `rw` includes every other one. */
  readonly granted: string;
}

export interface EffectivePermission {
  readonly group: string;
  readonly permission: string;
  readonly origins: readonly PermissionOrigin[];
}

/** The permissions of an agent, with their sources. */
export interface AgentAccess {
  readonly roles: readonly { readonly name: string; readonly isValid: boolean }[];
  /** In valid groups, the agent's own and those of valid roles. */
  readonly permissions: readonly EffectivePermission[];
  readonly lastLoginAt: Date | null;
}

const ROLES = `
select roles.name, roles.valid_id = 1 as "isValid"
from roles join role_user on role_id = roles.id
where role_user.user_id = $1 group by roles.name, roles.valid_id order by roles.name`;

const GRANTS = `
select groups_table.name as "group", permission_key as granted, role
from (
  select user_id, group_id, permission_key, null as role from group_user
  union
  select role_user.user_id, group_role.group_id, group_role.permission_key, roles.name
  from role_user
  join roles on roles.id = role_user.role_id and roles.valid_id = 1
  join group_role on group_role.role_id = roles.id and group_role.permission_value = 1
) as permission
join groups_table on groups_table.id = permission.group_id and groups_table.valid_id = 1
where permission.user_id = $1
order by groups_table.name, role nulls first`;

const LAST_LOGIN = `
select to_timestamp(preferences_value::float8) as at
from user_preferences
where user_id = $1 and preferences_key = 'UserLastLogin' and preferences_value ~ '^\\d{1,11}$'`;

interface Grant extends PermissionOrigin {
  readonly group: string;
}

export async function describeAgentAccess(database: Database, agentID: number): Promise<AgentAccess> {
  const grants = await database.query<Grant>(GRANTS, [agentID]);
  const [lastLogin] = await database.query<{ at: Date }>(LAST_LOGIN, [agentID]);
  return {
    roles: await database.query<AgentAccess['roles'][number]>(ROLES, [agentID]),
    permissions: effectiveOf(grants),
    lastLoginAt: lastLogin?.at ?? null,
  };
}

function effectiveOf(grants: readonly Grant[]): readonly EffectivePermission[] {
  const groups = [...new Set(grants.map(({ group }) => group))];
  return groups.flatMap((group) =>
    PERMISSIONS.map((permission) => ({ group, permission, origins: originsOf(grants, group, permission) })).filter(
      ({ origins }) => origins.length > 0,
    ),
  );
}

function originsOf(grants: readonly Grant[], group: string, permission: string): readonly PermissionOrigin[] {
  return grants
    .filter((grant) => grant.group === group && (grant.granted === permission || grant.granted === 'rw'))
    .map(({ role, granted }) => ({ role, granted }));
}
