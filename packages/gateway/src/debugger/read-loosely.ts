/** The letters and digits of a text, in lower case, and where each of them came from. */
export interface LooseText {
  readonly letters: string;
  /** Per letter: where what it was written as ends. */
  readonly ends: readonly number[];
}

/**
 * Reads a text as any decoder might: `%50`, `%2550`, `\u0050`, `\x50` and `&#80;` are the letter P, and what stands between
 * letters is left out. So a name is found however it is written.
 */
export function readLoosely(text: string): LooseText {
  return collect(text, (at) => decodeAt(text, at));
}

/** The same without reading escapes: a letter that looks like part of one is not lost. */
export function readLetters(text: string): LooseText {
  return collect(text, (at) => ({ character: text.charAt(at), end: at + 1 }));
}

/** Some characters of a text from `start` on, with escapes read. */
export function decodeStart(text: string, start: number, count: number): string {
  let decodedText = '';
  let at = start;
  for (let read = 0; read < count && at < text.length; read += 1) {
    const { character, end } = decodeAt(text, at);
    decodedText += character;
    at = end;
  }
  return decodedText;
}

interface Decoded {
  readonly character: string;
  readonly end: number;
}

function collect(text: string, read: (at: number) => Decoded): LooseText {
  const letters: string[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length;) {
    const { character, end } = read(at);
    for (const letter of lettersOf(character)) {
      letters.push(letter);
      ends.push(end);
    }
    at = end;
  }
  return { letters: letters.join(''), ends };
}

/** Sticky, so that they look at one place. Behind a backslash: */
const BEHIND_BACKSLASH = [/u([0-9a-f]{4})/iy, /x([0-9a-f]{2})/iy];
const PERCENT = /%(?:25)*([0-9a-f]{2})/iy;
const HEXADECIMAL = /&#x([0-9a-f]{1,6});?/iy;
const DECIMAL = /&#([0-9]{1,7});?/y;
/** What JSON and YAML write behind a backslash for characters that are not letters. */
const CONTROLS: ReadonlyMap<string, string> = new Map(Object.entries({ b: ' ', f: ' ', n: '\n', r: '\r', t: ' ' }));

function decodeAt(text: string, at: number): Decoded {
  const character = text.charAt(at);
  if (character === '\\') return behindBackslashes(text, at);
  if (character === '%') return codeAt(PERCENT, 16, { text, at }) ?? { character, end: at + 1 };
  if (character !== '&') return { character, end: at + 1 };
  const code = codeAt(HEXADECIMAL, 16, { text, at }) ?? codeAt(DECIMAL, 10, { text, at });
  return code ?? { character, end: at + 1 };
}

/** However many there are, each is looked at only once. */
function behindBackslashes(text: string, at: number): Decoded {
  let end = at;
  while (text.charAt(end) === '\\') end += 1;
  for (const escape of BEHIND_BACKSLASH) {
    const code = codeAt(escape, 16, { text, at: end });
    if (code !== undefined) return code;
  }
  const control = CONTROLS.get(text.charAt(end));
  return control === undefined ? { character: '\\', end } : { character: control, end: end + 1 };
}

function codeAt(pattern: RegExp, base: number, { text, at }: { text: string; at: number }): Decoded | undefined {
  const digits = matchAt(pattern, text, at);
  return digits === undefined ? undefined : decoded(Number.parseInt(digits, base), pattern.lastIndex);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : (match[1] ?? '');
}

const LAST_CODE_POINT = 0x10ffff;

function decoded(code: number, end: number): Decoded {
  return { character: code > LAST_CODE_POINT ? ' ' : String.fromCodePoint(code), end };
}

/** Usually one or none; other forms of Latin letters, such as full-width ones, count as them. */
function lettersOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 128) return /[0-9A-Za-z]/.test(character) ? character.toLowerCase() : '';
  return character
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '');
}
