const CHARSET = /charset=["']?([^"';,\s]+)["']?\s*$/i;
/** Characters at the end of a Content-Type that are parsed. */
const CHARSET_LENGTH = 100;

/** The last charset in Content-Type; undefined for UTF-8. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const charset = CHARSET.exec(contentType?.slice(-CHARSET_LENGTH) ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}
