import { FAMILY_TABLES, type Host, HOSTS, OUR_HOST } from '../postgres/index.js';
import type { Database, Tables } from '@ticketgate/sdk';

import { compareTables, type HostDifference } from './compare-tables.js';
import { HostUnfit, HostUnknown } from './host-errors.js';
import { describeTables, readTables, type TablesByName } from './read-tables.js';
import { requireRights } from './require-rights.js';

/** The host whose tables a database has. */
export interface HostDatabase {
  /** The nearest declared one. */
  readonly host: Host;
  /** Whether the tables belong to it; otherwise they are ours. */
  readonly isAttached: boolean;
  readonly tables: Tables;
  /** Where the database differs from what is declared of the host. */
  readonly differences: readonly HostDifference[];
}

/** Tables of which an application of another kind rarely has one, and none has both. */
const MARKS = ['users', 'gi_webservice_config'] as const;
const GROUPS = 'groups_table';

/**
 * Recognises a host by what its database has: of those whose group table is there, the one with the fewest differences. An empty
 * database, or one that our migrations made, is not attached.
 *
 * @throws StartError `Database.HostUnknown`, `Database.HostUnfit`, `Database.HostForbidden`
 */
export async function recogniseHost(database: Database): Promise<HostDatabase> {
  const found = await readTables(database);
  if (await isOurs(database, found)) {
    return { host: OUR_HOST, isAttached: false, tables: describeTables(found, {}), differences: [] };
  }
  const [nearest] = candidatesIn(found).sort((a, b) => a.differences.length - b.differences.length);
  if (nearest === undefined) throw unknown(found);
  const { host, differences } = nearest;
  await requireRights(database, host);
  const fatal = differences.filter(({ forbidsWriting }) => forbidsWriting).map(({ sentence }) => sentence);
  if (fatal.length > 0) throw new HostUnfit({ host: host.name, differences: fatal });
  return { host, isAttached: true, tables: describeTables(found, host.tables.names), differences };
}

/** Whether our migrations made the tables, or may make them. */
async function isOurs(database: Database, found: TablesByName): Promise<boolean> {
  if (!MARKS.some((table) => found.has(table))) return true;
  const [known] = await database.query<{ exists: boolean }>(
    `select to_regclass('ticketgate.migration') is not null as exists`,
  );
  if (known?.exists !== true) return false;
  const [mark] = await database.query<{ made: boolean }>(
    `select exists (select from ticketgate.migration where made_family_tables) as made`,
  );
  return mark?.made === true;
}

function candidatesIn(found: TablesByName): { host: Host; differences: readonly HostDifference[] }[] {
  if (!MARKS.every((table) => found.has(table))) return [];
  return HOSTS.filter(({ tables }) => found.has(groupsOf(tables))).map((host) => ({
    host,
    differences: compareTables(found, host),
  }));
}

function groupsOf({ names }: Host['tables']): string {
  return names[GROUPS] ?? GROUPS;
}

function unknown(found: TablesByName): Error {
  const lookedFor = HOSTS.map(({ name, tables }) => `${name}: ${[...MARKS, groupsOf(tables)].join(', ')}`);
  const theirs = Object.keys(FAMILY_TABLES).filter((table) => found.has(table));
  return new HostUnknown({ lookedFor, found: theirs });
}
