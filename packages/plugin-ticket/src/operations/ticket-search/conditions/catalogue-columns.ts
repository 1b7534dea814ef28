import type { Catalogue, CatalogueEntry, Entries } from '../../../catalogue/catalogue.js';
import { isFalsy } from '../../../values.js';
import { readIDs, readTexts } from '../read-values.js';
import type { SearchSources } from '../search-sources.js';
import { NoHits, type SearchStatement } from '../search-statement.js';

interface CatalogueColumn {
  readonly names: string;
  readonly ids: string;
  readonly column: string;
  entries(catalogue: Catalogue): Entries<CatalogueEntry>;
}

const COLUMNS: readonly CatalogueColumn[] = [
  { names: 'Types', ids: 'TypeIDs', column: 't.type_id', entries: ({ types }) => types },
  { names: 'States', ids: 'StateIDs', column: 't.ticket_state_id', entries: ({ states }) => states },
  { names: 'Priorities', ids: 'PriorityIDs', column: 't.ticket_priority_id', entries: ({ priorities }) => priorities },
  { names: 'Locks', ids: 'LockIDs', column: 't.ticket_lock_id', entries: ({ locks }) => locks },
  { names: 'Services', ids: 'ServiceIDs', column: 't.service_id', entries: ({ services }) => services },
  { names: 'SLAs', ids: 'SLAIDs', column: 't.sla_id', entries: ({ serviceLevelAgreements }) => serviceLevelAgreements },
];

const PEOPLE: Readonly<Record<string, string>> = { OwnerIDs: 't.user_id', ResponsibleIDs: 't.responsible_user_id' };

/** What a ticket refers to, by names and ids, which are put together. One name that is unknown empties the result. */
export function addCatalogueColumns(sources: SearchSources, statement: SearchStatement): void {
  const { input, catalogue } = sources;
  for (const { names, ids, column, entries } of COLUMNS) {
    addIDs(column, [...resolveNames(readTexts(input, names), entries(catalogue)), ...readIDs(input, ids)], statement);
  }
  addIDs('t.queue_id', queueIDs(sources), statement);
  for (const [name, column] of Object.entries(PEOPLE)) addIDs(column, readIDs(input, name), statement);
  addStateTypes(sources, statement);
  addWatchers(sources, statement);
}

/** Ids of entries by exact names. @throws NoHits for an unknown one */
export function resolveNames(names: readonly string[], entries: Entries<CatalogueEntry>): readonly number[] {
  return names.map((name) => {
    const entry = entries.byName(name);
    if (entry === undefined) throw new NoHits();
    return entry.id;
  });
}

function addIDs(column: string, ids: readonly number[], statement: SearchStatement): void {
  if (ids.length > 0) statement.where(`${column} = any(${statement.bind(ids)}::bigint[])`);
}

function queueIDs({ input, catalogue }: SearchSources): readonly number[] {
  const ids = [...resolveNames(readTexts(input, 'Queues'), catalogue.queues), ...readIDs(input, 'QueueIDs')];
  if (ids.length === 0 || isFalsy(input.UseSubQueues)) return ids;
  const prefixes = ids.flatMap((id) => catalogue.queues.byID(id)?.name ?? []).map((name) => `${name}::`);
  const below = catalogue.queues.all.filter(
    ({ name, isValid }) => isValid && prefixes.some((prefix) => name.startsWith(prefix)),
  );
  return [...ids, ...below.map(({ id }) => id)];
}

/** By the real names of types; only valid states count. */
function addStateTypes({ input, catalogue }: SearchSources, statement: SearchStatement): void {
  for (const typeIDs of [
    resolveNames(readTexts(input, 'StateType'), catalogue.stateTypes),
    readIDs(input, 'StateTypeIDs'),
  ]) {
    if (typeIDs.length === 0) continue;
    const states = catalogue.states.all.filter(({ isValid, typeID }) => isValid && typeIDs.includes(typeID));
    if (states.length === 0) throw new NoHits();
    addIDs(
      't.ticket_state_id',
      states.map(({ id }) => id),
      statement,
    );
  }
}

function addWatchers({ input }: SearchSources, statement: SearchStatement): void {
  const ids = readIDs(input, 'WatchUserIDs');
  if (ids.length === 0) return;
  statement.where(
    `exists (select from ticket_watcher w where w.ticket_id = t.id and w.user_id = any(${statement.bind(ids)}::int[]))`,
  );
}
