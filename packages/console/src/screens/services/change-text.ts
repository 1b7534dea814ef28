import { diffArrays } from 'diff';
import { isCollection, isMap, isNode, isPair, isScalar, isSeq, parseDocument, type Document, type Scalar } from 'yaml';

import { asSchema, type Path } from '../../components/schema.js';

/** The values of a definition; undefined while it cannot be parsed. */
export function toValues(text: string): { readonly values: unknown } | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  return document.contents === null || isMap(document.contents) ? { values: document.toJS() } : undefined;
}

/** Where a member begins in a text, or what it would be in. */
export function findStart(text: string, path: Path): number {
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

/** Another value at a path, undefined takes it away; or another name for the key there, whose place and comments stay. */
export type Edit = readonly [path: Path, value: unknown] | { readonly path: Path; readonly name: string };

/**
 * A definition with several edits, in one step. Only the lines of what changes are rewritten: comments, order, quotes and brackets of all
 * else stay.
 */
export function editText(text: string, edits: readonly Edit[]): string {
  return edits.reduce(change, text);
}

/** Where lines cannot be changed alone, for example because of aliases, the document is written as a whole. */
function change(text: string, edit: Edit): string {
  const document = parseDocument(text);
  const path = asRead(document, 'name' in edit ? edit.path : edit[0]);
  const style = detectStyle(text, document, path);
  const before = document.toString(style);
  if ('name' in edit) renameKey(document, path, edit.name);
  else if (edit[1] === undefined) remove(document, path);
  else set(document, path, edit[1]);
  const after = document.toString(style);
  const wanted = JSON.stringify(document.toJS());
  const isRight = (next: string) => JSON.stringify(toValues(next)?.values) === wanted;
  return [changeLines(text, before, after), after].find(isRight) ?? document.toString({ lineWidth: 0 });
}

/** As the family writes, with the indentation of the text, and spaces in brackets as where the path leads. */
function detectStyle(text: string, document: Document, path: Path) {
  const [, first = '  '] = /^\S.*:\n( +)\S/m.exec(text) ?? [];
  const layout = { indent: first.length, indentSeq: !/^( *)\S.*:\n\1- /m.test(text) };
  const way = path.map((_, index) => document.getIn(path.slice(0, index + 1), true));
  const bracket = way.find((node) => isCollection(node) && node.flow === true && node.items.length > 0);
  const flowCollectionPadding = isNode(bracket) && text[(bracket.range?.[0] ?? 0) + 1] === ' ';
  return { lineWidth: 0, singleQuote: true, ...layout, flowCollectionPadding } as const;
}

function renameKey(document: Document, path: Path, name: string): void {
  const key = keyAt(document, path.slice(0, -1), path.at(-1));
  if (key !== undefined) Object.assign(key, { value: name, type: 'PLAIN' });
}

/** Comments and empty lines above a member stay: they may belong to all that follow. */
function remove(document: Document, path: Path): void {
  const [parent, name] = [document.getIn(path.slice(0, -1), true), path.at(-1)];
  if (!isCollection(parent)) return;
  const index = isMap(parent) ? parent.items.findIndex(({ key }) => isScalar(key) && key.value === name) : Number(name);
  const [gone, next] = [index, index + 1].map((place) => firstNode(parent.items[place]));
  if (next !== undefined) {
    next.commentBefore = merged(gone?.commentBefore, next.commentBefore);
    next.spaceBefore ||= gone?.spaceBefore === true;
  } else parent.comment = merged(gone?.commentBefore, parent.comment);
  document.deleteIn(path);
}

function firstNode(item: unknown) {
  const node = isPair(item) ? item.key : item;
  return isNode(node) ? node : undefined;
}

function merged(...comments: readonly (string | null | undefined)[]): string | null {
  const texts = comments.filter((each) => typeof each === 'string');
  return texts.length === 0 ? null : texts.join('\n');
}

/** Sets a value in the form of the one before. An empty collection, which was written as `{}`, gets lines of its own. */
function set(document: Document, path: Path, value: unknown): void {
  const [node, made] = [document.getIn(path, true), document.createNode(value)];
  const parent = path.map((_, depth) => document.getIn(path.slice(0, depth), true)).findLast(isCollection);
  if (isScalar(node) && isScalar(made)) {
    const isInBrackets = parent?.flow === true;
    node.value = value;
    // The library writes blocks that begin with a space for an indentation of two only.
    const isBlock = !isInBrackets && !/^\s/.test(String(value));
    const isLong = typeof value === 'string' && value.includes('\n');
    node.type = isLong ? (isBlock ? 'BLOCK_LITERAL' : 'QUOTE_DOUBLE') : 'PLAIN';
  } else if (isMap(node) && isMap(made)) node.items = made.items;
  else if (isSeq(node) && isSeq(made)) node.items = made.items;
  else {
    if (parent?.items.length === 0) {
      parent.flow = false;
      [parent.commentBefore, parent.comment] = [parent.comment ?? null, null];
    }
    document.setIn(path, made);
  }
}

/** A text with the lines in which `after` differs from `before`, its standard form. All others stay as they are written. */
function changeLines(text: string, before: string, after: string): string {
  const [first = [], ...origins] = alignLines(text.split('\n'), before.split('\n'));
  let at = 0;
  const lines = diffArrays(before.split('\n'), after.split('\n')).flatMap(({ added, removed, count, value }) => {
    if (added) return value;
    const kept = origins.slice(at, (at += count)).flat();
    return removed ? [] : kept;
  });
  return [...first, ...lines].join('\n');
}

/** What stands in a text before the first line of its standard form, and for each line of that. */
function alignLines(written: string[], standard: string[]): readonly (readonly string[])[] {
  const origins: string[][] = [[]];
  let [at, left]: [number, string[]] = [0, []];
  for (const { added, removed, count } of diffArrays(written, standard, { comparator: isAlike })) {
    const lines = added ? left : written.slice(at, (at += count));
    // Lines that were written otherwise stand for the first one that took their place, or belong to the line before.
    if (!added) origins.at(-1)?.push(...left);
    left = removed ? lines : [];
    if (added) origins.push(lines, ...Array.from({ length: count - 1 }, () => []));
    else if (!removed) origins.push(...lines.map((line) => [line]));
  }
  origins.at(-1)?.push(...left);
  return origins;
}

/** Whether two lines differ in nothing but spaces and quotes. */
function isAlike(one: string, other: string): boolean {
  return one.replace(/[\s'"]/g, '') === other.replace(/[\s'"]/g, '');
}

/** Gives a definition another map of texts and maps at a path. Members that stay are not rewritten, and a renamed one keeps its place. */
export function putMembers(text: string, path: Path, wanted: Readonly<Record<string, unknown>>): string {
  // All scalars are texts then, as mappings have them.
  const node = parseDocument(text, { schema: 'failsafe' }).getIn(path, true);
  return editText(text, listEdits(isMap(node) ? node.toJSON() : undefined, wanted, path));
}

function listEdits(before: unknown, wanted: unknown, path: Path): readonly Edit[] {
  if (JSON.stringify(before) === JSON.stringify(wanted)) return [];
  if (!isMembers(before) || !isMembers(wanted)) return [[path, wanted]];
  const gone = Object.keys(before).filter((name) => wanted[name] === undefined);
  const added = Object.keys(wanted).filter((name) => wanted[name] !== undefined && before[name] === undefined);
  const renamed = added.slice(0, gone.length);
  const old = (name: string) => before[gone[renamed.indexOf(name)] ?? name];
  return [
    ...renamed.map((name, index) => ({ path: [...path, gone[index] ?? ''], name })),
    ...gone.slice(renamed.length).map((name) => [[...path, name], undefined] as const),
    ...Object.keys(wanted).flatMap((name) => listEdits(old(name), wanted[name], [...path, name])),
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
