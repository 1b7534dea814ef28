import { MASK, isSecretName, maskTokens } from '@ticketgate/sdk';
import { isAlias, isMap, isNode, isScalar, isSeq, type Document, type Node, type Pair, Lexer } from 'yaml';

import { keyText, rangeAt, type Range } from '../yaml/source-range.js';
import { readYaml, type YamlPath, type YamlSource } from '../yaml/yaml-source.js';
import { DEEPEST, hideSecrets, textsIn, TooDeep, addressSecretsIn, isSecretPath } from './hide-secrets.js';
import { declareDiagnostics, placeFinding, type Diagnostic } from '../check/diagnostic.js';

/** A secret in a definition, or a text that contains one. */
export interface Secret {
  readonly path: YamlPath;
  /** Plain data. */
  readonly value: unknown;
  readonly shown: string;
  /** The secrets behind each `MASK` in `shown`, in order. */
  readonly pieces: readonly string[];
  /** The position of the value in the text. */
  readonly range: Range;
  /** Whether it is a map or list with a line for each member. */
  readonly isBlock: boolean;
}

interface Found extends Pick<Secret, 'path' | 'value'> {
  readonly node: Node;
}

interface Search {
  readonly document: Document;
  /** The values below secret keys. */
  readonly hidden: Found[];
  /** All other texts. */
  readonly open: (Found & { readonly value: string })[];
}

/** No real definition has this many secrets, and searching for them would take too long. */
const MOST = 200;

/** Also reads a text with mistakes; undefined if it cannot be read or searched. */
export function findSecrets(text: string): readonly Secret[] | undefined {
  const searches = searchSource(readYaml(text, 'definition', 'family'));
  if (searches === undefined) return undefined;
  const [hidden, open] = [searches.flatMap((each) => each.hidden), searches.flatMap((each) => each.open)];
  const values = collectValues(searches);
  if (values.size > MOST) return undefined;
  const all = open.map(({ value }) => value).join('\n');
  const hide = hideSecrets(new Set([MASK, ...values].filter((value) => all.includes(value))));
  return [
    ...hidden.map((each) => toSecret(each, { shown: MASK, pieces: textsIn(each.value) })),
    ...open.map((each) => toSecret(each, hide(each.value))).filter(({ pieces }) => pieces.length > 0),
  ];
}

/** All secrets of a definition, to be hidden wherever they occur; undefined if some cannot be found. */
export function findSecretValues(source: YamlSource): ReadonlySet<string> | undefined {
  const searches = searchSource(source);
  const values = searches === undefined ? undefined : collectValues(searches);
  return values === undefined || values.size > MOST ? undefined : values;
}

function collectValues(searches: readonly Search[]): ReadonlySet<string> {
  const hidden = searches.flatMap((search) => search.hidden.flatMap(({ value }) => textsIn(value)));
  const open = searches.flatMap((search) => search.open.map(({ value }) => value));
  return new Set([...hidden, ...[...hidden, ...open].flatMap(addressSecretsIn)]);
}

function toSecret({ path, value, node }: Found, hidden: Pick<Secret, 'shown' | 'pieces'>): Secret {
  const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;
  return { path, value, ...hidden, range: rangeAt(node) ?? [0, 0], isBlock };
}

function searchSource({ text, documents }: YamlSource): readonly Search[] | undefined {
  if (text.trim() === '') return [];
  if (documents.length === 0) return undefined;
  try {
    const searches = documents.map((document): Search => ({ document, hidden: [], open: [] }));
    for (const search of searches) scan(search.document.contents, [], search);
    return searches;
  } catch (error) {
    // An alias may lack its anchor, or expand to more data than fits in memory.
    if (error instanceof TooDeep || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

function scan(node: unknown, path: YamlPath, search: Search): void {
  if (path.length > DEEPEST) throw new TooDeep();
  if (isScalar(node) && typeof node.value === 'string') search.open.push({ path, value: node.value, node });
  if (isSeq(node)) for (const [place, item] of node.items.entries()) scan(item, [...path, place], search);
  if (isMap(node)) for (const pair of node.items) collectMember(pair, path, search);
}

function collectMember({ key, value }: Pair, path: YamlPath, search: Search): void {
  const inner = [...path, keyText(key)];
  if (!isSecretPath(inner)) {
    scan(value, inner, search);
    return;
  }
  const node = isAlias(value) ? value.resolve(search.document) : value;
  if (!isNode(node)) return;
  const plain: unknown = node.toJS(search.document);
  if (textsIn(plain).length > 0) search.hidden.push({ path: inner, value: plain, node });
}

/** Marks that the lexer adds to the text: of a document, of an error, and of a scalar that follows. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f']);
/** A name followed by one word, at the end of a comment. */
const NAMED = /(?<![\w-])([\w-]+)["']?\s*[:=]\s*["']?([^\s"'<>{}[\]]+)["']?[,;]?\s*$/;
/** Characters of both. Longer comments are only searched from here to their end, so that the time stays proportional to the text. */
const LONGEST_NAMED = 160;

const { warning } = declareDiagnostics({
  'secret-in-comment': `This comment seems to have a secret, and comments are shown to everybody who sees the definition; remove it, and change the secret if it is a real one.`,
});

/** Warns of comments that may contain a secret: comments are never masked. */
export function reportCommentSecrets(source: YamlSource): readonly Diagnostic[] {
  const { text, file } = source;
  const comments = source.value === undefined || !text.includes('#') ? [] : findComments(text);
  if (comments.length === 0) return [];
  const hide = hideSecrets(new Set([...(findSecretValues(source) ?? [])].filter((value) => text.includes(value))));
  return comments.flatMap(([begin, end]) => {
    const comment = text.slice(begin + 1, end);
    if (!looksSecret(comment) && hide(comment).pieces.length === 0) return [];
    return [placeFinding(warning('secret-in-comment', { path: [] }), { file, ...source.locate([begin, end]) })];
  });
}

function looksSecret(comment: string): boolean {
  const [, name = '', value] = NAMED.exec(comment.slice(-LONGEST_NAMED)) ?? [];
  return (
    (isSecretName(name) && value !== MASK) || maskTokens(comment) !== comment || addressSecretsIn(comment).length > 0
  );
}

function findComments(text: string): readonly Range[] {
  const comments: Range[] = [];
  let [offset, before] = [0, ''];
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('#') && before !== '\u001f') comments.push([offset, offset + lexeme.length]);
    if (!MARKS.has(lexeme)) offset += lexeme.length;
    before = lexeme;
  }
  return comments;
}
