import { countEntries, listEntries, readValue, saveRow, setValidity } from '@ticketgate/database/postgres';
import { type CatalogueHost, type CatalogueKind, columnText, type Data, nameText } from '@ticketgate/sdk';

import { PERMISSIONS_SCHEMA, selectPermissions, savePermissions } from '../administration/permissions.js';
import { hashNewPassword, NO_PASSWORD } from '../passwords/new-password.js';
import { endSessions } from '../administration/session-administration.js';
import { requireDistinctLogin } from './logins.js';

/** Agents; they get all permissions (rw) in their groups. Passwords do not belong in a file: they are set otherwise. */
export const agentsKind: CatalogueKind = {
  key: 'Agents',
  label: 'agent',
  nameKey: 'Login',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['Login', 'FirstName', 'LastName', 'Email'],
    properties: {
      Login: nameText(),
      FirstName: columnText(100, { minLength: 1 }),
      LastName: columnText(100, { minLength: 1 }),
      Email: columnText(250),
      Groups: { type: 'array', description: 'a list of names of groups', items: { ...nameText(), 'x-kind': 'Groups' } },
      Permissions: PERMISSIONS_SCHEMA,
    },
  },
  list: (search, host) => listEntries(LIST, search, host),
  count: (search, host) => countEntries(LIST, search, host),
  async save(values, host, { isExact }) {
    const { Login: name, FirstName: first_name, LastName: last_name } = values;
    await requireDistinctLogin('users', values, host);
    const row = { table: 'users', nameColumn: 'login', name, columns: { first_name, last_name } };
    const change = await saveRow({ ...row, initial: { pw: `'${NO_PASSWORD}'` } }, host);
    const id = (await findAgentID(name, host)) ?? 0;
    const isOther = await saveEmail(id, values.Email, host);
    const isGranted = await savePermissions('agent', { ownerID: id, wanted: permissionsIn(values), isExact }, host);
    return change ?? (isOther || isGranted ? 'changed' : undefined);
  },
  async setFirstPassword(name, password, { database, settings }) {
    const stored = await hashNewPassword(password, settings);
    await database.query('update users set pw = $2 where login = $1', [name, stored]);
  },
  async setValidity(name, isValid, host) {
    if (!isValid) {
      await endSessions(host.database, { type: 'User', key: 'UserID', value: String(await findAgentID(name, host)) });
    }
    return setValidity({ table: 'users', name: 'login' }, { name, isValid }, host);
  },
};

function findAgentID(login: unknown, { database }: CatalogueHost): Promise<number | undefined> {
  return readValue<number>(database, 'select id from users where login = $1', [login]);
}

const LIST = `
select login as name, valid_id = 1 as "isValid", json_build_object(
  'Login', login, 'FirstName', first_name, 'LastName', last_name,
  'Email', coalesce((select preferences_value from user_preferences
    where user_id = users.id and preferences_key = 'UserEmail' limit 1), ''),
  'Groups', (select json_agg(groups_table.name order by groups_table.name)
    from group_user join groups_table on groups_table.id = group_id where user_id = users.id and permission_key = 'rw'),
  'Permissions', ${selectPermissions('agent', { id: 'users.id', without: ['rw'] })}) as "values"
from users`;

/** By group; of a group that is named, `rw`. */
function permissionsIn({ Groups, Permissions }: Data): Data {
  const wanted = new Map<string, readonly unknown[]>(
    Object.entries(Permissions ?? {}).map(([name, permissions]) => [name, [permissions].flat()]),
  );
  const groups: readonly unknown[] = Array.isArray(Groups) ? Groups : [];
  for (const group of groups.map(String)) wanted.set(group, ['rw', ...(wanted.get(group) ?? [])]);
  return Object.fromEntries(wanted);
}

/** Preferences have no unique key, so the address is compared first. */
async function saveEmail(agentID: number, email: unknown, { database }: CatalogueHost): Promise<boolean> {
  const [known] = await database.query<{ email: string }>(
    `select preferences_value as email from user_preferences where user_id = $1 and preferences_key = 'UserEmail'`,
    [agentID],
  );
  if ((known?.email ?? '') === email) return false;
  await database.query(`delete from user_preferences where user_id = $1 and preferences_key = 'UserEmail'`, [agentID]);
  await database.query(
    `insert into user_preferences (user_id, preferences_key, preferences_value) values ($1, 'UserEmail', $2)`,
    [agentID, email],
  );
  return true;
}
