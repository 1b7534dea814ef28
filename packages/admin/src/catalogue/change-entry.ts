import { isDeepStrictEqual } from 'node:util';
import { recordChange } from '@ticketgate/database';
import { oncePer, type CatalogueKind, type Data, type Database } from '@ticketgate/sdk';
import { addSuggestion, checkSchema, declareMessages } from '@ticketgate/sdk/schema';

import type { Author } from '../admin-system.js';
import { findListed, getEntry, type ListedEntry } from './catalogue-entries.js';
import {
  CatalogueReadOnly,
  type CatalogueSystem,
  type CatalogueTransaction,
  emitChange,
  EntryChanged,
  EntryExists,
  EntryInvalid,
  makeEntrySchema,
  EntryUnknown,
  VALID_MEMBER,
} from './catalogue-system.js';
import { DetailedError } from '../tasks/task-errors.js';

/** Who changes an entry and why. */
export interface EntryNote {
  readonly author: Author;
  /** May be empty. */
  readonly comment: string;
  /** The state that the change was made from; another one refuses the change. */
  readonly base?: string | undefined;
}

export interface ChangedEntry {
  readonly kind: CatalogueKind;
  readonly name: string;
  /** Members with their new values; null takes one away. Others stay as they are. `Valid` is one, too. */
  readonly members: Data;
}

interface NewEntry extends ChangedEntry {
  /** The password for logging in with the entry. If it is refused, no entry is made. */
  readonly password?: string | undefined;
}

/** @throws OperationError `Admin.CatalogueReadOnly`, `Admin.EntryExists`, `Admin.EntryInvalid`, and those of the kind */
export async function addEntry(system: CatalogueSystem, added: NewEntry, note: EntryNote) {
  return changeCatalogue(system, async (host) => {
    const { kind, name } = added;
    const known = await findListed(kind, name, host);
    if (known !== undefined) throw new EntryExists({ label: kind.label, name });
    const saved = await store(host, { ...added, before: undefined }, note);
    if (added.password !== undefined) await setFirstPassword(host, { ...added, password: added.password }, note);
    return saved;
  });
}

async function setFirstPassword(
  host: CatalogueTransaction,
  { kind, name, password }: Pick<ChangedEntry, 'kind' | 'name'> & { readonly password: string },
  { author: { login, source }, comment }: EntryNote,
): Promise<void> {
  const { label } = kind;
  if (kind.setFirstPassword === undefined) {
    throw new EntryInvalid({ label, name, reason: `Nobody logs in with a ${label}; leave the password out.` });
  }
  await kind.setFirstPassword(name, password, host);
  await recordChange(host.database, { author: login, action: `${label} password set`, subject: name, comment, source });
}

/** @throws OperationError `Admin.CatalogueReadOnly`, `Admin.EntryUnknown`, `Admin.EntryChanged`, `Admin.EntryInvalid`, and those of the kind */
export async function changeEntry(system: CatalogueSystem, changed: ChangedEntry, note: EntryNote) {
  return changeCatalogue(system, async (host) => {
    const { kind, name } = changed;
    const before = await getEntry(kind, name, host);
    if (note.base !== undefined && note.base !== before.state) throw new EntryChanged({ label: kind.label, name });
    return store(host, { ...changed, before }, note);
  });
}

/** "tgca" as ASCII: each change of the catalogue holds this lock, so that the state it compares is the one it changes. */
const LOCK = 0x74_67_63_61;

/**
 * Runs changes of the catalogue one after the other, each in a transaction.
 *
 * @throws OperationError `Admin.CatalogueReadOnly`
 */
export async function changeCatalogue<Saved extends { readonly isChanged: boolean }>(
  system: CatalogueSystem,
  work: (host: CatalogueTransaction) => Promise<Saved>,
): Promise<Saved> {
  if (system.isReadOnly) throw new CatalogueReadOnly();
  return system.change(
    async (database) => work(await lockedHost(system, database)),
    ({ isChanged }) => isChanged,
  );
}

/** Locks the catalogue against other changes until the transaction ends. */
export async function lockCatalogue(transaction: Database): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

export async function lockedHost(system: CatalogueSystem, database: Database): Promise<CatalogueTransaction> {
  await lockCatalogue(database);
  const events = await system.eventsOn(database);
  return { database, settings: system.settings, now: () => system.now(), events };
}

interface Saving extends ChangedEntry {
  readonly before: ListedEntry | undefined;
}

async function store(host: CatalogueTransaction, saving: Saving, note: EntryNote) {
  const { kind, name, before } = saving;
  const { [VALID_MEMBER]: isValid, ...values } = checkedValues(saving);
  await emitChange(saving, host, async () => {
    await kind.save(values, host, { isExact: true });
    if (typeof isValid === 'boolean') await kind.setValidity(name, isValid, host);
  });
  const entry = await findListed(kind, name, host);
  if (entry === undefined) throw new EntryUnknown({ key: kind.key, label: kind.label, name });
  const isChanged = before?.state !== entry.state;
  if (isChanged) await record(host.database, { kind, before, entry }, note);
  const isDisabled = before?.isValid === true && !entry.isValid;
  const warnings = isDisabled ? ((await kind.warnDisabled?.(name, host)) ?? []) : [];
  return { entry, isChanged, warnings };
}

const say = declareMessages({ 'request.fixed': `{nameKey} cannot be changed.`, 'request.both': `{first} {second}` });

/**
 * All members of the entry after the change.
 *
 * @throws OperationError `Admin.EntryInvalid`
 */
function checkedValues({ kind, name, members, before }: Saving): Data {
  const merged = { ...before?.values, [kind.nameKey]: name, ...members };
  const values = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const mistakes = checkSchema(values, findSchema(kind), [`The ${kind.label}`]).map(
    ({ suggestion, path, ...found }) => ({
      at: ['body', 'members', ...path.slice(1)].join('/'),
      ...addSuggestion({ id: found.id, values: found.values, message: found.message }, suggestion),
    }),
  );
  const { label, nameKey } = kind;
  if (values[nameKey] !== name) mistakes.push({ at: `body/members/${nameKey}`, ...say('request.fixed', { nameKey }) });
  const [first, ...others] = mistakes.map(({ at: _at, ...message }) => message);
  if (first === undefined) return values;
  const reason = others.reduce((before, second) => say('request.both', { first: before, second }), first);
  throw new DetailedError(new EntryInvalid({ label, name, reason }), { mistakes });
}

/** Compiled once, so it has to be the same object each time. */
const findSchema = oncePer((kind: CatalogueKind): Data => makeEntrySchema(kind));

interface SavedEntry extends Pick<Saving, 'kind' | 'before'> {
  readonly entry: ListedEntry;
}

async function record(transaction: Database, { kind, before, entry }: SavedEntry, note: EntryNote): Promise<void> {
  const { author, comment } = note;
  const [was, is] = [toRecord(before), toRecord(entry)];
  const names = Object.keys({ ...was, ...is }).filter((member) => !isDeepStrictEqual(was[member], is[member]));
  const only = (members: Data) => Object.fromEntries(names.map((member) => [member, members[member]]));
  await recordChange(transaction, {
    author: author.login,
    action: `${kind.label} ${before === undefined ? 'added' : 'changed'}`,
    subject: entry.name,
    comment,
    ...(before === undefined ? {} : { before: only(was) }),
    after: only(is),
    source: author.source,
  });
}

function toRecord(entry: ListedEntry | undefined): Data {
  return entry === undefined ? {} : { ...entry.values, [VALID_MEMBER]: entry.isValid };
}
