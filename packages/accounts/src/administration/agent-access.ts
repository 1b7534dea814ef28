import { type Database, ADMINISTRATORS } from '@ticketgate/sdk';
import { readValue } from '@ticketgate/database/postgres';

import { GRANTED, PERMISSIONS } from './permissions.js';
import { LastAdministrator } from './account-errors.js';

/** The source of a permission. */
interface PermissionOrigin {
  /** Null: the agent's own permission. */
  readonly role: string | null;
  /** The granted permission; `rw` includes every other one. */
  readonly granted: string;
}

interface EffectivePermission {
  readonly group: string;
  readonly permission: string;
  readonly origins: readonly PermissionOrigin[];
}

/** The permissions of an agent, with their sources. */
export interface AgentAccess {
  readonly roles: readonly { readonly name: string; readonly isValid: boolean }[];
  /** Permissions in valid groups: the agent's own, and those of valid roles. */
  readonly permissions: readonly EffectivePermission[];
  readonly lastLoginAt: Date | null;
}

const ROLES = `
select roles.name, roles.valid_id = 1 as "isValid"
from roles join role_user on role_id = roles.id
where role_user.user_id = $1 group by roles.name, roles.valid_id order by roles.name`;

const EFFECTIVE = `
select "group", permission, json_agg(json_build_object('role', role, 'granted', granted) order by role nulls first, granted) as origins
from (
  select distinct groups_table.name as "group", permission_key as granted, role
  from ${GRANTED} as permission
  join groups_table on groups_table.id = permission.group_id and groups_table.valid_id = 1
  where permission.user_id = $1
) as each
join unnest($2::text[]) with ordinality as known (permission, place) on granted in (permission, 'rw')
group by "group", permission, place
order by "group", place`;

const LAST_LOGIN = `
select to_timestamp(preferences_value::float8) as at
from user_preferences
where user_id = $1 and preferences_key = 'UserLastLogin' and preferences_value ~ '^\\d{1,11}$'`;

export async function describeAgentAccess(database: Database, agentID: number): Promise<AgentAccess> {
  return {
    roles: await database.query<AgentAccess['roles'][number]>(ROLES, [agentID]),
    permissions: await database.query<EffectivePermission>(EFFECTIVE, [agentID, PERMISSIONS]),
    lastLoginAt: (await readValue<Date>(database, LAST_LOGIN, [agentID])) ?? null,
  };
}

/** "tgad" in ASCII: if two administrators remove the last two, the second one must see what the first one did. */
const LOCK = 0x74_67_61_64;

const HAS_ADMINISTRATOR = `
select exists (
  select from groups_table
  join ${GRANTED} as permission on permission.group_id = groups_table.id and permission.permission_key = $2
  join users on users.id = permission.user_id and users.valid_id = 1
  where groups_table.name = $1 and groups_table.valid_id = 1) as "isAnybody"`;

/**
 * Runs a change of permissions within a transaction and makes sure that an administrator remains. If there was none before, the change is
 * not refused.
 *
 * @throws OperationError `Accounts.LastAdministrator` if nobody is left who may administer
 */
export async function requireRemainingAdministrator<Result>(
  database: Database,
  change: () => Promise<Result>,
): Promise<Result> {
  await database.query('select pg_advisory_xact_lock($1)', [LOCK]);
  const hadAdministrator = await hasAdministrator(database);
  const result = await change();
  if (hadAdministrator && !(await hasAdministrator(database))) throw new LastAdministrator();
  return result;
}

async function hasAdministrator(database: Database): Promise<boolean> {
  const { group, permission } = ADMINISTRATORS;
  return (await readValue<boolean>(database, HAS_ADMINISTRATOR, [group, permission])) === true;
}
