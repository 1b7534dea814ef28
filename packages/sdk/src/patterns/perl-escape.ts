const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';
const HORIZONTAL_SPACE = ' \\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
const LINE_END = '\\n\\x0b\\f\\r\\x85\\u2028\\u2029';
const SPACE = `${HORIZONTAL_SPACE}${LINE_END}`;

/** Sets of characters by letter, written as in a class; the capital letter is the complement. */
const SETS: Readonly<Record<string, string>> = { d: '\\p{Nd}', w: WORD, s: SPACE, h: HORIZONTAL_SPACE, v: LINE_END };

const OUTSIDE: Readonly<Record<string, string>> = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  Z: '(?=\\n?(?![\\s\\S]))',
  b: `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
  B: `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
  N: '[^\\n]',
  R: `(?:\\r\\n|[${LINE_END}])`,
};

const CHARACTERS: Readonly<Record<string, string>> = { t: '\\t', n: '\\n', r: '\\r', f: '\\f', e: '\\x1b', a: '\\x07' };

/** What follows a backslash in forms longer than one letter; the first group is what JavaScript needs. */
const LONG_FORMS: readonly { readonly form: RegExp; readonly write: (part: string) => string }[] = [
  { form: /^\\x\{([0-9A-Fa-f]{1,6})\}/, write: (digits) => `\\u{${digits}}` },
  { form: /^\\x([0-9A-Fa-f]{0,2})/, write: (digits) => `\\x${digits.padStart(2, '0')}` },
  { form: /^\\(p\{\^?[\w=]+\}|P\{[\w=]+\})/, write: (property) => `\\${property.replace('p{^', 'P{')}` },
  { form: /^\\([pP][A-Z])/, write: (property) => `\\${property.slice(0, 1)}{${property.slice(1)}}` },
  { form: /^\\0([0-7]{0,2})/, write: (digits) => `\\u{${parseInt(`0${digits}`, 8).toString(16)}}` },
];

const REFERENCES: readonly { readonly form: RegExp; readonly write: (part: string) => string }[] = [
  { form: /^\\k(?:<(\w+)>|\{(\w+)\}|'(\w+)')/, write: (name) => `\\k<${name}>` },
  { form: /^\\g\{?([1-9]\d*)\}?/, write: (number) => `(?:\\${number})` },
  { form: /^\\([1-9]\d*)/, write: (number) => `(?:\\${number})` },
  { form: /^\\Q([\s\S]*?)(?:\\E|$)/, write: (text) => text.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&') },
];

/** Translates the escape at the start of `rest`. Throws if JavaScript has no equivalent. */
export function translateEscape(rest: string, place: 'outside' | 'class'): { length: number; output: string } {
  for (const { form, write } of place === 'class' ? LONG_FORMS : [...LONG_FORMS, ...REFERENCES]) {
    const match = form.exec(rest);
    if (match) return { length: match[0].length, output: write(match[1] ?? match[2] ?? match[3] ?? '') };
  }
  const letter = String.fromCodePoint(rest.codePointAt(1) ?? 92);
  return { length: rest.length === 1 ? 1 : 1 + letter.length, output: translateLetter(letter, place) };
}

function translateLetter(letter: string, place: 'outside' | 'class'): string {
  const assertions = place === 'outside' ? OUTSIDE : { b: '\\x08' };
  const known = CHARACTERS[letter] ?? translateSet(letter, place) ?? assertions[letter];
  if (known !== undefined) return known;
  if (/[A-Za-z0-9]/.test(letter)) throw new Error(`JavaScript has nothing like "\\${letter}"`);
  const isSign = /[\^$\\.*+?()[\]{}|/-]/.test(letter) && (letter !== '-' || place === 'class');
  return isSign ? `\\${letter}` : letter;
}

function translateSet(letter: string, place: 'outside' | 'class'): string | undefined {
  const set = SETS[letter];
  if (set !== undefined) return place === 'class' ? set : `[${set}]`;
  const complement = SETS[letter.toLowerCase()];
  if (complement === undefined) return undefined;
  return place === 'class' ? complementInClass(letter, complement) : `[^${complement}]`;
}

/** Inside a class, only a single property can be negated. */
function complementInClass(letter: string, set: string): string {
  if (letter === 'D') return set.replace('\\p', '\\P');
  if (letter === 'S' || letter === 'W') return `\\${letter}`;
  throw new Error(`JavaScript has nothing like "\\${letter}" inside [...]`);
}

const POSIX: Readonly<Record<string, string>> = {
  alpha: '\\p{Alphabetic}',
  digit: '\\p{Nd}',
  alnum: '\\p{Alphabetic}\\p{Nd}',
  upper: '\\p{Uppercase}',
  lower: '\\p{Lowercase}',
  punct: '\\p{P}$+<=>^`|~',
  space: '\\s',
  blank: ' \\t',
  cntrl: '\\p{Cc}',
  xdigit: '0-9A-Fa-f',
  word: '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}',
  ascii: '\\x00-\\x7f',
};

/** Translates the class in brackets at the start of `rest`; white space in it counts, even under flag x. */
export function translateClass(rest: string): { length: number; output: string } {
  const open = rest.startsWith('[^') ? '[^' : '[';
  let position = open.length;
  let output = open;
  // A closing bracket at the beginning is a member of the class.
  if (rest.startsWith(']', position)) {
    output += '\\]';
    position += 1;
  }
  while (!rest.startsWith(']', position)) {
    if (position >= rest.length) throw new Error('a "[" is never closed');
    const member = translateMember(rest.slice(position));
    position += member.length;
    output += member.output;
  }
  return { length: position + 1, output: `${output}]` };
}

function translateMember(rest: string): { length: number; output: string } {
  if (rest.startsWith('\\')) return translateEscape(rest, 'class');
  const posix = /^\[:(\^?)(\w+):\]/.exec(rest);
  if (posix) {
    const set = POSIX[posix[2] ?? ''];
    if (set === undefined || posix[1] === '^') throw new Error(`JavaScript has nothing like "${posix[0]}"`);
    return { length: posix[0].length, output: set };
  }
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return { length: character.length, output: character === '[' || character === '/' ? `\\${character}` : character };
}
