const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** JSON as the family writes it: text as UTF-8, only the two line separators of JavaScript escaped; undefined is `null`. */
export function encodeJson(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.includes('\u2028') || text.includes('\u2029')
    ? text.replace(LINE_SEPARATORS, (sign) => (sign === '\u2028' ? '\\u2028' : '\\u2029'))
    : text;
}
