export const CLEAN = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether a text is Base64, with or without line breaks and padding. */
export function isBase64(text: string): boolean {
  const characters = CLEAN.test(text) ? text.length - countPadding(text) : countDigits(text);
  return characters !== undefined && characters % 4 !== 1;
}

function countPadding(text: string): number {
  const end = text.indexOf('=', -2 + text.length);
  return end === -1 ? 0 : text.length - end;
}

const BROKEN = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;
const SPACE = 32;
const PADDING = 61;

/** Counts the characters of Base64 with line breaks in one pass, since replacing millions of line breaks takes seconds. Undefined for other texts. */
function countDigits(text: string): number | undefined {
  if (!BROKEN.test(text)) return undefined;
  let characters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // The other characters are white space, some of it beyond ASCII.
    if (unit > SPACE && unit !== PADDING && unit < 128) characters += 1;
  }
  return characters;
}
