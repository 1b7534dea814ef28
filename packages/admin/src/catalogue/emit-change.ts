import { isDeepStrictEqual } from 'node:util';
import type { CatalogueHost, CatalogueKind, Data, Database, Events } from '@ticketgate/sdk';

/** The host of the catalogue during a change, with the port that reports it. */
export interface CatalogueTransaction extends CatalogueHost {
  readonly events: Events;
}

/** Saves an entry, and raises the event of its kind if that has added or changed it. */
export async function emitChange<Result>(
  { kind, name }: { readonly kind: CatalogueKind; readonly name: string },
  { database, events }: Pick<CatalogueTransaction, 'database' | 'events'>,
  save: () => Promise<Result>,
): Promise<Result> {
  const { events: kindEvents } = kind;
  if (kindEvents === undefined || !events.hasListeners(kindEvents.added, kindEvents.changed)) return save();
  const before = await readEntry(kindEvents.statement, name, database);
  const saved = await save();
  const entry = await readEntry(kindEvents.statement, name, database);
  if (entry !== undefined && !isDeepStrictEqual(before, entry)) {
    const event = before === undefined ? kindEvents.added : kindEvents.changed;
    await events.emit(database, [{ name: event, key: `${kind.key}:${name}`, data: kindEvents.dataOf(entry, before) }]);
  }
  return saved;
}

async function readEntry(statement: string, name: string, database: Database): Promise<Data | undefined> {
  const [row] = await database.query<{ readonly entry: Data }>(statement, [name]);
  return row?.entry;
}
