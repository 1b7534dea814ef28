import type { Database } from '@ticketgate/sdk';

/** A setting that an admin of the host system changed. */
export interface ModifiedSetting {
  readonly name: string;
  /** YAML text. */
  readonly value: string;
}

/** The settings in force of `sysconfig_modified`; none when the host has no such table. */
export async function readModifiedSettings(database: Database): Promise<readonly ModifiedSetting[]> {
  const [table] = await database.query<{ exists: boolean }>(
    `select to_regclass('sysconfig_modified') is not null as exists`,
  );
  if (table?.exists !== true) return [];
  return database.query<ModifiedSetting>(
    `select name, effective_value as value from sysconfig_modified where is_valid = 1 and user_id is null`,
  );
}
