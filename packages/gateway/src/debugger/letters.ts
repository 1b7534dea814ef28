/** `\u0050`, `\x50`, `%50`, `%2550` and `&#80;` are the letter P; `\n` is none. Each run of backslashes is looked at once. */
const ESCAPE =
  /(?<!\\)\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|[bfnrt])|%(?:25)*([0-9a-f]{2})|&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi;

/** The text as any decoder might read it. */
export function decodeEscapes(text: string): string {
  return /[\\%&]/.test(text) ? text.replace(ESCAPE, decoded) : text;
}

function decoded(_escape: string, ...[unicode, byte, percent, hexadecimal, decimal]: (string | undefined)[]): string {
  const digits = unicode ?? byte ?? percent ?? hexadecimal;
  const code = digits === undefined ? Number(decimal ?? 32) : Number.parseInt(digits, 16);
  return code > 0x10ffff ? ' ' : String.fromCodePoint(code);
}

/** The Latin letters and digits of a text in lower case; full-width ones and the like count as them. */
export function lettersOf(text: string): string {
  const folded = /^[\0-\x7f]*$/.test(text) ? text : text.replace(/\p{M}+/gu, '').normalize('NFKC');
  return folded.toLowerCase().replace(/[^0-9a-z]+/g, '');
}
