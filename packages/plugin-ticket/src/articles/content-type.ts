/** Names that the family's decoder knows beside those of the encoding standard. */
const OTHER_CHARSETS = new Set(['utf-8-strict', 'utf-32']);

/** Whether a charset is one that texts can be in. */
export function isCharset(name: string): boolean {
  const lower = name.toLowerCase();
  if (OTHER_CHARSETS.has(lower)) return true;
  try {
    return new TextDecoder(lower).encoding !== '';
  } catch {
    return false;
  }
}

/** Word characters, a slash, word characters: so `-`, `.` and `+` are refused here. */
export function isMimeType(text: string): boolean {
  return /^\w+\/\w+$/.test(text);
}

/** Must begin with word/word; a charset in it must be known. */
export function isContentType(text: string): boolean {
  if (/[\r\n]/.test(text) || !/^\w+\/\w+/.test(text)) return false;
  return !/charset=/i.test(text) || isCharset(charsetOf(text));
}

/** The charset in a content type, `''` without one. */
export function charsetOf(contentType: string): string {
  return /charset=["']?([^"';]*)/i.exec(contentType)?.[1]?.trim() ?? '';
}
