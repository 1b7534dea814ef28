import {
  foldASCII,
  formatSystemTime,
  keptIn,
  type Agent,
  type Database,
  type Directory,
  type Group,
  type Settings,
} from '@ticketgate/sdk';

import { GRANTED } from '../administration/permissions.js';

type Preferences = Readonly<Record<string, string | null>>;

interface AgentRow extends Pick<Agent, 'id' | 'login' | 'firstName' | 'lastName' | 'isValid'> {
  readonly preferences: Preferences | null;
}

interface PermissionRow {
  readonly user_id: number;
  readonly group_id: number;
  readonly permission_key: string;
}

interface DirectoryRow {
  readonly agents: readonly AgentRow[] | null;
  readonly groups: readonly Group[] | null;
  readonly permissions: readonly PermissionRow[] | null;
}

// Only the preferences in use; a host's frontend stores many more.
const LOAD = `
select
  (select json_agg(json_build_object('id', id, 'login', login, 'firstName', first_name, 'lastName', last_name,
     'isValid', valid_id = 1, 'preferences', (
       select json_object_agg(preferences_key, preferences_value) from user_preferences
       where user_id = users.id and (preferences_key = 'UserEmail' or preferences_key like 'OutOfOffice%'))))
   from users) as agents,
  (select json_agg(json_build_object('id', id, 'name', name) order by name) from groups_table where valid_id = 1) as groups,
  (select json_agg(permission) from (
     select distinct user_id, group_id, permission_key from ${GRANTED} as granted
   ) as permission) as permissions`;

export async function loadDirectory(database: Database, settings: Settings): Promise<Directory> {
  const [row] = await database.query<DirectoryRow>(LOAD);
  const order = settings.number('FirstnameLastnameOrder');
  const agents = (row?.agents ?? []).map((agent) => makeAgent(agent, order, settings));
  const groups = row?.groups ?? [];
  const byID = new Map(agents.map((agent) => [agent.id, agent]));
  const byLogin = new Map(agents.map((agent) => [agent.login, agent]));
  const byFoldedLogin = new Map(agents.map((agent) => [foldASCII(agent.login), agent]));
  const byName = new Map(groups.map((group) => [group.name, group]));
  const permissions = groupPermissions(row?.permissions ?? [], new Set(groups.map(({ id }) => id)));
  return {
    agentByLogin: (login) => byLogin.get(login) ?? byFoldedLogin.get(foldASCII(login)),
    agentByID: (id) => byID.get(id),
    groupByName: (name) => byName.get(name),
    groups,
    groupIDsOfAgent: (agentID, permission) =>
      byID.get(agentID)?.isValid === true ? permissions(agentID, permission) : NO_GROUPS,
  };
}

const NO_GROUPS: ReadonlySet<number> = new Set();

function makeAgent({ preferences, ...row }: AgentRow, nameOrder: number, settings: Settings): Agent {
  return {
    ...row,
    fullName: fullName(row, nameOrder),
    email: preferences?.UserEmail ?? '',
    isOutOfOffice: (now) => isOutOfOffice(preferences ?? {}, now, settings),
  };
}

/** `rw` includes every other permission. */
function groupPermissions(rows: readonly PermissionRow[], validGroups: ReadonlySet<number>) {
  const sets = new Map<string, Set<number>>();
  for (const { user_id, group_id, permission_key } of rows) {
    if (!validGroups.has(group_id)) continue;
    keptIn(sets, `${user_id} ${permission_key}`, () => new Set()).add(group_id);
  }
  const known = new Map<string, ReadonlySet<number>>();
  return (agentID: number, permission: string): ReadonlySet<number> => {
    const key = `${agentID} ${permission}`;
    return keptIn(known, key, () => new Set([...(sets.get(key) ?? []), ...(sets.get(`${agentID} rw`) ?? [])]));
  };
}

/** Whether an agent is away at `now`, according to the preferences: from the first to the last day, both included. */
function isOutOfOffice(preferences: Preferences, now: Date, settings: Settings): boolean {
  if (preferences.OutOfOffice !== '1') return false;
  const start = day(preferences, 'OutOfOfficeStart');
  const end = day(preferences, 'OutOfOfficeEnd');
  const today = formatSystemTime(now, settings).slice(0, 10);
  return start !== undefined && end !== undefined && start <= today && today <= end;
}

function day(preferences: Preferences, name: string): string | undefined {
  const parts = ['Year', 'Month', 'Day'].map((part) => preferences[`${name}${part}`]);
  if (parts.some((part) => !/^\d+$/.test(part ?? ''))) return undefined;
  const [year = '', month = '', date = ''] = parts.map((part) => part ?? '');
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/** A person's full name in one of the orders of `FirstnameLastnameOrder`; the login if both names are `-`, the family's placeholder. */
export function fullName(
  person: { readonly firstName: string; readonly lastName: string; readonly login: string },
  order: number,
): string {
  const { firstName: first, lastName: last, login } = person;
  if (first === '-' && last === '-') return login;
  const forms = [
    `${first} ${last}`,
    `${last}, ${first}`,
    `${first} ${last} (${login})`,
    `${last}, ${first} (${login})`,
    `(${login}) ${first} ${last}`,
    `(${login}) ${last}, ${first}`,
    `${last} ${first}`,
    `${last} ${first} (${login})`,
    `(${login}) ${last} ${first}`,
    `${last}${first}`,
  ];
  return forms[order] ?? `${first} ${last}`;
}
