const CLEAN = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether a text is Base64, in lines or not, padded or not. */
export function isBase64(text: string): boolean {
  const characters = CLEAN.test(text) ? text.length - paddingOf(text) : countCharacters(text);
  return characters !== undefined && characters % 4 !== 1;
}

function paddingOf(text: string): number {
  const end = text.indexOf('=', -2 + text.length);
  return end === -1 ? 0 : text.length - end;
}

const BROKEN = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;
const SPACE = 32;
const PADDING = 61;

/** Counts the characters of Base64 in lines, in one pass: replacing millions of line ends would take seconds. Undefined if it is something else. */
function countCharacters(text: string): number | undefined {
  if (!BROKEN.test(text)) return undefined;
  let characters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // All characters of Base64 are ASCII; what is left is white space, some of it far beyond.
    if (unit > SPACE && unit !== PADDING && unit < 128) characters += 1;
  }
  return characters;
}
