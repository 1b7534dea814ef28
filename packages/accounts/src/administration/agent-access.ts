import { type Database, ADMINISTRATORS } from '@ticketgate/sdk';
import { readValue } from '@ticketgate/database/postgres';

import { GRANTED, PERMISSIONS } from './permissions.js';
import { LastAdministrator } from './account-errors.js';

/** The source of a permission. */
interface PermissionOrigin {
  /** Null: the agent's own. */
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
  /** In valid groups, the agent's own and those of valid roles. */
  readonly permissions: readonly EffectivePermission[];
  readonly lastLoginAt: Date | null;
}

const ROLES = `
select roles.name, roles.valid_id = 1 as "isValid"
from roles join role_user on role_id = roles.id
where role_user.user_id = $1 group by roles.name, roles.valid_id order by roles.name`;

const GRANTS = `
select distinct groups_table.name as "group", permission_key as granted, role
from ${GRANTED} as permission
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
  return {
    roles: await database.query<AgentAccess['roles'][number]>(ROLES, [agentID]),
    permissions: computeEffective(grants),
    lastLoginAt: (await readValue<Date>(database, LAST_LOGIN, [agentID])) ?? null,
  };
}

function computeEffective(grants: readonly Grant[]): readonly EffectivePermission[] {
  const groups = [...new Set(grants.map(({ group }) => group))];
  return groups.flatMap((group) =>
    PERMISSIONS.map((permission) => ({ group, permission, origins: listOrigins(grants, group, permission) })).filter(
      ({ origins }) => origins.length > 0,
    ),
  );
}

function listOrigins(grants: readonly Grant[], group: string, permission: string): readonly PermissionOrigin[] {
  return grants
    .filter((grant) => grant.group === group && (grant.granted === permission || grant.granted === 'rw'))
    .map(({ role, granted }) => ({ role, granted }));
}

/** "tgad" as ASCII: of two who take the last two administrators away, the second one sees what the first one did. */
const LOCK = 0x74_67_61_64;

const HAS_ADMINISTRATOR = `
select exists (
  select from groups_table
  join ${GRANTED} as permission on permission.group_id = groups_table.id and permission.permission_key = $2
  join users on users.id = permission.user_id and users.valid_id = 1
  where groups_table.name = $1 and groups_table.valid_id = 1) as "isAnybody"`;

/**
 * Runs a change of permissions within a transaction and makes sure that an administrator remains. Where there was none before, it is not
 * refused.
 *
 * @throws OperationError `Accounts.LastAdministrator` when nobody is left who may administer
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
