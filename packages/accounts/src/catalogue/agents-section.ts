import { formatSystemTime, isData, type CatalogueHost, type CatalogueSection, type Data } from '@ticketgate/sdk';

import { GroupUnknown } from '../administration/account-errors.js';
import { NO_PASSWORD } from '../passwords/new-password.js';

const TEXT = { type: 'string', minLength: 1 } as const;

/** Agents, who get all permissions (rw) in their groups. Passwords do not belong in a file: they are set otherwise. */
export const agentsSection: CatalogueSection = {
  key: 'Agents',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['Login', 'FirstName', 'LastName', 'Email'],
      properties: {
        Login: TEXT,
        FirstName: TEXT,
        LastName: TEXT,
        Email: TEXT,
        Groups: { type: 'array', description: 'a list of names of groups', items: TEXT },
      },
    },
  },
  async apply(entries, host) {
    const changes: string[] = [];
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (isData(entry)) changes.push(...(await applyAgent(entry, host)));
    }
    return changes;
  },
};

async function applyAgent(entry: Data, host: CatalogueHost): Promise<readonly string[]> {
  const name = `agent "${String(entry.Login)}"`;
  const { id, change } = await saveAgent(entry, host);
  const isNewEmail = await saveEmail(id, entry.Email, host);
  const changes = change === undefined && isNewEmail ? [`${name} changed`] : [];
  const granted: string[] = [];
  for (const group of Array.isArray(entry.Groups) ? entry.Groups : []) {
    if (await grant(id, String(group), host)) granted.push(`${name} may do everything in the group "${String(group)}"`);
  }
  return [...(change === undefined ? [] : [`${name} ${change}`]), ...changes, ...granted];
}

async function saveAgent(
  entry: Data,
  host: CatalogueHost,
): Promise<{ readonly id: number; readonly change: 'added' | 'changed' | undefined }> {
  const { database } = host;
  const [saved] = await database.query<{ id: number; isNew: boolean }>(
    `insert into users (login, pw, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
     values ($1, $2, $3, $4, 1, $5, 1, $5, 1)
     on conflict (login) do update set first_name = excluded.first_name, last_name = excluded.last_name,
       change_time = excluded.change_time, change_by = excluded.change_by
       where (users.first_name, users.last_name) is distinct from (excluded.first_name, excluded.last_name)
     returning id, xmax = 0 as "isNew"`,
    [entry.Login, NO_PASSWORD, entry.FirstName, entry.LastName, formatSystemTime(host.now(), host.settings)],
  );
  if (saved !== undefined) return { id: saved.id, change: saved.isNew ? 'added' : 'changed' };
  const [known] = await database.query<{ id: number }>('select id from users where login = $1', [entry.Login]);
  return { id: known?.id ?? 0, change: undefined };
}

/** Preferences have no unique key, so the address is compared first. */
async function saveEmail(agentID: number, email: unknown, { database }: CatalogueHost): Promise<boolean> {
  const [known] = await database.query<{ email: string }>(
    `select preferences_value as email from user_preferences where user_id = $1 and preferences_key = 'UserEmail'`,
    [agentID],
  );
  if (known?.email === email) return false;
  await database.query(`delete from user_preferences where user_id = $1 and preferences_key = 'UserEmail'`, [agentID]);
  await database.query(
    `insert into user_preferences (user_id, preferences_key, preferences_value) values ($1, 'UserEmail', $2)`,
    [agentID, email],
  );
  return true;
}

/** @throws OperationError `Accounts.GroupUnknown` */
async function grant(agentID: number, name: string, host: CatalogueHost): Promise<boolean> {
  const { database } = host;
  const groups = await database.query<{ id: number; name: string }>('select id, name from groups_table order by name');
  const group = groups.find((each) => each.name === name);
  if (group === undefined) throw new GroupUnknown({ name, known: groups.map((each) => each.name) });
  const added = await database.query<{ added: number }>(
    `insert into group_user (user_id, group_id, permission_key, create_time, create_by, change_time, change_by)
     select $1::integer, $2::integer, 'rw', $3::timestamp, 1, $3::timestamp, 1
     where not exists (select from group_user where user_id = $1 and group_id = $2 and permission_key = 'rw')
     returning 1 as added`,
    [agentID, group.id, formatSystemTime(host.now(), host.settings)],
  );
  return added.length > 0;
}
