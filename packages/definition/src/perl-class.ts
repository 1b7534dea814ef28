import { translateEscape } from './perl-escape.js';

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

/** Translates the bracketed class at the start of `rest`; whitespace in it counts, also under flag x. */
export function translateClass(rest: string): { length: number; output: string } {
  const open = rest.startsWith('[^') ? '[^' : '[';
  let position = open.length;
  let output = open;
  // A closing bracket in the first place is a member of the class.
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
