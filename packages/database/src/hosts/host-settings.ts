import type { Database } from '@ticketgate/sdk';

import { hasTable } from '../postgres/index.js';

export interface HostSetting {
  readonly name: string;
  /** YAML text; null if the setting is switched off. */
  readonly value: string | null;
}

/** Only changes by administrators count, not rows of single users. */
const SETTINGS = `
select name, m.is_valid as "changedValid", d.is_valid as "shippedValid", m.effective_value as changed, d.effective_value as shipped
from sysconfig_default d
full join (select name, is_valid, effective_value from sysconfig_modified where user_id is null) m using (name)`;

const READ = `
select name, case when coalesce("changedValid", "shippedValid") = 1 then coalesce(changed, shipped) end as value
from (${SETTINGS}) s where name = any($1) or split_part(name, '###', 1) = any($1)`;

const READ_CHANGED = `
select name from (${SETTINGS}) s
where "changedValid" is not null and (changed is distinct from shipped or "changedValid" is distinct from "shippedValid") order by name`;

/** The effective settings with one of these names, including parts (`<name>###<part>`); empty if the host has no such table. */
export async function readHostSettings(database: Database, names: readonly string[]): Promise<readonly HostSetting[]> {
  return (await hasSettings(database)) ? database.query<HostSetting>(READ, [names]) : [];
}

/** The names of all settings that an administrator of the host has changed. */
export async function readChangedSettings(database: Database): Promise<readonly string[]> {
  if (!(await hasSettings(database))) return [];
  return (await database.query<{ name: string }>(READ_CHANGED)).map(({ name }) => name);
}

async function hasSettings(database: Database): Promise<boolean> {
  return (await hasTable(database, 'sysconfig_default')) && (await hasTable(database, 'sysconfig_modified'));
}
