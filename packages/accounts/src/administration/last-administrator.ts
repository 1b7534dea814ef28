import { ADMINISTRATORS, type Database } from '@ticketgate/sdk';

import { LastAdministrator } from './account-errors.js';

/** "tgad" as ASCII: of two who take the last two administrators away, the second one sees what the first one did. */
const LOCK = 0x74_67_61_64;

const HAS_ADMINISTRATOR = `
select exists (
  select from groups_table
  join (
    select user_id, group_id, permission_key from group_user
    union all
    select role_user.user_id, group_role.group_id, group_role.permission_key
    from role_user
    join roles on roles.id = role_user.role_id and roles.valid_id = 1
    join group_role on group_role.role_id = roles.id and group_role.permission_value = 1
  ) permission on permission.group_id = groups_table.id and permission.permission_key = $2
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
  const [row] = await database.query<{ isAnybody: boolean }>(HAS_ADMINISTRATOR, [group, permission]);
  return row?.isAnybody === true;
}
