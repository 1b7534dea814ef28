/** A command of a shell script. */
export interface ShellCommand {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly text: string;
  readonly words: readonly string[];
  /** The beginning of what is not understood, such as a variable; undefined if all of it is. */
  readonly unclear: string | undefined;
}

/** No text of a request has such a line: its quote was not the beginning of a text, as in a here-document. */
const NOT_A_COMMAND = String.raw`(?!\n\s*curl\b)`;

/**
 * What a command consists of, in the order in which it is looked for. Two quotes side by side within a text are not understood: for PowerShell and
 * programs of Windows they are a quote in the text, for a POSIX shell they are not.
 */
const PIECE = new RegExp(
  [
    String.raw`(?<joined>\\\r?\n)`,
    String.raw`'(?<single>(?:${NOT_A_COMMAND}[^'])*)'(?!')`,
    String.raw`\$'(?<ansi>(?:[^'\\]|\\.)*)'`,
    String.raw`\$?"(?<double>(?:${NOT_A_COMMAND}[^"\\]|\\.)*)"(?!")`,
    String.raw`\\(?<escaped>.)`,
    String.raw`(?<space>[^\S\n]+(?:#[^\n]*)?|(?:&|\d+)?[<>]+(?:&\d|[^\S\n]*[^\s;&|]+))`,
    String.raw`(?<end>(?:[\n;|&]\s*)+(?:#[^\n]*\s*)*)`,
    String.raw`(?<plain>[^\s'"\\;&|<>$${'`'}^]+|\$(?![\w{(@*#?!-]))`,
    String.raw`(?<unclear>'(?:${NOT_A_COMMAND}[^'])*'|"(?:${NOT_A_COMMAND}[^"\\]|\\.)*"|.)`,
  ].join('|'),
  'gsy',
);
/** What a shell replaces within double quotes. */
const REPLACED = /(?<!\\)(?:\\\\)*(?:\$[\w{(@*#?!-]|`)/;
/** Characters that are shown of what is not understood. */
const SHOWN = 20;

/** The commands of a script for a POSIX shell or bash, or for the command prompt of Windows. No variable is replaced. */
export function readCommands(script: string): readonly ShellCommand[] {
  const text = `\n${isForWindows(script) ? asPosix(script) : script}\n`;
  const commands: ShellCommand[] = [];
  let begin = 0;
  let words = new Words();
  for (const piece of text.matchAll(PIECE)) {
    if (piece.groups?.end === undefined) {
      words.add(piece);
      continue;
    }
    const line = text.slice(0, begin).split('\n').length - 1;
    const read = words.finish();
    if (read.words.length > 0) commands.push({ line, text: text.slice(begin, piece.index), ...read });
    begin = piece.index + piece[0].length;
    words = new Words();
  }
  return commands;
}

/** The words of one command. */
class Words {
  readonly #words: string[] = [];
  #word: string | undefined;
  #unclear: string | undefined;

  add(piece: RegExpMatchArray): void {
    const { joined, space } = piece.groups ?? {};
    if (space !== undefined) this.#endWord();
    else if (joined === undefined) this.#word = (this.#word ?? '') + this.#unquote(piece);
  }

  #unquote(piece: RegExpMatchArray): string {
    const { single, ansi, double = '', escaped, unclear } = piece.groups ?? {};
    if (unclear !== undefined || REPLACED.test(double)) this.#unclear ??= showBeginning(piece);
    if (ansi !== undefined) return withoutEscapes(ansi);
    if (/^\$?"/.test(piece[0])) return double.replace(/\\\n/g, '').replace(/\\(["\\$`])/g, '$1');
    return single ?? escaped ?? piece[0];
  }

  finish(): Pick<ShellCommand, 'words' | 'unclear'> {
    this.#endWord();
    return { words: this.#words, unclear: this.#unclear };
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }
}

/** The text from there to the end of its line, shortened. */
function showBeginning({ index = 0, input = '' }: RegExpMatchArray): string | undefined {
  return input.slice(index, index + SHOWN).split('\n')[0];
}

const NAMED = new Map(Object.entries({ a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }));

/** The text of `$'…'`. Bytes are those of UTF-8. */
function withoutEscapes(ansi: string): string {
  return ansi.replace(/(?:\\x[\dA-Fa-f]{1,2}|\\[0-7]{1,3})+|\\(?:u[\dA-Fa-f]{1,4}|U[\dA-Fa-f]{1,8}|.)/gs, (piece) => {
    if (/^\\[uU]./.test(piece)) return String.fromCodePoint(Number.parseInt(piece.slice(2), 16) % 0x11_00_00);
    if (!/^\\(?:x.|\d)/.test(piece)) return NAMED.get(piece.slice(1)) ?? piece.slice(1);
    const bytes = piece.split('\\').slice(1);
    return Buffer.from(bytes.map((byte) => Number(byte.startsWith('x') ? `0${byte}` : `0o${byte}`))).toString();
  });
}

/** Whether the command prompt of Windows reads it: a `^` ends a line or stands before a quote. */
function isForWindows(script: string): boolean {
  return /(?:\s|=)\^"|\^\s*\n/.test(script.replace(/'[^']*'/g, ''));
}

/** Before a character that ends a command elsewhere. */
const LITERAL = '\0';
/** A line that goes on, so that the lines after it keep their numbers. */
const JOINED = '\\\n';

/** The same commands for a POSIX shell: first `^` loses its meaning, then quotes are read as programs of Windows read them. */
function asPosix(script: string): string {
  const plain = script.replace(/"[^"\n]*"?|\^\r?\n(\r?\n)?|\^(.)/g, (piece, line?: string, character?: string) =>
    piece.startsWith('"')
      ? piece
      : (character?.replace(/[&|<>]/, `${LITERAL}$&`) ?? (line === undefined ? JOINED : '\n')),
  );
  const quoted = plain.replace(/"((?:[^"\\]|\\.|"")*)"/gs, (_, inner: string) => {
    const text = inner
      .replaceAll(JOINED, '')
      .replaceAll(LITERAL, '')
      .replace(/(\\*)(""?)|\\+$/g, (run: string, _slashes, quote: string | undefined = '') => {
        const slashes = '\\'.repeat((run.length - quote.length) / 2);
        return quote === '' ? slashes : `${slashes}"`;
      });
    return `'${text.replaceAll(`'`, String.raw`'\''`)}'`;
  });
  return quoted.replaceAll(LITERAL, '\\');
}
