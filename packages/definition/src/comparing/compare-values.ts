import { isData, isSecretName, MASK, type Data } from '@ticketgate/sdk';

import type { YamlPath } from '../yaml/yaml-source.js';
import type { DefinitionChange } from './definition-change.js';

/** A difference at a path, in words that follow the name of what changed. */
export interface ValueChange {
  readonly kind: DefinitionChange['kind'];
  readonly path: YamlPath;
  readonly what: string;
}

/** Characters of a value that are shown. */
const LONGEST = 80;

/** Whether a map at this path is added and removed as one thing; others are shown member by member. */
export type IsWhole = (path: YamlPath) => boolean;

/** All differences between two trees of plain data. */
export function compareValues(before: unknown, after: unknown, isWhole: IsWhole): readonly ValueChange[] {
  return compare({ before, after, path: [] }, isWhole);
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: YamlPath;
}

function compare(pair: Pair, isWhole: IsWhole): readonly ValueChange[] {
  const { before, after, path } = pair;
  if (before === after || (isEmpty(before) && isEmpty(after))) return [];
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(pair, before, after);
  const [old, next] = [membersOf(before, path, isWhole), membersOf(after, path, isWhole)];
  if (old !== undefined && next !== undefined) {
    return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((key) =>
      compare({ before: own(old, key), after: own(next, key), path: [...path, key] }, isWhole),
    );
  }
  if (isEmpty(before)) return [{ kind: 'added', path, what: added(path, after) }];
  if (isEmpty(after)) return [{ kind: 'removed', path, what: removed(path, before) }];
  return [{ kind: 'changed', path, what: `${show(path, before)} → ${show(path, after)}` }];
}

/** What is not there has no members, unless it would come or go as a whole. */
function membersOf(value: unknown, path: YamlPath, isWhole: IsWhole): Data | undefined {
  if (isEmpty(value)) return isWhole(path) ? undefined : {};
  return isData(value) ? value : undefined;
}

function own(map: Data, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** `~`, `''` and `{}` all say nothing, and the family writes them where it has nothing to say. */
function isEmpty(value: unknown): boolean {
  return (
    value === null || value === '' || value === undefined || (isData(value) && Object.values(value).every(isEmpty))
  );
}

/** Lists of texts are sets, such as methods and credentials. */
function compareLists({ path }: Pair, before: readonly unknown[], after: readonly unknown[]): readonly ValueChange[] {
  const [old, next] = [before.map((each) => show(path, each)), after.map((each) => show(path, each))];
  const [was, is] = [new Set(old), new Set(next)];
  const gone = [...was].filter((each) => !is.has(each));
  const fresh = [...is].filter((each) => !was.has(each));
  if (gone.length + fresh.length > 0) {
    const parts = [...gone.map((each) => `without ${each}`), ...fresh.map((each) => `with ${each}`)];
    const kind = gone.length === 0 ? 'added' : fresh.length === 0 ? 'removed' : 'changed';
    return [{ kind, path, what: `now ${parts.slice(0, MOST_SHOWN).join(', ')}${more(parts.length)}` }];
  }
  return old.join('\0') === next.join('\0') ? [] : [{ kind: 'changed', path, what: 'in another order' }];
}

/** Members of a list that are named. */
const MOST_SHOWN = 20;

function more(count: number): string {
  return count > MOST_SHOWN ? ` and ${count - MOST_SHOWN} more` : '';
}

function added(path: YamlPath, value: unknown): string {
  if (isData(value)) return typeof value.Type === 'string' ? `added (${value.Type})` : 'added';
  return `set to ${show(path, value)}`;
}

function removed(path: YamlPath, value: unknown): string {
  return isData(value) ? 'removed' : `removed; it was ${show(path, value)}`;
}

function show(path: YamlPath, value: unknown): string {
  if (isSecretName(String(path.at(-1)))) return MASK;
  if (value === undefined || value === null || value === '') return '(empty)';
  const text = typeof value === 'string' ? value : JSON.stringify(value, masked);
  const line = /\s/.test(text) && typeof value === 'string' ? JSON.stringify(text) : text;
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function masked(key: string, value: unknown): unknown {
  return isSecretName(key) && typeof value === 'string' ? MASK : value;
}
