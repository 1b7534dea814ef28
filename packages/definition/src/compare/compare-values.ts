import { isData, MASK, type Data } from '@ticketgate/sdk';
import type { Message } from '@ticketgate/sdk/schema';

import { member } from '../yaml/read-record.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import { type HideSecrets, isSecretPath } from './hide-secrets.js';

/** A difference at a path; `what` follows the name of the part in a sentence. */
export interface ValueChange {
  readonly kind: ChangeKind;
  readonly path: YamlPath;
  readonly what: string;
  /** The shown values: for lists, the removed and the new entries; undefined if there is no value, and for secrets. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Characters shown of a value. */
const LONGEST = 80;

interface CompareOptions {
  /** Whether a map at this path is added and removed as a whole; others are shown member by member. */
  readonly isWhole: (path: YamlPath) => boolean;
  readonly hide: HideSecrets;
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: YamlPath;
}

export function compareValues(pair: Pair, options: CompareOptions): readonly ValueChange[] {
  const { before, after, path } = pair;
  if (before === after || (isEmpty(before) && isEmpty(after))) return [];
  if (isSecretPath(path)) return compareSecrets(pair);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(pair, [before, after], options);
  const [old, next] = [openMembers(before, path, options), openMembers(after, path, options)];
  if (old !== undefined && next !== undefined) {
    return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((key) =>
      compareValues({ before: member(old, key), after: member(next, key), path: [...path, key] }, options),
    );
  }
  return [toValueChange(pair, options)];
}

function toValueChange({ before, after, path }: Pair, { hide }: CompareOptions): ValueChange {
  const shown = { before: showAll(before, hide), after: showAll(after, hide) };
  if (isEmpty(before)) {
    const type = typeof member(after, 'Type') === 'string' ? ` (${show(member(after, 'Type'), hide)})` : '';
    return { kind: 'added', path, what: isData(after) ? `added${type}` : `set to ${show(after, hide)}`, ...shown };
  }
  const what = `${show(before, hide)} → ${show(after, hide)}`;
  if (!isEmpty(after)) return { kind: 'changed', path, what, ...shown };
  return {
    kind: 'removed',
    path,
    what: isData(before) ? 'removed' : `removed; it was ${show(before, hide)}`,
    ...shown,
  };
}

/** Compares secrets without revealing the names of their members. */
function compareSecrets({ before, after, path }: Pair): readonly ValueChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isEmpty(before)) return [{ kind: 'added', path, what: `set to ${MASK}` }];
  if (isEmpty(after)) return [{ kind: 'removed', path, what: `removed; it was ${MASK}` }];
  return [{ kind: 'changed', path, what: `${MASK} → ${MASK}` }];
}

/** A missing value has no members, unless it would be added or removed as a whole. */
function openMembers(value: unknown, path: YamlPath, { isWhole }: CompareOptions): Data | undefined {
  if (isEmpty(value)) return isWhole(path) ? undefined : {};
  return isData(value) ? value : undefined;
}

/** Whether a value is `~`, `''` or `{}`, which the family writes for nothing. */
function isEmpty(value: unknown): boolean {
  return (
    value === null || value === '' || value === undefined || (isData(value) && Object.values(value).every(isEmpty))
  );
}

/** Compares lists as sets, for example methods and credentials. */
function compareLists(
  { path }: Pair,
  lists: readonly [before: readonly unknown[], after: readonly unknown[]],
  { hide }: CompareOptions,
): readonly ValueChange[] {
  const toEntry = (value: unknown) => [JSON.stringify(value ?? ''), value] as const;
  const [old, next] = [lists[0].map(toEntry), lists[1].map(toEntry)];
  const [was, is] = [new Map(old), new Map(next)];
  const gone = [...was].filter(([key]) => !is.has(key));
  const fresh = [...is].filter(([key]) => !was.has(key));
  if (gone.length + fresh.length > 0) {
    const parts = [
      ...gone.map(([, each]) => `without ${show(each, hide)}`),
      ...fresh.map(([, each]) => `with ${show(each, hide)}`),
    ];
    const kind = gone.length === 0 ? 'added' : fresh.length === 0 ? 'removed' : 'changed';
    const [before, after] = [gone, fresh].map((each) => showAll([...new Map(each).values()], hide));
    const what = `now ${parts.slice(0, MOST_SHOWN).join(', ')}${more(parts.length)}`;
    return [{ kind, path, what, before, after }];
  }
  const isInOrder = old.length === next.length && old.every(([key], place) => key === next[place]?.[0]);
  return isInOrder ? [] : [{ kind: 'changed', path, what: 'in another order' }];
}

/** Most entries of a list in a sentence. */
const MOST_SHOWN = 20;

function more(count: number): string {
  return count > MOST_SHOWN ? ` and ${count - MOST_SHOWN} more` : '';
}

function showAll(value: unknown, hide: HideSecrets): string | undefined {
  if (!Array.isArray(value)) return isEmpty(value) ? undefined : show(value, hide);
  const shown = value.slice(0, MOST_SHOWN).map((each) => show(each, hide));
  return `${shown.join(', ')}${more(value.length)}`;
}

function show(value: unknown, hide: HideSecrets): string {
  if (value === undefined || value === null || value === '') return '(empty)';
  const text = typeof value === 'string' ? hide(value).shown : JSON.stringify(masked(value, [], hide));
  const line = /\s/.test(text) && typeof value === 'string' ? JSON.stringify(text) : text;
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function masked(value: unknown, path: YamlPath, hide: HideSecrets): unknown {
  if (isSecretPath(path)) return MASK;
  if (typeof value === 'string') return hide(value).shown;
  if (Array.isArray(value)) return value.map((each, place) => masked(each, [...path, place], hide));
  if (!isData(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, [...path, key], hide)]));
}

/** The part that a change concerns, in the order in which changes are reported. */
export type ChangedPart = 'route' | 'operation' | 'credentials' | 'limit' | 'mapping' | 'other';

export interface ChangedRoute {
  /** Undefined: every method. */
  readonly method: string | undefined;
  readonly route: string;
}

export interface ChangeMeaning extends Partial<Omit<Message, 'message'>> {
  /** Set if it differs from the kind of the values' change. */
  readonly kind?: ChangeKind;
  /** A sentence, with its id and values; undefined if only path and values describe the change. */
  readonly words?: string | undefined;
  /** Whether clients may have to change. */
  readonly breaks: boolean;
  /** Credentials that are no longer accepted: only the clients that send them are affected. */
  readonly lostCredentials?: string | undefined;
}

export type ChangeKind = 'added' | 'removed' | 'changed';

/** One difference between two definitions, with its meaning. */
export interface DefinitionChange extends Omit<ChangeMeaning, 'kind'> {
  readonly kind: ChangeKind;
  readonly part: ChangedPart;
  /** Undefined if the whole service is concerned. */
  readonly operation: string | undefined;
  readonly route?: ChangedRoute;
  readonly path: YamlPath;
  /** For example `route GET /ticket/:TicketID removed` or `MaxLength 16000 → 100000`. */
  readonly sentence: string;
}
