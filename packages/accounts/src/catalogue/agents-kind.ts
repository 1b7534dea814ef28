import { getValue, readValue, saveRow, setPreferences, tableKind } from '@ticketgate/database/postgres';
import { type CatalogueHost, type CatalogueKind, columnText, type Data, nameText } from '@ticketgate/sdk';

import { PERMISSIONS_SCHEMA, selectPermissions, savePermissions } from '../administration/permissions.js';
import { NO_PASSWORD } from '../passwords/new-password.js';
import { endSessions } from '../administration/session-administration.js';
import { withLogins } from './logins.js';

const LIST = `
select login as name, valid_id = 1 as "isValid", json_build_object(
  'Login', login, 'FirstName', first_name, 'LastName', last_name,
  'Email', coalesce((select preferences_value from user_preferences
    where user_id = users.id and preferences_key = 'UserEmail' limit 1), ''),
  'Groups', (select json_agg(groups_table.name order by groups_table.name)
    from group_user join groups_table on groups_table.id = group_id where user_id = users.id and permission_key = 'rw'),
  'Permissions', ${selectPermissions('agent', { id: 'users.id', without: ['rw'] })}) as "values"
from users`;

const agents = tableKind({
  key: 'Agents',
  label: 'agent',
  nameKey: 'Login',
  nameColumn: 'login',
  table: 'users',
  entries: LIST,
  members: {
    FirstName: columnText(100, { minLength: 1 }),
    LastName: columnText(100, { minLength: 1 }),
    Email: columnText(250),
    Groups: { type: 'array', description: 'a list of names of groups', items: { ...nameText(), 'x-kind': 'Groups' } },
    Permissions: PERMISSIONS_SCHEMA,
  },
  required: ['FirstName', 'LastName', 'Email'],
  async save(values, host, { isExact }) {
    const { Login: name, FirstName: first_name, LastName: last_name } = values;
    const row = { table: 'users', nameColumn: 'login', name, columns: { first_name, last_name } };
    const change = await saveRow({ ...row, initial: { pw: `'${NO_PASSWORD}'` } }, host);
    const id = await findAgentID(name, host);
    const isOther = await saveEmail(id, values.Email, host);
    const isGranted = await savePermissions('agent', { ownerID: id, wanted: permissionsIn(values), isExact }, host);
    return change ?? (isOther || isGranted ? 'changed' : undefined);
  },
});

/** Agents; they get all permissions (rw) in their groups. Their passwords are set elsewhere, because they do not belong in a file. */
export const agentsKind: CatalogueKind = {
  ...withLogins(agents, 'users', async (login, host) =>
    endSessions(host.database, { type: 'User', key: 'UserID', value: String(await findAgentID(login, host)) }),
  ),
  // Agents stay in their groups, roles and tickets.
  warnDisabled: () => Promise.resolve([]),
};

function findAgentID(login: unknown, { database }: CatalogueHost): Promise<number> {
  return getValue<number>(database, 'select id from users where login = $1', [login]);
}

/** Permissions by group; `rw` in the groups that are only named. */
function permissionsIn({ Groups, Permissions }: Data): Data {
  const wanted = new Map<string, readonly unknown[]>(
    Object.entries(Permissions ?? {}).map(([name, permissions]) => [name, [permissions].flat()]),
  );
  const groups: readonly unknown[] = Array.isArray(Groups) ? Groups : [];
  for (const group of groups.map(String)) wanted.set(group, ['rw', ...(wanted.get(group) ?? [])]);
  return Object.fromEntries(wanted);
}

/** Returns true if the address has changed. */
async function saveEmail(agentID: number, email: unknown, { database }: CatalogueHost): Promise<boolean> {
  const text = `select preferences_value from user_preferences where user_id = $1 and preferences_key = 'UserEmail'`;
  if (((await readValue<string>(database, text, [agentID])) ?? '') === email) return false;
  await setPreferences(database, 'user_preferences', new Map([[agentID, { UserEmail: email }]]));
  return true;
}
