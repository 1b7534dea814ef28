/** Names that the family's decoder supports besides those of the encoding standard. */
const OTHER_CHARSETS = new Set(['utf-8-strict', 'utf-32']);

/** Whether a charset is supported. */
export function isCharset(name: string): boolean {
  const lower = name.toLowerCase();
  if (OTHER_CHARSETS.has(lower)) return true;
  try {
    return new TextDecoder(lower).encoding !== '';
  } catch {
    return false;
  }
}

/** Whether a text is two words of word characters with a slash in between: `-`, `.` and `+` are refused. */
export function isMimeType(text: string): boolean {
  return /^\w+\/\w+$/.test(text);
}

/** Whether a text begins with word/word and its charset, if any, is supported. */
export function isContentType(text: string): boolean {
  if (/[\r\n]/.test(text) || !/^\w+\/\w+/.test(text)) return false;
  return !/charset=/i.test(text) || isCharset(findCharset(text));
}

/** The charset in a content type, `''` without one. */
export function findCharset(contentType: string): string {
  return /charset=["']?([^"';]*)/i.exec(contentType)?.[1]?.trim() ?? '';
}
