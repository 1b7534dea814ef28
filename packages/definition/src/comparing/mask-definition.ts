import { isSecretName, MASK } from '@ticketgate/sdk';
import { isAlias, isMap, isScalar, isSeq, type Document, type Pair, type Scalar } from 'yaml';

import { readYaml, type YamlPath } from '../yaml/yaml-source.js';

/** The text without its secrets, for places that keep or show it beyond its service. What cannot be read is not shown at all. */
export function maskDefinition(text: string): string {
  const secrets = findSecrets(text);
  if (secrets === undefined) return MASK;
  return replaceAll(
    text,
    secrets.map(({ range }) => ({ range, written: `'${MASK}'` })),
  );
}

/** A text that `maskDefinition` made, and somebody may have changed since, with its secrets. */
export interface Completed {
  readonly text: string;
  /** Where a mask stands for nothing that is known. */
  readonly missing: readonly YamlPath[];
}

/** Puts the secrets of the first of `known` that has them back where `masked` has masks. */
export function completeDefinition(masked: string, known: readonly string[]): Completed {
  const masks = masked.includes(MASK) ? (findSecrets(masked)?.filter(isMasked) ?? []) : [];
  if (masks.length === 0) return { text: masked, missing: [] };
  const secrets = [...known]
    .reverse()
    .flatMap((text) => findSecrets(text)?.filter((secret) => !isMasked(secret)) ?? []);
  const values = new Map(secrets.map(({ path, value }) => [JSON.stringify(path), value]));
  const valueOf = ({ path }: Secret) => values.get(JSON.stringify(path));
  const edits = masks.flatMap((mask) => {
    const value = valueOf(mask);
    // JSON is YAML, too.
    return value === undefined ? [] : [{ range: mask.range, written: JSON.stringify(value) }];
  });
  const missing = masks.filter((mask) => valueOf(mask) === undefined).map(({ path }) => path);
  return { text: replaceAll(masked, edits), missing };
}

interface Secret {
  readonly path: YamlPath;
  readonly value: string;
  /** Of the value in the text. */
  readonly range: Range;
}

function isMasked({ value }: Secret): boolean {
  return value === MASK;
}

type Range = readonly [begin: number, end: number];

/** What mappings have beside such a key is the name of another key. */
const MAPPING = /^Mapping(?:In|Out)bound$/;

/** Also of a text with mistakes; undefined for one that cannot be read. */
function findSecrets(text: string): readonly Secret[] | undefined {
  if (text.trim() === '') return [];
  const { documents } = readYaml(text, 'definition', 'family');
  if (documents.length === 0) return undefined;
  const found: Secret[] = [];
  const areRead = documents.map((document) => collect(document.contents, [], { document, found }));
  return areRead.every(Boolean) ? found : undefined;
}

/** Maps and lists within each other; no definition comes near. */
const DEEPEST = 100;

interface Search {
  readonly document: Document;
  readonly found: Secret[];
}

/** False where it is too deep. */
function collect(node: unknown, path: YamlPath, search: Search): boolean {
  if (path.length > DEEPEST) return false;
  if (isSeq(node)) return node.items.every((item, place) => collect(item, [...path, place], search));
  return !isMap(node) || node.items.every((pair) => collectMember(pair, path, search));
}

function collectMember({ key, value }: Pair, path: YamlPath, search: Search): boolean {
  const name = isScalar(key) ? String(key.value) : '';
  const inner = isAlias(value) ? value.resolve(search.document) : value;
  if (isSecretName(name) && isScalar(inner)) add(inner, [...path, name], search);
  else if (!MAPPING.test(name)) return collect(value, [...path, name], search);
  return true;
}

function add({ value, range }: Scalar, path: YamlPath, { found }: Search): void {
  const [begin, end] = range ?? [];
  if (typeof value === 'string' && value !== '' && begin !== undefined && end !== undefined)
    found.push({ path, value, range: [begin, end] });
}

interface Edit {
  readonly range: Range;
  readonly written: string;
}

/** The rest stays as it is, to the byte. */
function replaceAll(text: string, edits: readonly Edit[]): string {
  // An alias stands where its anchor does; of two edits of one place, the first one counts.
  const places = new Map([...edits].reverse().map((edit) => [edit.range[0], edit]));
  let [replaced, from] = ['', 0];
  for (const { range, written } of [...places.values()].sort((a, b) => a.range[0] - b.range[0])) {
    const [begin, end] = range;
    // A text of several lines ends with one.
    replaced += text.slice(from, begin) + written + (text.slice(begin, end).endsWith('\n') ? '\n' : '');
    from = end;
  }
  return replaced + text.slice(from);
}
