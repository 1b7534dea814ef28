import { auditTime } from '@ticketgate/database/postgres';
import type { CatalogueHost, Data } from '@ticketgate/sdk';

import { GroupUnknown } from './account-errors.js';

/** `System::Permission` of the family. */
export const PERMISSIONS = ['ro', 'move_into', 'create', 'note', 'owner', 'priority', 'rw'] as const;

/** SQL: the permissions of agents, both their own (`role` is null) and those of valid roles. */
export const GRANTED = `(
  select user_id, group_id, permission_key, null as role from group_user
  union all
  select role_user.user_id, group_role.group_id, group_role.permission_key, roles.name
  from role_user
  join roles on roles.id = role_user.role_id and roles.valid_id = 1
  join group_role on group_role.role_id = roles.id and group_role.permission_value = 1
)`;

/** Each owner has its own table of permissions, with a column for the owner. */
export type PermissionOwner = 'agent' | 'role';

const TABLES = {
  agent: { table: 'group_user', owner: 'user_id', columns: '', values: '' },
  role: { table: 'group_role', owner: 'role_id', columns: 'permission_value, ', values: '1, ' },
} as const;

/** JSON Schema for {@link savePermissions}. */
export const PERMISSIONS_SCHEMA = {
  type: 'object',
  description: 'permissions by the name of their group',
  propertyNames: { 'x-kind': 'Groups' },
  additionalProperties: { type: 'array', items: { enum: PERMISSIONS } },
} as const;

/**
 * Grants the owner missing permissions, by the name of the group as in entries of the catalogue; with `isExact`, revokes all others.
 *
 * @returns true if that changed something
 * @throws OperationError `Accounts.GroupUnknown`
 */
export async function savePermissions(
  owner: PermissionOwner,
  { ownerID, wanted, isExact }: { readonly ownerID: number; readonly wanted: Data; readonly isExact: boolean },
  host: CatalogueHost,
): Promise<boolean> {
  const rows = await host.database.query<{ id: number; name: string }>(
    'select id, name from groups_table order by name',
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const pairs = Object.entries(wanted).flatMap(([name, permissions]) => {
    const groupID = ids.get(name);
    if (groupID === undefined) throw new GroupUnknown({ name, known: [...ids.keys()] });
    return [permissions].flat().map((permission) => [groupID, String(permission)] as const);
  });
  const { table, owner: column, columns, values } = TABLES[owner];
  const changed = await host.database.query(
    `with wanted as (
       select distinct group_id, permission from unnest($2::integer[], $3::varchar[]) as each (group_id, permission)
     ), revoked as (
       delete from ${table} known where $6 and ${column} = $1 and permission_key = any($5) and not exists (
         select from wanted where wanted.group_id = known.group_id and wanted.permission = known.permission_key)
       returning 1
     ), granted as (
       insert into ${table} (${column}, group_id, permission_key, ${columns}create_time, create_by, change_time, change_by)
       select $1::integer, group_id, permission, ${values}$4::timestamp, 1, $4::timestamp, 1 from wanted
       where not exists (select from ${table} known where known.${column} = $1 and known.group_id = wanted.group_id
         and known.permission_key = wanted.permission)
       returning 1
     )
     select from revoked union all select from granted`,
    [ownerID, pairs.map(([id]) => id), pairs.map(([, key]) => key), auditTime(host), PERMISSIONS, isExact],
  );
  return changed.length > 0;
}

/** SQL: the permissions of an owner in the form of {@link savePermissions}; null for none. */
export function selectPermissions(
  owner: PermissionOwner,
  { id, without = [] }: { id: string; without?: readonly string[] },
) {
  const { table, owner: column } = TABLES[owner];
  const known = PERMISSIONS.filter((permission) => !without.includes(permission));
  return `(select json_object_agg(name, permissions) from (
    select groups_table.name, json_agg(permission_key order by permission_key) as permissions
    from ${table} join groups_table on groups_table.id = group_id
    where ${column} = ${id} and permission_key in (${known.map((permission) => `'${permission}'`).join(', ')})
    group by groups_table.name order by groups_table.name) as of_group)`;
}
