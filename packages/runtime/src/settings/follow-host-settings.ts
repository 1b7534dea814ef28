import { readHostSettings } from '@ticketgate/database';
import { type Host, MEMBER_SETTINGS } from '@ticketgate/database/postgres';
import { type Database, isData, type Logger, type SettingDefinition, type Snapshot } from '@ticketgate/sdk';
import { parse } from 'yaml';

import type { Closing } from '../system/closing.js';
import type { EffectiveSettings } from './effective-settings.js';

type Values = ReadonlyMap<string, unknown>;

interface FollowOptions {
  readonly definitions: readonly SettingDefinition[];
  readonly host: Host;
  readonly snapshot: (name: string, load: (database: Database) => Promise<Values>) => Snapshot<Values>;
  readonly logger: Logger;
  /** Seconds between two checks. */
  readonly interval: number;
  readonly closing: Closing;
}

/** The names under which a host has the settings that we know. */
export function listHostNames({ definitions, host }: Pick<FollowOptions, 'definitions' | 'host'>): readonly string[] {
  const names = definitions.map(({ name }) => host.settings.names[name] ?? name);
  return [...names, ...Object.values(MEMBER_SETTINGS).map(({ name }) => name)];
}

/** Follows the settings of the host system. Resolves after the first read. */
export async function followHostSettings(settings: EffectiveSettings, options: FollowOptions): Promise<void> {
  const { logger, interval, closing } = options;
  const parseSetting = yamlParser(logger);
  const names = listHostNames(options);
  const snapshot = options.snapshot('server-host-settings', async (database) => {
    const rows = await readHostSettings(database, names);
    const values = rows.flatMap((row) => parseSetting(row));
    return addMembers(values, new Set(names));
  });
  settings.useHost(await snapshot.current());
  const follow = async () => settings.useHost(await snapshot.current());
  closing.repeat('the look at the settings of the host', Math.max(interval, 0.5) * 1000, follow);
}

type Entry = readonly [name: string, value: unknown];

/** Parses only what has changed since, and keeps one value for each setting: lists of stop words take some milliseconds. */
function yamlParser(
  logger: Logger,
): (row: { readonly name: string; readonly value: string | null }) => readonly Entry[] {
  const parsed = new Map<string, { readonly text: string; readonly value: unknown }>();
  return ({ name, value: text }) => {
    if (text === null) return [[name, null]];
    const known = parsed.get(name);
    if (known?.text === text) return [[name, known.value]];
    try {
      const value: unknown = parse(text);
      parsed.set(name, { text, value });
      return [[name, value]];
    } catch (error) {
      logger.warn('a setting of the host is not valid YAML; using our default', { setting: name, error });
      return [];
    }
  };
}

/** In the family `<name>###<member>` is a member of the setting `<name>`. */
function addMembers(entries: readonly Entry[], declared: ReadonlySet<string>): Values {
  const values = new Map<string, unknown>(entries.filter(([name]) => declared.has(name)));
  for (const [name, value] of entries) {
    const [owner = '', member = ''] = name.split('###', 2);
    if (declared.has(name) || value === null) continue;
    const members = values.get(owner);
    values.set(owner, { ...(isData(members) ? members : {}), [member]: value });
  }
  for (const [ours, { name, member }] of Object.entries(MEMBER_SETTINGS)) {
    const members = values.get(name);
    if (isData(members) && member in members) values.set(ours, members[member]);
  }
  return values;
}
