import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Document,
  type Range,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

import { asSchema, type Path } from '../../components/schema.js';

/** The values of a definition; undefined while it cannot be parsed. */
export function readDefinition(text: string): { readonly values: unknown } | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  return document.contents === null || isMap(document.contents) ? { values: document.toJS() as unknown } : undefined;
}

/** Where a member begins in a text, or what it would be in. */
export function placeOf(text: string, path: Path): number {
  const document = parseDocument(text);
  for (let length = path.length; length > 0; length -= 1) {
    const start = startAt(document, path.slice(0, length));
    if (start !== undefined) return start;
  }
  return 0;
}

function startAt(document: Document, path: Path): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const name = path.at(-1);
  const node = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === name)?.key
    : isSeq(parent) && parent.items[Number(name)];
  return isNode(node) ? node.range?.[0] : undefined;
}

interface ReadText {
  readonly text: string;
  /** The parsed text. */
  readonly document: Document;
}

/** What is written instead of a part of a text. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

type Collection = YAMLMap | YAMLSeq;

/** Another value at a path, undefined takes it away; or another name for the key there, whose place and comments stay. */
export type Edit = readonly [path: Path, value: unknown] | { readonly path: Path; readonly name: string };

/**
 * A definition with several edits, in one step. Only the lines of what changes are written anew: comments, order, quotes and brackets of all
 * else stay.
 */
export function editText(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, edit) => {
    const read = { text: before, document: parseDocument(before) };
    return 'name' in edit ? renameKey(read, edit.path, edit.name) : changeText(read, edit[0], edit[1]);
  }, text);
}

function changeText({ text, document }: ReadText, given: Path, value: unknown): string {
  const path = asRead(document, given);
  const node = document.getIn(path, true);
  if (isScalar(node) && node.range && value !== undefined && typeof value !== 'object') {
    return withScalar(text, node.range, { value, isInBrackets: isInBrackets(document, path) });
  }
  const changed = document.clone();
  if (value === undefined) changed.deleteIn(path);
  else setIn(changed, path, value);
  const part =
    isCollection(node) && value !== undefined ? replaced(text, node, value) : within({ text, document }, path, value);
  return spliced(text, part, changed);
}

function renameKey({ text, document }: ReadText, given: Path, name: string): string {
  const path = asRead(document, given);
  const changed = document.clone();
  const key = keyAt(changed, path.slice(0, -1), path.at(-1));
  if (!key?.range) return text;
  const [from, to] = key.range;
  key.value = name;
  return spliced(text, { from, to, text: inBrackets(name, false) }, changed);
}

/** Where lines cannot be changed alone, for example because of aliases, the document is written as a whole. */
function spliced(text: string, part: Part | undefined, wanted: Document): string {
  const next = part && text.slice(0, part.from) + part.text + text.slice(part.to);
  const found = parseDocument(next ?? '');
  const isSame = found.errors.length === 0 && JSON.stringify(found.toJS()) === JSON.stringify(wanted.toJS());
  return next !== undefined && isSame ? next : wanted.toString(STYLE);
}

/** What gives a definition another map of texts and maps at a path. Members that stay are not written anew, and one with another name keeps its place. */
export function changeMembers(text: string, path: Path, wanted: Readonly<Record<string, unknown>>): string {
  // All scalars are texts then, as mappings have them.
  const node = parseDocument(text, { schema: 'failsafe' }).getIn(path, true);
  return editText(text, editsOf(isMap(node) ? (node.toJSON() as unknown) : undefined, wanted, path));
}

function editsOf(before: unknown, wanted: unknown, path: Path): readonly Edit[] {
  if (JSON.stringify(before) === JSON.stringify(wanted)) return [];
  if (!isMembers(before) || !isMembers(wanted)) return [[path, wanted]];
  const gone = Object.keys(before).filter((name) => wanted[name] === undefined);
  const added = Object.keys(wanted).filter((name) => wanted[name] !== undefined && before[name] === undefined);
  const renamed = added.slice(0, gone.length);
  const old = (name: string) => before[gone[renamed.indexOf(name)] ?? name];
  return [
    ...renamed.map((name, index) => ({ path: [...path, gone[index] ?? ''], name })),
    ...gone.slice(renamed.length).map((name) => [[...path, name], undefined] as const),
    ...Object.keys(wanted).flatMap((name) => editsOf(old(name), wanted[name], [...path, name])),
  ];
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return asSchema(value) === value;
}

/** A path with its keys as YAML reads them: that of `1: low` is a number. */
function asRead(document: Document, path: Path): Path {
  return path.reduce<Path>((above, name) => {
    const key = keyAt(document, above, name);
    return [...above, key === undefined ? name : (key.value as string | number)]; // whatever it is: it is only compared
  }, []);
}

/** The key of a member of a map, by what is written or read. */
function keyAt(document: Document, path: Path, name: string | number = ''): Scalar | undefined {
  const parent = document.getIn(path, true);
  const keys = isMap(parent) ? parent.items.map(({ key }) => key).filter((key) => isScalar(key)) : [];
  return keys.find(({ source, value }) => (source ?? String(value)) === String(name));
}

function isInBrackets(document: Document, path: Path): boolean {
  const parent = document.getIn(path.slice(0, -1), true);
  return isCollection(parent) && parent.flow === true;
}

/** As the family writes. */
const STYLE = { lineWidth: 0, singleQuote: true } as const;

