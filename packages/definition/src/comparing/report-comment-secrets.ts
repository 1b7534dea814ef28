import { isSecretName, MASK, maskTokens } from '@ticketgate/sdk';
import { Lexer } from 'yaml';

import type { Diagnostic } from '../diagnostic.js';
import type { Range } from '../yaml/source-range.js';
import type { YamlSource } from '../yaml/yaml-source.js';
import { secretValuesOf } from './find-secrets.js';
import { hideSecrets, addressSecretsIn } from './hide-secrets.js';

/** Marks of the lexer, which the text does not have: of a document, of an error, and of a scalar that follows. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f']);
/** A name with one word behind it, at the end. */
const NAMED = /(?<![\w-])([\w-]+)["']?\s*[:=]\s*["']?([^\s"'<>{}[\]]+)["']?[,;]?\s*$/;
/** Characters of both: longer comments are looked at from here on, so that the time is in proportion to the text. */
const LONGEST_NAMED = 160;

const MESSAGE =
  'This comment seems to have a secret, and comments are shown to everybody who sees the definition; remove it, and change the secret if it is a real one.';

/** Warns of comments that may have a secret: those are hidden nowhere. */
export function reportCommentSecrets(source: CommentedText): readonly Diagnostic[] {
  const { text, value, file, locate: spot } = source;
  if (value === undefined || !text.includes('#')) return [];
  return findCommentSecrets(source).map((range) => ({
    file,
    ...spot(range),
    severity: 'warning',
    code: 'secret-in-comment',
    message: MESSAGE,
    path: [],
  }));
}

type CommentedText = Pick<YamlSource, 'text' | 'documents' | 'value' | 'file' | 'locate'>;

function findCommentSecrets(source: CommentedText): readonly Range[] {
  const { text } = source;
  const comments = commentsOf(text);
  if (comments.length === 0) return [];
  const hide = hideSecrets(new Set([...(secretValuesOf(source) ?? [])].filter((value) => text.includes(value))));
  return comments.filter(([begin, end]) => {
    const comment = text.slice(begin + 1, end);
    return looksSecret(comment) || hide(comment).pieces.length > 0;
  });
}

function looksSecret(comment: string): boolean {
  const [, name = '', value] = NAMED.exec(comment.slice(-LONGEST_NAMED)) ?? [];
  return (
    (isSecretName(name) && value !== MASK) || maskTokens(comment) !== comment || addressSecretsIn(comment).length > 0
  );
}

function commentsOf(text: string): readonly Range[] {
  const comments: Range[] = [];
  let [offset, before] = [0, ''];
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('#') && before !== '\u001f') comments.push([offset, offset + lexeme.length]);
    if (!MARKS.has(lexeme)) offset += lexeme.length;
    before = lexeme;
  }
  return comments;
}
