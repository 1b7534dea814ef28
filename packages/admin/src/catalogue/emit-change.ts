import { isDeepStrictEqual } from 'node:util';
import type { CatalogueHost, CatalogueKind, Data, Database, Events } from '@ticketgate/sdk';

/** Where entries are changed, with who is described. */
export interface CatalogueTurn extends CatalogueHost {
  readonly events: Events;
}

/** Saves an entry, and raises the event of its kind if that has added or changed it. */
export async function emitChange<Result>(
  { kind, name }: { readonly kind: CatalogueKind; readonly name: string },
  { database, events }: Pick<CatalogueTurn, 'database' | 'events'>,
  save: () => Promise<Result>,
): Promise<Result> {
  const described = kind.events;
  if (described === undefined || !events.isHeard(described.added, described.changed)) return save();
  const before = await readEntry(described.statement, name, database);
  const saved = await save();
  const entry = await readEntry(described.statement, name, database);
  if (entry !== undefined && !isDeepStrictEqual(before, entry)) {
    const event = before === undefined ? described.added : described.changed;
    await events.emit(database, [{ name: event, key: `${kind.key}:${name}`, data: described.dataOf(entry, before) }]);
  }
  return saved;
}

async function readEntry(statement: string, name: string, database: Database): Promise<Data | undefined> {
  const [row] = await database.query<{ readonly entry: Data }>(statement, [name]);
  return row?.entry;
}
