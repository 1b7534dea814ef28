import { toText, oncePer } from '@ticketgate/sdk';

import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Document,
  type LineCounter,
  type Pair,
  type YAMLMap,
} from 'yaml';

/** Offsets of the first character and of the one after the last. */
export type Range = readonly [number, number];

const TOP: Range = [0, 0];

interface Step {
  readonly key: Range | undefined;
  readonly value: unknown;
}

/** Lines and columns of a range of offsets; at least one character wide. */
export function placeRange(lineCounter: LineCounter, text: string, [from, to]: Range) {
  const start = lineCounter.linePos(Math.min(from, text.length));
  // A value that ends with its line break would end on the next line.
  const length = Math.max(1, text.slice(from, to).trimEnd().length);
  const end = lineCounter.linePos(Math.min(from + length, text.length));
  const line = Math.max(1, start.line);
  const column = Math.max(1, start.col);
  const isSameLine = Math.max(1, end.line) === line;
  return {
    line,
    column,
    endLine: Math.max(line, end.line),
    endColumn: isSameLine ? Math.max(column + 1, end.col) : Math.max(1, end.col),
  };
}

/** The position of the key or the value at `path`; if it is missing, that of its nearest parent. */
export function findRange(document: Document, path: readonly (string | number)[], at: 'key' | 'value'): Range {
  let step: Step = { key: undefined, value: document.contents };
  for (const [index, segment] of path.entries()) {
    const next = findStep(isAlias(step.value) ? step.value.resolve(document) : step.value, segment);
    if (next === undefined) return index === 0 ? TOP : findStepRange(step, 'key');
    step = next;
  }
  return path.length === 0 ? TOP : findStepRange(step, at);
}

/** Narrows the range of a text in literal style (`|`), whose lines are those of the file, to one line; other ranges stay. */
export function narrowToLine(text: string, range: Range, line: number | undefined): Range {
  const [from, to] = range;
  if (line === undefined || text[from] !== '|') return range;
  const before = text
    .slice(from, to)
    .split('\n')
    .slice(0, line + 1);
  const last = before.at(-1) ?? '';
  const end = from + before.join('\n').length;
  return before.length <= line || last.trim() === '' ? range : [end - last.trimStart().length, end];
}

function findStepRange({ key, value }: Step, at: 'key' | 'value'): Range {
  // Maps and lists in block style cover many lines; their key is what the admin looks for.
  const isWide = isCollection(value) && value.flow !== true;
  const own = isWide ? undefined : rangeAt(value);
  const first = at === 'key' ? key : own;
  return first ?? key ?? rangeAt(value) ?? TOP;
}

function findStep(node: unknown, segment: string | number): Step | undefined {
  if (isMap(node)) {
    const pair = indexPairs(node).get(String(segment));
    return pair && { key: rangeAt(pair.key), value: pair.value };
  }
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(segment)];
  return item === undefined ? undefined : { key: undefined, value: item };
}

/** The pairs of a map by key; of duplicates, the last one counts. Kept, since a file may have a finding for each of its many keys. */
const indexPairs = oncePer(
  (map: YAMLMap): ReadonlyMap<string, Pair> => new Map(map.items.map((pair) => [keyText(pair.key), pair])),
);

/** The text of a map's key in the plain data. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'boolean' ? String(key.value) : toText(key.value);
}

/** The position of a node; undefined if it is not in the text. */
export function rangeAt(node: unknown): Range | undefined {
  const range = isNode(node) ? node.range : undefined;
  return range ? [range[0], range[1]] : undefined;
}
