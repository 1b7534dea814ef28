import { isDeepStrictEqual } from 'node:util';
import { requireRemainingAdministrator } from '@ticketgate/accounts';
import type { Snapshots } from '@ticketgate/database';
import { catalogueEvents, catalogueKinds, type System } from '@ticketgate/runtime';
import {
  type CatalogueHost,
  type CatalogueKind,
  createError,
  type Data,
  type Database,
  type Events,
  isData,
  type JsonSchema,
  suggest,
  withSuggestion,
} from '@ticketgate/sdk';
import { toEnglish, type MessageValue } from '@ticketgate/sdk/schema';

import { mayApply } from '../definition-files/definition-files.js';

/** The catalogue of a system, for its administration. */
export interface CatalogueSystem extends CatalogueHost {
  /** The kinds of all packages and plugins, each after the ones that it refers to. */
  readonly kinds: readonly CatalogueKind[];
  /** Whether a host manages the catalogue. */
  readonly isReadOnly: boolean;
  /** One transaction, after which every process knows of the change. */
  readonly change: Snapshots['change'];
  /** The port that emits the events of the catalogue. */
  eventsOn(transaction: Database): Promise<Events>;
}

export function openCatalogueSystem(system: System): CatalogueSystem {
  const { settings, snapshots } = system;
  return {
    kinds: catalogueKinds(system.plugins),
    isReadOnly: !mayApply(system, 'catalogue'),
    get database() {
      return system.reader();
    },
    settings,
    now: () => system.now(),
    eventsOn: (transaction) => catalogueEvents(system, transaction),
    change: (work, isChange) =>
      snapshots.change((transaction) => requireRemainingAdministrator(transaction, () => work(transaction)), isChange),
  };
}

/**
 * The kind with this key, ignoring case.
 *
 * @throws OperationError `Admin.KindUnknown`
 */
export function getKind({ kinds }: Pick<CatalogueSystem, 'kinds'>, name: string): CatalogueKind {
  const found = kinds.find(({ key }) => key.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const known = kinds.map(({ key }) => key);
  throw new KindUnknown({ name, known, suggestion: suggest(name, known) });
}

/** The member that every entry may have: whether it is offered. */
export const VALID_MEMBER = 'Valid';

/** JSON Schema of one entry, as files, commands and requests write it. */
export function makeEntrySchema({ schema }: Pick<CatalogueKind, 'schema'>): JsonSchema {
  const valid = { type: 'boolean', description: 'false keeps the entry and no longer offers it' };
  return { ...schema, properties: { ...(isData(schema.properties) ? schema.properties : {}), [VALID_MEMBER]: valid } };
}

export function catalogueSchema(kinds: readonly Pick<CatalogueKind, 'key' | 'nameKey' | 'schema'>[]): JsonSchema {
  const sections = kinds.map((kind) => {
    const section = { type: 'array', description: 'a list of entries', items: makeEntrySchema(kind) };
    return [kind.key, withStrictKeys({ ...section, 'x-name': kind.nameKey })] as const;
  });
  return {
    type: ['object', 'null'],
    description: 'a map of sections',
    severity: 'error',
    additionalProperties: false,
    properties: Object.fromEntries(sections),
  };
}

/** Unlike in definitions, an unknown key is an error here: an entry without what was meant cannot be intended. */
function withStrictKeys(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withStrictKeys);
  if (!isData(schema)) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withStrictKeys(value)]));
  return copy.additionalProperties === false ? { severity: 'error', ...copy } : copy;
}

export const KindUnknown = createError<{ name: string; known: readonly string[]; suggestion: string | undefined }>(
  'Admin.KindUnknown',
  ({ name, known, suggestion }) =>
    withSuggestion(`The catalogue has no "${name}".`, suggestion, `It has ${known.join(', ')}.`),
  'NotFound',
);
export const EntryUnknown = createError<{ key: string; label: string; name: string }>(
  'Admin.EntryUnknown',
  ({ key, label, name }) => `There is no ${label} "${name}". The list of ${key} has all of them.`,
  'NotFound',
);
export const EntryExists = createError<{ label: string; name: string }>(
  'Admin.EntryExists',
  ({ label, name }) => `The ${label} "${name}" exists already. Choose another name, or change that one.`,
  'Conflict',
);
export const EntryChanged = createError<{ label: string; name: string }>(
  'Admin.EntryChanged',
  ({ label, name }) =>
    `The ${label} "${name}" was changed meanwhile. Look at what it is now, then make your change again.`,
  'Conflict',
);
export const EntryInvalid = createError<{ label: string; name: string; reason: MessageValue }>(
  'Admin.EntryInvalid',
  ({ label, name, reason }) => `The ${label} "${name}" cannot be saved: ${toEnglish(reason)}`,
  'Invalid',
);
export const CatalogueReadOnly = createError(
  'Admin.CatalogueReadOnly',
  () =>
    'The catalogue belongs to the host system of this database. Change it there, or write "apply: [catalogue]" in the configuration to change it here.',
  'AccessDenied',
);

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
  const before = await toCatalogueEntry(kindEvents.statement, name, database);
  const saved = await save();
  const entry = await toCatalogueEntry(kindEvents.statement, name, database);
  if (entry !== undefined && !isDeepStrictEqual(before, entry)) {
    const event = before === undefined ? kindEvents.added : kindEvents.changed;
    await events.emit(database, [{ name: event, key: `${kind.key}:${name}`, data: kindEvents.dataOf(entry, before) }]);
  }
  return saved;
}

async function toCatalogueEntry(statement: string, name: string, database: Database): Promise<Data | undefined> {
  const [row] = await database.query<{ readonly entry: Data }>(statement, [name]);
  return row?.entry;
}
