import { isCollection, isScalar, stringify, type Document } from 'yaml';

import type { Path } from '../../components/with-member.js';

export interface ReadText {
  readonly text: string;
  /** The parsed text. */
  readonly document: Document;
}

/** A definition with another value at a path; undefined takes it away. Comments and order stay, and what is not touched if the value is plain. */
export function changeText({ text, document }: ReadText, path: Path, value: unknown): string {
  const node = document.getIn(path, true);
  if (isScalar(node) && node.range && value !== undefined && typeof value !== 'object') {
    const [from, to] = node.range;
    const written = writeScalar(value, keyColumn(text, from));
    const isBlock = written.includes('\n');
    return text.slice(0, from) + written + (isBlock ? '\n' : lineEnd(text.slice(from, to))) + rest(text, to, isBlock);
  }
  const changed = document.clone();
  if (value === undefined) changed.deleteIn(path);
  else setIn(changed, path, value);
  return changed.toString(STYLE);
}

/** As the family writes. */
const STYLE = { lineWidth: 0, singleQuote: true } as const;

/** Sets a value. An empty collection, which was written as `{}`, gets lines of its own. */
function setIn(document: Document, path: Path, value: unknown): void {
  const parent = document.getIn(path.slice(0, -1), true);
  if (isCollection(parent) && parent.items.length === 0) parent.flow = false;
  document.setIn(path, document.createNode(value));
}

/** The text after a value; a block ends with a line of its own. */
function rest(text: string, to: number, isBlock: boolean): string {
  const behind = text.slice(to);
  return isBlock ? behind.replace(/^[ \t]*\n/, '') : behind;
}

/** The end of the line, if a block becomes a value on one line. */
function lineEnd(old: string): string {
  return old.endsWith('\n') ? '\n' : '';
}

function keyColumn(text: string, at: number): number {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ -]*/.exec(line)?.[0].length ?? 0;
}

/** On one line, but for several lines of text. */
function writeScalar(value: unknown, column: number): string {
  if (typeof value !== 'string' || !value.includes('\n')) return stringify(value, STYLE).trimEnd();
  if (/[\u0000-\u0008\u000b-\u001f]/.test(value)) return JSON.stringify(value);
  const lines = value.replace(/\n$/, '').split('\n');
  const ending = value.endsWith('\n\n') ? '+' : value.endsWith('\n') ? '' : '-';
  const header = `|${/^\s/.test(value) ? '2' : ''}${ending}`;
  return [header, ...lines.map((line) => (line === '' ? '' : `${' '.repeat(column + 2)}${line}`))].join('\n');
}