/** Sets a value. An empty collection, which was written as `{}`, gets lines of its own. */
function setIn(document: Document, path: Path, value: unknown): void {
  const parent = document.getIn(path.slice(0, -1), true);
  if (isCollection(parent) && parent.items.length === 0) parent.flow = false;
  document.setIn(path, document.createNode(value));
}

/** Another value for a collection, in brackets or on lines as before. */
function replaced(text: string, node: Collection, value: unknown): Part | undefined {
  if (!node.range) return undefined;
  const [from, to] = node.range;
  if (node.flow === true) return { from, to, text: inBrackets(value, text[from + 1] === ' ') };
  const start = startOf(text, node, node.items[0]);
  return { from: start, to: endOf(text, node), text: onLines(value, columnOf(text, start)).trimStart() };
}

/** A member more or less in the collection that has it. */
function within({ text, document }: ReadText, path: Path, value: unknown): Part | undefined {
  const [outer, name = ''] = [path.slice(0, -1), path.at(-1)];
  const parent = outer.length === 0 ? document.contents : document.getIn(outer, true);
  if (!isCollection(parent))
    return outer.length === 0 ? undefined : within({ text, document }, outer, { [name]: value });
  if (value === undefined) return withoutMember({ text, document }, parent, name);
  const added = isSeq(parent) ? [value] : { [name]: value };
  if (parent.items.length === 0) return firstMember(text, parent, added);
  if (parent.flow === true) {
    const changed = parent.clone() as Collection;
    changed.set(isSeq(parent) ? parent.items.length : name, value);
    return replaced(text, parent, changed.toJS(document));
  }
  const at = endOf(text, parent);
  const lines = onLines(added, columnOf(text, startOf(text, parent, parent.items[0])));
  return { from: at, to: at, text: text[at - 1] === '\n' ? lines : `\n${lines}` };
}

/** What was empty gets lines of its own, behind its key and the comment there, or behind its dash. */
function firstMember(text: string, { range }: Collection, added: object): Part | undefined {
  if (!range) return undefined;
  const [from, to] = range;
  const column = columnOf(text, from);
  if (/^[ -]*- $/.test(text.slice(from - column, from))) return { from, to, text: onLines(added, column).trim() };
  const comment = /^[^\n]*/.exec(text.slice(to))?.[0] ?? '';
  const lines = onLines(added, keyColumn(text, from) + 2).trimEnd();
  return {
    from: text.slice(0, from).trimEnd().length,
    to: to + comment.length,
    text: `${comment.trimEnd()}\n${lines}`,
  };
}

/** Comments above a member stay: they may speak of all that follow. */
function withoutMember({ text, document }: ReadText, parent: Collection, name: string | number): Part | undefined {
  const index = isMap(parent) ? parent.items.findIndex(({ key }) => isScalar(key) && key.value === name) : Number(name);
  const [item, next] = [parent.items[index], parent.items[index + 1]];
  if (parent.flow === true) {
    const changed = parent.clone() as Collection;
    changed.delete(name);
    return replaced(text, parent, changed.toJS(document));
  }
  const from = startOf(text, parent, item);
  if (parent.items.length === 1) {
    const start = text.slice(0, from).trimEnd().length;
    return { from: start, to: endOf(text, parent) - 1, text: isMap(parent) ? ' {}' : ' []' };
  }
  const line = from - columnOf(text, from);
  if (text.slice(line, from).trim() === '') return { from: line, to: endOf(text, item), text: '' };
  // The first member of an entry stands behind its dash, where the next one follows.
  return { from, to: startOf(text, parent, next), text: '' };
}

/** Where a member begins: its key, or its dash. */
function startOf(text: string, parent: Collection, item: unknown): number {
  const node = isPair(item) ? item.key : item;
  const start = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  return isSeq(parent) ? text.lastIndexOf('-', start - 1) : start;
}

/** The end of the last line of a member or a collection. */
function endOf(text: string, item: unknown): number {
  if (isPair(item)) return endOf(text, item.value ?? item.key);
  if (isCollection(item) && item.flow !== true && item.items.length > 0) return endOf(text, item.items.at(-1));
  const end = isNode(item) ? (item.range?.[1] ?? 0) : 0;
  const at = text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end);
  return at === -1 ? text.length : at + 1;
}

function inBrackets(value: unknown, isPadded: boolean): string {
  const options = { ...STYLE, collectionStyle: 'flow', flowCollectionPadding: isPadded } as const;
  if (!Array.isArray(value)) return stringify(value, options).trimEnd();
  const entries = value.map((each) => stringify(each, options).trimEnd()).join(', ');
  return isPadded ? `[ ${entries} ]` : `[${entries}]`;
}

function onLines(value: unknown, column: number): string {
  return stringify(value, STYLE).replace(/^(?=[^\n])/gm, ' '.repeat(column));
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}

interface NewScalar {
  readonly value: unknown;
  readonly isInBrackets: boolean;
}

function withScalar(text: string, [from, to]: Range, { value, isInBrackets: isFlow }: NewScalar): string {
  const isLong = typeof value === 'string' && value.includes('\n');
  const inFlow = () => (isLong ? JSON.stringify(value) : inBrackets(value, false));
  const written = isFlow ? inFlow() : writeScalar(value, keyColumn(text, from));
  const [before, behind] = [text.slice(0, from), text.slice(to)];
  // A block ends with a line of its own; where it becomes a value on one line, that ends there.
  if (written.includes('\n')) return `${before}${written}\n${behind.replace(/^[ \t]*\n/, '')}`;
  return before + written + (text.slice(from, to).endsWith('\n') ? '\n' : '') + behind;
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
